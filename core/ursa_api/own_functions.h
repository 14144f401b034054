// The functions of ursa.h in the form of intercepts, so that layers handle them like all other
// functions. Each is defined in the file of its topic: adapters, images, bundles, launches.
#pragma once

#include "core/dispatch/dispatch.h"

namespace ursa {

#define URSA_OWN_FUNCTION(name, parameters, arguments)                                             \
  template <> struct Intercept<Function::name> {                                                   \
    static constexpr bool present = true;                                                          \
    static ur_result_t call parameters;                                                            \
  };
#include "core/api/generated/own_functions.inc"

/// The body of an exported function of ursa.h. It has no adapter handle to compare with the layer
/// gate.
template <Function F, class... Args> ur_result_t dispatchOwn(Args... args) {
  if (layerGate.load(std::memory_order_relaxed) != 0) [[unlikely]]
    return LayeredCall<F>::call(args...);
  return Intercept<F>::call(args...);
}

} // namespace ursa
