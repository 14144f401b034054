// Messages for calls that reach no adapter.

#include "core/api/parameters.h"
#include "core/dispatch/dispatch.h"
#include "support/last_error.h"

namespace ursa::core::dispatch {
namespace {

using api::Function;
using api::functionName;

constexpr int kDispatchIndices[] = {
#define URSA_DISPATCH_HANDLE(function, index, isArray, countIndex) index,
#include "core/api/generated/dispatch_handles.inc"
};
static_assert(std::size(kDispatchIndices) == api::kFunctionCount);

std::string_view dispatchParameter(Function function) {
  return api::parameters(function)[static_cast<size_t>(kDispatchIndices[api::indexOf(function)])]
      .name;
}

template <class... Args>
ur_result_t refuse(ur_result_t code, fmt::format_string<Args...> format, Args &&...args) noexcept {
  return atBoundary(
      [&]() -> Result<void> { return makeError(code, format, std::forward<Args>(args)...); });
}

} // namespace

ur_result_t refuseNullHandle(Function function) noexcept {
  return refuse(UR_RESULT_ERROR_INVALID_NULL_HANDLE, "{}: the handle {} is null.",
                functionName(function), dispatchParameter(function));
}

ur_result_t refuseNullArray(Function function) noexcept {
  return refuse(UR_RESULT_ERROR_INVALID_NULL_POINTER, "{}: the array {} is null.",
                functionName(function), dispatchParameter(function));
}

ur_result_t refuseEmptyArray(Function function) noexcept {
  const ur_result_t code = function == Function::urContextCreate ? UR_RESULT_ERROR_INVALID_SIZE
                                                                 : UR_RESULT_ERROR_INVALID_VALUE;
  return refuse(code, "{}: the array {} is empty; one handle is needed.", functionName(function),
                dispatchParameter(function));
}

ur_result_t refuseMissingFunction(Function function) noexcept {
  return refuse(UR_RESULT_ERROR_UNSUPPORTED_FEATURE,
                "{}: the adapter that {} belongs to does not implement this function.",
                functionName(function), dispatchParameter(function));
}

} // namespace ursa::core::dispatch
