#include "adapters/common/host_commands.h"

namespace ursa::adapter {

Result<void> checkHostTask(ur_exp_host_task_function_t function,
                           const ur_exp_host_task_properties_t *properties) {
  URSA_CHECK(checkPointer(reinterpret_cast<const void *>(function), "pfnHostTask"));
  if (properties && (properties->flags & UR_EXP_HOST_TASK_FLAGS_MASK))
    return makeError(UR_RESULT_ERROR_INVALID_ENUMERATION,
                     "The host task flags {:#x} are not defined.", properties->flags);
  return {};
}

Result<void> checkNativeCommand(ur_exp_enqueue_native_command_function_t function,
                                uint32_t memoryCount, const ur_mem_handle_t *memories,
                                const ur_exp_enqueue_native_command_properties_t *properties) {
  URSA_CHECK(checkPointer(reinterpret_cast<const void *>(function), "pfnNativeEnqueue"));
  if (properties && (properties->flags & UR_EXP_ENQUEUE_NATIVE_COMMAND_FLAGS_MASK))
    return makeError(UR_RESULT_ERROR_INVALID_ENUMERATION,
                     "The native command flags {:#x} are not defined.", properties->flags);
  if (memoryCount != 0)
    URSA_CHECK(checkPointer(memories, "phMemList"));
  for (uint32_t i = 0; i < memoryCount; ++i)
    URSA_CHECK(checkHandle(memories[i], "phMemList[i]"));
  return {};
}

Result<void> checkQueueAllocation(const ur_exp_async_usm_alloc_properties_t *properties) {
  if (properties && (properties->flags & UR_EXP_ASYNC_USM_ALLOC_FLAGS_MASK))
    return makeError(UR_RESULT_ERROR_INVALID_ENUMERATION,
                     "The allocation flags {:#x} are not defined.", properties->flags);
  return {};
}

} // namespace ursa::adapter
