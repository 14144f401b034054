// LayeredCall for every function: one template, which converts the arguments to data and calls
// passLayers.

#include "core/dispatch/dispatch.h"
#include "core/dispatch/fork_guard.h"
#include "core/layers/layers.h"
#include "core/layers/passed_call.h"
#include "support/last_error.h"

namespace ursa {
namespace {

ur_result_t refuseInForkedChild(Function function) noexcept {
  return atBoundary([function] { return checkNotForked(functionName(function)); });
}

/// Dispatches a call that no layer handles.
template <Function F, class... Args> ur_result_t pass(Args... args) {
  if constexpr (FunctionTraits<F>::kDispatchIndex == kNoDispatchHandle) {
    return kIntercept<F>(args...);
  } else if constexpr (HasIntercept<F>) {
    if (!dispatchArgument<F>(args...))
      return refuseNullHandle(F);
    return kIntercept<F>(args...);
  } else {
    return callAdapter<F>(args...);
  }
}

} // namespace

template <Function F, class... Args>
ur_result_t LayeredCall<F, ur_result_t(UR_APICALL *)(Args...)>::call(Args... args) {
  if constexpr (F == Function::ursaGetLastError) { // it reports why other calls failed
    if (!checkNotForked(functionName(F)))
      return pass<F>(args...);
  } else if (const ur_result_t forked = refuseInForkedChild(F); forked != UR_RESULT_SUCCESS) {
    return forked;
  }
  if (activeLayers() == 0 && F != Function::urLoaderInit) // urLoaderInit may enable layers
    return pass<F>(args...);
  static constexpr std::array<ArgumentFacts, sizeof...(Args)> kFacts = {argumentFacts<Args>()...};
  const std::array<void *, sizeof...(Args)> arguments = {&args...};
  auto continueCall = [&] { return pass<F>(args...); };
  const Continuation rest = {
      [](void *state) { return (*static_cast<decltype(continueCall) *>(state))(); }, &continueCall};
  return passLayers({F, parameters(F), kFacts.data(), arguments.data()}, rest);
}

#define URSA_FUNCTION(name, id, table, slot, params) template struct LayeredCall<Function::name>;
#define URSA_LOADER_FUNCTION(name, id, params) template struct LayeredCall<Function::name>;
#include "core/api/generated/functions.inc"
#define URSA_OWN_FUNCTION(name, parameters, arguments) template struct LayeredCall<Function::name>;
#include "core/api/generated/own_functions.inc"

} // namespace ursa
