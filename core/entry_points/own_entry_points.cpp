// The exported functions of ursa.h: one body for all.

#include "core/dispatch/dispatch.h"

namespace ursa::core::entry_points {
namespace {

/// There is no adapter handle to compare with the layer gate.
template <api::Function F, class... Args> ur_result_t dispatchOwn(Args... args) {
  if (dispatch::layerGate.load(std::memory_order_relaxed) != 0) [[unlikely]]
    return dispatch::LayeredCall<F>::call(args...);
  return dispatch::kIntercept<F>(args...);
}

} // namespace
} // namespace ursa::core::entry_points

#define URSA_OWN_FUNCTION(name, parameters, arguments)                                             \
  UR_APIEXPORT ur_result_t UR_APICALL name parameters {                                            \
    return ::ursa::core::entry_points::dispatchOwn<::ursa::core::api::Function::name> arguments;   \
  }
#include "core/api/generated/own_functions.inc"
