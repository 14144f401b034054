// The functions of ursa.h in the shape of intercepts, so that layers see them as they see all
// others. Each is defined beside what it is about: adapters, images, bundles, launches.
#pragma once

#include "core/dispatch/dispatch.h"

namespace ursa {

#define URSA_OWN_FUNCTION(name, parameters, arguments)                                             \
  template <> struct Intercept<Function::name> {                                                   \
    static constexpr bool present = true;                                                          \
    static ur_result_t call parameters;                                                            \
  };
#include "core/api/generated/own_functions.inc"

/// What an exported function of ursa.h does. It has no handle of an adapter that could be compared
/// with the gate.
template <Function F, class... Args> ur_result_t dispatchOwn(Args... args) {
  if (layerGate.load(std::memory_order_relaxed) != 0) [[unlikely]]
    return WatchedCall<F>::call(args...);
  return Intercept<F>::call(args...);
}

} // namespace ursa
