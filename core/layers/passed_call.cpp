#include "core/layers/passed_call.h"

#include "core/layers/bounds_checks.h"
#include "core/layers/handle_checks.h"
#include "core/layers/layers.h"
#include "core/layers/parameter_checks.h"
#include "core/layers/returned_handles.h"
#include "core/layers/tracer.h"
#include "support/last_error.h"

namespace ursa::core::layers {
namespace {

/// The layers that need to track the objects of the program.
constexpr Layers kTrackingLayers = kLifetimeValidation | kLeakChecking | kBoundsChecking;

Result<void> check(const Call &call, Layers layers) {
  if (isShorthand(call.function))
    return {};
  if (layers & kParameterValidation)
    URSA_CHECK(checkParameters(call));
  if (layers & kLifetimeValidation)
    URSA_CHECK(checkHandles(call));
  if (layers & kBoundsChecking)
    URSA_CHECK(checkBounds(call));
  return {};
}

/// Logs that a check rejected a call.
ur_result_t refused(ur_result_t code) {
  validationLog().write(UR_LOGGER_LEVEL_WARN, "{} The call was refused.", lastErrorMessage());
  return code;
}

ur_result_t passChecks(const Call &call, Layers layers, const Continuation &rest) {
  // Not every adapter writes this output when it fails, and a rejected call does not reach the
  // adapter.
  if (const std::optional<size_t> index = createdOnFailure(call))
    *call.as<void **>(*index) = nullptr;
  const ur_result_t checked = atBoundary([&] { return check(call, layers); });
  if (checked != UR_RESULT_SUCCESS)
    return refused(checked);
  if (!(layers & kTrackingLayers) || isShorthand(call.function))
    return rest();
  const ReturnedCount count(call);
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
    if (activeLayers() & kTracing) // this call has just enabled tracing
      TracedCall(call, begin).finish(result);
    return {};
  });
  return passed == UR_RESULT_SUCCESS ? result : passed;
}

} // namespace ursa::core::layers
