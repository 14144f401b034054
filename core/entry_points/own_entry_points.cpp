// The exported functions of ursa.h: one body for all.

#include "core/dispatch/dispatch.h"

namespace ursa {
namespace {

/// There is no adapter handle to compare with the layer gate.
template <Function F, class... Args> ur_result_t dispatchOwn(Args... args) {
  if (layerGate.load(std::memory_order_relaxed) != 0) [[unlikely]]
    return LayeredCall<F>::call(args...);
  return kIntercept<F>(args...);
}

} // namespace
} // namespace ursa

#define URSA_OWN_FUNCTION(name, parameters, arguments)                                             \
  UR_APIEXPORT ur_result_t UR_APICALL name parameters {                                            \
    return ursa::dispatchOwn<ursa::Function::name> arguments;                                      \
  }
#include "core/api/generated/own_functions.inc"
