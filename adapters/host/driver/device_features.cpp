// Device queries about supported features.
#include "adapters/common/missing_features.h"
#include "adapters/host/driver/device_info.h"
#include "adapters/host/memory/exported_memory.h"

namespace ursa::host {

using adapter::InfoWriter;

DeviceAnswer answerFeature(const InfoWriter &writer, ur_device_info_t query,
                           const ur_device_handle_t_ &) {
  switch (query) {
  case UR_DEVICE_INFO_HOST_UNIFIED_MEMORY:
  case UR_DEVICE_INFO_ENDIAN_LITTLE:
  case UR_DEVICE_INFO_AVAILABLE:
  case UR_DEVICE_INFO_COMPILER_AVAILABLE:
  case UR_DEVICE_INFO_COMMAND_BUFFER_SUBGRAPH_SUPPORT_EXP:
  case UR_DEVICE_INFO_GRAPH_RECORD_AND_REPLAY_SUPPORT_EXP:
  case UR_DEVICE_INFO_PER_EVENT_PROFILING_SUPPORT_EXP:
  case UR_DEVICE_INFO_USM_CONTEXT_MEMCPY_SUPPORT_EXP:
  case UR_DEVICE_INFO_DEVICE_WAIT_SUPPORT_EXP:
  case UR_DEVICE_INFO_ASYNC_USM_ALLOCATIONS_SUPPORT_EXP:
  case UR_DEVICE_INFO_ENQUEUE_NATIVE_COMMAND_SUPPORT_EXP:
  case UR_DEVICE_INFO_USM_POOL_SUPPORT:
  case UR_DEVICE_INFO_GLOBAL_VARIABLE_SUPPORT:
  case UR_DEVICE_INFO_LINKER_AVAILABLE:
  case UR_DEVICE_INFO_PREFERRED_INTEROP_USER_SYNC:
  case UR_DEVICE_INFO_ATOMIC_64:
  case UR_DEVICE_INFO_PROGRAM_SET_SPECIALIZATION_CONSTANTS:
  case UR_DEVICE_INFO_IMAGE_SUPPORT:
  case UR_DEVICE_INFO_IMAGE_SRGB:
  case UR_DEVICE_INFO_VIRTUAL_MEMORY_SUPPORT:
  case UR_DEVICE_INFO_IPC_PHYSICAL_MEMORY_SUPPORT_EXP:
  case UR_DEVICE_INFO_USM_HOST_ALLOC_REGISTER_SUPPORT_EXP:
  case UR_DEVICE_INFO_USM_P2P_SUPPORT_EXP:
  case UR_DEVICE_INFO_MEMORY_EXPORT_EXPORTABLE_DEVICE_MEM_EXP:
    return writer.value<ur_bool_t>(true);
  case UR_DEVICE_INFO_IPC_MEMORY_SUPPORT_EXP:
    return writer.value<ur_bool_t>(sharesDeviceMemory());
  case UR_DEVICE_INFO_KERNEL_LAUNCH_CAPABILITIES:
    return writer.value<ur_kernel_launch_properties_flags_t>(
        UR_KERNEL_LAUNCH_PROPERTIES_FLAG_COOPERATIVE);
  case UR_DEVICE_INFO_PRINTF_BUFFER_SIZE:
    return writer.value<size_t>(0);
  default:
    if (const DeviceAnswer answer = adapter::answerCommonQuery(writer, query))
      return answer;
    return adapter::answerMissingFeature(writer, query);
  }
}

} // namespace ursa::host
