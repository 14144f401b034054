// ursaEnqueueKernelLaunch. The layers check and track the launch as a call of
// urEnqueueKernelLaunchWithArgsExp, which it becomes.
#include "core/api/names.h"
#include "core/dispatch/dispatch.h"
#include "core/intercepts/launch.h"
#include "core/selection/device_queries.h"
#include "support/last_error.h"

namespace ursa::core::entry_points {
namespace {

Error nullPointer(const char *name) {
  return makeError(UR_RESULT_ERROR_INVALID_NULL_POINTER, "The parameter '{}' is null.", name);
}

Error nullHandle(const char *name) {
  return makeError(UR_RESULT_ERROR_INVALID_NULL_HANDLE, "The parameter '{}' is null.", name);
}

Result<ur_exp_kernel_arg_properties_t> toUr(const ursa_kernel_arg_t &arg, uint32_t index) {
  ur_exp_kernel_arg_properties_t result = {};
  result.stype = UR_STRUCTURE_TYPE_EXP_KERNEL_ARG_PROPERTIES;
  result.type = arg.type;
  result.index = index;
  result.size = arg.size;
  switch (arg.type) {
  case UR_EXP_KERNEL_ARG_TYPE_VALUE:
    if (!arg.value)
      return makeError(UR_RESULT_ERROR_INVALID_NULL_POINTER, "The value of argument {} is null.",
                       index);
    result.value.value = arg.value;
    return result;
  case UR_EXP_KERNEL_ARG_TYPE_POINTER:
    result.size = sizeof(void *);
    result.value.pointer = arg.value;
    return result;
  case UR_EXP_KERNEL_ARG_TYPE_MEM_OBJ:
    result.size = sizeof(ur_mem_handle_t);
    result.value.memObjTuple = {reinterpret_cast<ur_mem_handle_t>(const_cast<void *>(arg.value)),
                                UR_MEM_FLAG_READ_WRITE};
    return result;
  case UR_EXP_KERNEL_ARG_TYPE_LOCAL:
    return result;
  default:
    return makeError(UR_RESULT_ERROR_INVALID_ENUMERATION,
                     "Argument {} has type {}; VALUE, POINTER, MEM_OBJ or LOCAL was expected.",
                     index, static_cast<int>(arg.type));
  }
}

/// Returns the adapter's error with the adapter's message, even for adapters that do not report the
/// time of an error.
Error adapterError(ur_result_t code, ur_queue_handle_t queue) {
  Error error =
      makeError(code, "ursaEnqueueKernelLaunch: the adapter answered {}.", api::resultName(code));
  ur_device_handle_t device = nullptr;
  if (dispatch::callAdapter<api::Function::urQueueGetInfo>(
          queue, UR_QUEUE_INFO_DEVICE, sizeof(device), &device, nullptr) != UR_RESULT_SUCCESS ||
      !device)
    return error;
  return selection::withAdapterReason(std::move(error), device);
}

} // namespace
} // namespace ursa::core::entry_points

ur_result_t ursa::core::ursa_api::ursaEnqueueKernelLaunch(
    ur_queue_handle_t hQueue, ur_kernel_handle_t hKernel, uint32_t workDim,
    const size_t *pGlobalWorkOffset, const size_t *pGlobalWorkSize, const size_t *pLocalWorkSize,
    uint32_t numArgs, const ursa_kernel_arg_t *pArgs, uint32_t numEventsInWaitList,
    const ur_event_handle_t *phEventWaitList, ur_event_handle_t *phEvent) {
  intercepts::ArgumentMemory memory;
  const ur_exp_kernel_arg_properties_t *args = nullptr;
  const uint64_t before = lastErrorTime();
  const ur_result_t converted = atBoundary([&]() -> Result<void> {
    if (!hQueue || !hKernel)
      return entry_points::nullHandle(hQueue ? "hKernel" : "hQueue");
    if (numArgs > 0 && !pArgs)
      return entry_points::nullPointer("pArgs");
    ur_exp_kernel_arg_properties_t *const all = memory.reserve(numArgs);
    for (uint32_t index = 0; index < numArgs; ++index) {
      URSA_TRY(all[index], entry_points::toUr(pArgs[index], index));
    }
    args = all;
    return {};
  });
  if (converted != UR_RESULT_SUCCESS)
    return converted;
  const ur_result_t result = dispatch::dispatch<api::Function::urEnqueueKernelLaunchWithArgsExp>(
      hQueue, hKernel, workDim, pGlobalWorkOffset, pGlobalWorkSize, pLocalWorkSize, numArgs, args,
      nullptr, numEventsInWaitList, phEventWaitList, phEvent);
  if (result == UR_RESULT_SUCCESS || lastErrorTime() != before)
    return result;
  return atBoundary([&]() -> Result<void> { return entry_points::adapterError(result, hQueue); });
}
