#include "core/layers/parameter_checks.h"

#include "core/layers/relation_checks.h"
#include "core/layers/struct_checks.h"

namespace ursa::core::layers {
namespace {

using api::Function;
using api::Parameter;
using api::ParameterKind;

/// Checks that a required pointer or handle is not null.
Result<void> checkNull(const Call &call, size_t index) {
  const Parameter &parameter = call.parameters[index];
  const bool isHandle = parameter.kind == ParameterKind::Handle;
  if ((!isHandle && !parameter.isPointer()) || parameter.has(Parameter::kOptional) ||
      call.pointer(index))
    return {};
  if (isHandle)
    return makeError(UR_RESULT_ERROR_INVALID_NULL_HANDLE, "{}: the handle {} is null.", call.name(),
                     parameter.name);
  return makeError(UR_RESULT_ERROR_INVALID_NULL_POINTER, "{}: the pointer {} is null.", call.name(),
                   parameter.name);
}

Result<void> checkValue(const Call &call, size_t index) {
  const Parameter &parameter = call.parameters[index];
  if (parameter.kind == ParameterKind::Enum &&
      !call.facts[index].isEnumerator(call.arguments[index]))
    return makeError(UR_RESULT_ERROR_INVALID_ENUMERATION, "{}: {} is {:#x}, which is no {}.",
                     call.name(), parameter.name, call.number(index), parameter.type);
  if (parameter.kind == ParameterKind::Flags)
    if (const uint64_t unknown = call.number(index) & parameter.invalidBits)
      return makeError(UR_RESULT_ERROR_INVALID_ENUMERATION, "{}: {} has the unknown bits {:#x}.",
                       call.name(), parameter.name, unknown);
  return {};
}

/// Checks the number of events against the wait list: both or neither, and no null event.
Result<void> checkWaitList(const Call &call, size_t index) {
  const std::string_view name = call.parameters[index].name;
  const uint64_t length = call.length(index);
  const bool given = call.pointer(index);
  if (given && length == 0)
    return makeError(UR_RESULT_ERROR_INVALID_EVENT_WAIT_LIST,
                     "{}: the array {} is given, and its length is 0.", call.name(), name);
  if (!given && length > 0)
    return makeError(UR_RESULT_ERROR_INVALID_EVENT_WAIT_LIST,
                     "{}: the array {} is null, and its length is {}.", call.name(), name, length);
  for (uint64_t i = 0; given && i < length; ++i)
    if (!call.handleAt(index, i))
      return makeError(UR_RESULT_ERROR_INVALID_EVENT_WAIT_LIST, "{}: the handle {}[{}] is null.",
                       call.name(), name, i);
  return {};
}

/// Checks an input array: it has elements if required, no handle is null, and an optional array is
/// not null if its length is not 0.
Result<void> checkInputArray(const Call &call, size_t index) {
  const Parameter &parameter = call.parameters[index];
  const bool isHandles = parameter.kind == ParameterKind::HandleArray;
  const uint64_t length = call.length(index);
  if (!call.pointer(index) && length > 0)
    return makeError(
        isHandles ? UR_RESULT_ERROR_INVALID_VALUE : UR_RESULT_ERROR_INVALID_NULL_POINTER,
        "{}: the array {} is null, and its length is {}.", call.name(), parameter.name, length);
  if (!isHandles)
    return {};
  if (length == 0 && !parameter.has(Parameter::kOptional))
    return makeError(call.function == Function::urEventWait ? UR_RESULT_ERROR_INVALID_VALUE
                                                            : UR_RESULT_ERROR_INVALID_SIZE,
                     "{}: the array {} is empty; one handle is needed.", call.name(),
                     parameter.name);
  for (uint64_t i = 0; i < length; ++i)
    if (!call.handleAt(index, i))
      return makeError(UR_RESULT_ERROR_INVALID_NULL_HANDLE, "{}: the handle {}[{}] is null.",
                       call.name(), parameter.name, i);
  return {};
}

/// Returns whether the ABI lets a query omit the memory for its answer.
bool mayBeOutOfMemory(Function function) {
  switch (function) {
  case Function::urUSMGetMemAllocInfo:
  case Function::urVirtualMemGetInfo:
  case Function::urPhysicalMemGetInfo:
  case Function::urProgramGetBuildInfo:
  case Function::urEventGetProfilingInfo:
  case Function::urKernelGetGroupInfo:
  case Function::urKernelGetSubGroupInfo:
    return true;
  default:
    return false;
  }
}

/// Checks a query: it needs an output parameter, and a nonzero size for the answer.
Result<void> checkQuery(const Call &call, size_t index) {
  const Parameter &parameter = call.parameters[index];
  const uint64_t size = call.length(index);
  const bool given = call.pointer(index);
  const std::string_view sizeName =
      call.parameters[static_cast<size_t>(parameter.lengthIndex)].name;
  if (given && size == 0)
    return makeError(UR_RESULT_ERROR_INVALID_SIZE, "{}: {} is given, and {} is 0.", call.name(),
                     parameter.name, sizeName);
  if (mayBeOutOfMemory(call.function))
    return {};
  if (!given && size > 0)
    return makeError(UR_RESULT_ERROR_INVALID_NULL_POINTER, "{}: {} is null, and {} is {}.",
                     call.name(), parameter.name, sizeName, size);
  const size_t sizeOut = index + 1;
  if (!given && sizeOut < call.size() &&
      call.parameters[sizeOut].direction == api::Direction::Out && !call.pointer(sizeOut))
    return makeError(UR_RESULT_ERROR_INVALID_NULL_POINTER,
                     "{}: {} and {} are both null; one of them is needed.", call.name(),
                     parameter.name, call.parameters[sizeOut].name);
  return {};
}

Result<void> checkLength(const Call &call, size_t index) {
  const Parameter &parameter = call.parameters[index];
  if (parameter.lengthIndex < 0)
    return {};
  if (parameter.extent == api::Extent::Typename)
    return checkQuery(call, index);
  if (parameter.extent != api::Extent::Range)
    return {};
  if (isWaitList(call, index))
    return checkWaitList(call, index);
  if (parameter.direction == api::Direction::In)
    return checkInputArray(call, index);
  if (call.pointer(index) && call.length(index) == 0)
    return makeError(UR_RESULT_ERROR_INVALID_SIZE,
                     "{}: the array {} is given, and there is room for 0 elements.", call.name(),
                     parameter.name);
  return {};
}

/// Applies one check to all parameters.
Result<void> checkEach(const Call &call, Result<void> (*check)(const Call &, size_t)) {
  for (size_t i = 0; i < call.size(); ++i)
    if (!call.parameters[i].has(Parameter::kNocheck))
      URSA_CHECK(check(call, i));
  return {};
}

} // namespace

Result<void> checkParameters(const Call &call) {
  URSA_CHECK(checkEach(call, checkNull));
  URSA_CHECK(checkEach(call, checkValue));
  URSA_CHECK(checkStructs(call));
  URSA_CHECK(checkRelations(call));
  URSA_CHECK(checkEach(call, checkLength));
  return checkChains(call);
}

} // namespace ursa::core::layers
