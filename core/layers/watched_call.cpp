// WatchedCall of every function: one template, which turns the arguments into data and leaves the
// rest to passLayers.

#include "core/layers/watched_call.h"

#include "core/dispatch/dispatch.h"
#include "core/dispatch/last_error_intercept.h"
#include "core/dispatch/link_intercept.h"
#include "core/dispatch/loader_functions.h"
#include "core/dispatch/own_functions.h"
#include "core/layers/bounds_checks.h"
#include "core/layers/found_handles.h"
#include "core/layers/handle_checks.h"
#include "core/layers/layers.h"
#include "core/layers/parameter_checks.h"
#include "core/layers/tracer.h"
#include "core/loader/fork_guard.h"
#include "core/specialization/intercepts.h"
#include "core/support/last_error.h"

namespace ursa {
namespace {

/// The layers that have to know the objects of the program.
constexpr Layers kTrackingLayers = kLifetimeValidation | kLeakChecking | kBoundsChecking;

Result<void> check(const Call &call, Layers layers) {
  if (passesAgain(call.function))
    return {};
  if (layers & kParameterValidation)
    URSA_CHECK(checkParameters(call));
  if (layers & kLifetimeValidation)
    URSA_CHECK(checkHandles(call));
  if (layers & kBoundsChecking)
    URSA_CHECK(checkBounds(call));
  return {};
}

/// Says of a call that was refused that it was.
ur_result_t refused(ur_result_t code) {
  validationLog().write(UR_LOGGER_LEVEL_WARN, "{} The call was refused.", lastErrorMessage());
  return code;
}

ur_result_t passChecks(const Call &call, Layers layers, const Continuation &rest) {
  // Not every adapter writes there when it fails, and a refused call does not come to it.
  if (const std::optional<size_t> made = madeOnFailure(call))
    *call.as<void **>(*made) = nullptr;
  const ur_result_t checked = atBoundary([&] { return check(call, layers); });
  if (checked != UR_RESULT_SUCCESS)
    return refused(checked);
  if (!(layers & kTrackingLayers) || passesAgain(call.function))
    return rest();
  HandleChanges changes(call, layers & kLeakChecking);
  const ur_result_t result = rest();
  changes.finish(result);
  return result;
}

} // namespace

ur_result_t passLayers(const Call &call, const Continuation &rest) noexcept {
  ur_result_t result = UR_RESULT_ERROR_UNKNOWN;
  const ur_result_t passed = atBoundary([&]() -> Result<void> {
    const Layers layers = activeLayers();
    if (layers & kTracing) {
      TracedCall traced(call);
      result = passChecks(call, layers, rest);
      traced.finish(result);
      return {};
    }
    const auto begin = std::chrono::steady_clock::now();
    result = passChecks(call, layers, rest);
    if (activeLayers() & kTracing) // it was this call that turned tracing on
      TracedCall(call, begin).finish(result);
    return {};
  });
  return passed == UR_RESULT_SUCCESS ? result : passed;
}

namespace {

ur_result_t refuseInForkedChild(Function function) noexcept {
  return atBoundary([function] { return checkNotForked(functionName(function)); });
}

/// All that dispatch does with a call that no layer sees.
template <Function F, class... Args> ur_result_t pass(Args... args) {
  if constexpr (FunctionTraits<F>::kDispatchIndex == kNoDispatchHandle) {
    return Intercept<F>::call(args...);
  } else if constexpr (Intercept<F>::present) {
    if (!dispatchArgument<F>(args...))
      return refuseNullHandle(F);
    if constexpr (AsksForLayers<F>)
      return Intercept<F>::afterLayers(args...);
    else
      return Intercept<F>::call(args...);
  } else {
    return callAdapter<F>(args...);
  }
}

} // namespace

template <Function F, class... Args>
ur_result_t WatchedCall<F, ur_result_t(UR_APICALL *)(Args...)>::call(Args... args) {
  if constexpr (F == Function::ursaGetLastError) { // which tells why the others were refused
    if (!checkNotForked(functionName(F)))
      return pass<F>(args...);
  } else if (const ur_result_t forked = refuseInForkedChild(F); forked != UR_RESULT_SUCCESS) {
    return forked;
  }
  if (activeLayers() == 0 && F != Function::urLoaderInit) // which may turn layers on
    return pass<F>(args...);
  static constexpr std::array<ArgumentFacts, sizeof...(Args)> kFacts = {argumentFacts<Args>()...};
  const std::array<const void *, sizeof...(Args)> arguments = {&args...};
  auto goOn = [&] { return pass<F>(args...); };
  const Continuation rest = {[](void *state) { return (*static_cast<decltype(goOn) *>(state))(); },
                             &goOn};
  return passLayers({F, parameters(F), kFacts.data(), arguments.data()}, rest);
}

#define URSA_FUNCTION(name, id, table, slot, params) template struct WatchedCall<Function::name>;
#define URSA_LOADER_FUNCTION(name, id, params) template struct WatchedCall<Function::name>;
#include "core/api/generated/functions.inc"
#define URSA_OWN_FUNCTION(name, parameters, arguments) template struct WatchedCall<Function::name>;
#include "core/api/generated/own_functions.inc"

} // namespace ursa
