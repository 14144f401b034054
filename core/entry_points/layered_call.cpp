// LayeredCall for every function: one template, which converts the arguments to data and calls
// passLayers.

#include "core/dispatch/dispatch.h"
#include "core/dispatch/fork_guard.h"
#include "core/layers/layers.h"
#include "core/layers/passed_call.h"
#include "support/last_error.h"

namespace ursa::core::entry_points {
namespace {

using api::Function;

ur_result_t refuseInForkedChild(Function function) noexcept {
  return atBoundary([function] { return dispatch::checkNotForked(api::functionName(function)); });
}

/// Dispatches a call that no layer handles.
template <Function F, class... Args> ur_result_t pass(Args... args) {
  if constexpr (api::FunctionTraits<F>::kDispatchIndex == api::kNoDispatchHandle) {
    return dispatch::kIntercept<F>(args...);
  } else if constexpr (dispatch::HasIntercept<F>) {
    if (!dispatch::dispatchArgument<F>(args...))
      return dispatch::refuseNullHandle(F);
    return dispatch::kIntercept<F>(args...);
  } else {
    return dispatch::callAdapter<F>(args...);
  }
}

/// The body of LayeredCall.
template <Function F, class... Args> ur_result_t callLayered(Args... args) {
  if constexpr (F == Function::ursaGetLastError) { // it reports why other calls failed
    if (!dispatch::checkNotForked(api::functionName(F)))
      return pass<F>(args...);
  } else if (const ur_result_t forked = refuseInForkedChild(F); forked != UR_RESULT_SUCCESS) {
    return forked;
  }
  if (layers::activeLayers() == 0 && F != Function::urLoaderInit) // urLoaderInit may enable layers
    return pass<F>(args...);
  static constexpr std::array<layers::ArgumentFacts, sizeof...(Args)> kFacts = {
      layers::argumentFacts<Args>()...};
  const std::array<void *, sizeof...(Args)> arguments = {&args...};
  auto continueCall = [&] { return pass<F>(args...); };
  const layers::Continuation rest = {
      [](void *state) { return (*static_cast<decltype(continueCall) *>(state))(); }, &continueCall};
  return layers::passLayers({F, api::parameters(F), kFacts.data(), arguments.data()}, rest);
}

} // namespace
} // namespace ursa::core::entry_points

template <ursa::core::api::Function F, class... Args>
ur_result_t
ursa::core::dispatch::LayeredCall<F, ur_result_t(UR_APICALL *)(Args...)>::call(Args... args) {
  return entry_points::callLayered<F>(args...);
}

#define URSA_LAYERED_CALL(name)                                                                    \
  template struct ursa::core::dispatch::LayeredCall<ursa::core::api::Function::name>;
#define URSA_FUNCTION(name, id, table, slot, params) URSA_LAYERED_CALL(name)
#define URSA_LOADER_FUNCTION(name, id, params) URSA_LAYERED_CALL(name)
#include "core/api/generated/functions.inc"
#define URSA_OWN_FUNCTION(name, parameters, arguments) URSA_LAYERED_CALL(name)
#include "core/api/generated/own_functions.inc"
