#include "adapters/common/device_queries.h"

#include "adapters/common/command_buffer.h"
#include "adapters/common/queue_flags.h"
#include "ursa.h"

namespace ursa::adapter {

Error unansweredQuery(ur_device_info_t query) {
  const bool isDefined =
      query >= UR_DEVICE_INFO_TYPE && query <= UR_DEVICE_INFO_MAX_LANES_PER_HW_THREAD;
  const Result<void> result = isDefined ? InfoWriter::unsupported("urDeviceGetInfo", query)
                                        : InfoWriter::unknown("urDeviceGetInfo", query);
  return result.error();
}

DeviceAnswer answerCommonQuery(const InfoWriter &writer, ur_device_info_t query) {
  if (static_cast<uint32_t>(query) == URSA_DEVICE_INFO_TOGGLES) // adapters that have some answer
    return writer.string("");
  switch (query) {
  case UR_DEVICE_INFO_COMPOSITE_DEVICE: // no composite device contains this one
    return writer.value<ur_device_handle_t>(nullptr);
  case UR_DEVICE_INFO_EXECUTION_CAPABILITIES:
    return writer.value<ur_device_exec_capability_flags_t>(UR_DEVICE_EXEC_CAPABILITY_FLAG_KERNEL);
  case UR_DEVICE_INFO_QUEUE_PROPERTIES:
  case UR_DEVICE_INFO_QUEUE_ON_HOST_PROPERTIES:
    return writer.value(kQueueFlags);
  case UR_DEVICE_INFO_COMMAND_BUFFER_SUPPORT_EXP:
  case UR_DEVICE_INFO_COMMAND_BUFFER_EVENT_SUPPORT_EXP:
  case UR_DEVICE_INFO_REUSABLE_EVENTS_SUPPORT_EXP:
  case UR_DEVICE_INFO_LOW_POWER_EVENTS_SUPPORT_EXP: // a hint
  case UR_DEVICE_INFO_TIMESTAMP_RECORDING_SUPPORT_EXP:
  case UR_DEVICE_INFO_ENQUEUE_HOST_TASK_SUPPORT_EXP:
    return writer.value<ur_bool_t>(true);
  case UR_DEVICE_INFO_COMMAND_BUFFER_UPDATE_CAPABILITIES_EXP:
    return writer.value<ur_device_command_buffer_update_capability_flags_t>(kCommandBufferUpdates);
  default:
    return std::nullopt;
  }
}

DeviceAnswer answerUndividedDevice(const InfoWriter &writer, ur_device_info_t query) {
  switch (query) {
  case UR_DEVICE_INFO_PARENT_DEVICE:
    return writer.value<ur_device_handle_t>(nullptr);
  case UR_DEVICE_INFO_REFERENCE_COUNT:
    return writer.value<uint32_t>(1);
  case UR_DEVICE_INFO_SUPPORTED_PARTITIONS:
  case UR_DEVICE_INFO_PARTITION_TYPE:
    return writer.bytes(nullptr, 0);
  case UR_DEVICE_INFO_PARTITION_MAX_SUB_DEVICES:
  case UR_DEVICE_INFO_PARTITION_AFFINITY_DOMAIN: // flags, of 32 bits as well
    return writer.value<uint32_t>(0);
  default:
    return std::nullopt;
  }
}

std::optional<uint32_t> vectorScalarBytes(ur_device_info_t query) {
  switch (query) {
  case UR_DEVICE_INFO_PREFERRED_VECTOR_WIDTH_CHAR:
  case UR_DEVICE_INFO_NATIVE_VECTOR_WIDTH_CHAR:
    return 1;
  case UR_DEVICE_INFO_PREFERRED_VECTOR_WIDTH_SHORT:
  case UR_DEVICE_INFO_NATIVE_VECTOR_WIDTH_SHORT:
  case UR_DEVICE_INFO_PREFERRED_VECTOR_WIDTH_HALF:
  case UR_DEVICE_INFO_NATIVE_VECTOR_WIDTH_HALF:
    return 2;
  case UR_DEVICE_INFO_PREFERRED_VECTOR_WIDTH_INT:
  case UR_DEVICE_INFO_NATIVE_VECTOR_WIDTH_INT:
  case UR_DEVICE_INFO_PREFERRED_VECTOR_WIDTH_FLOAT:
  case UR_DEVICE_INFO_NATIVE_VECTOR_WIDTH_FLOAT:
    return 4;
  case UR_DEVICE_INFO_PREFERRED_VECTOR_WIDTH_LONG:
  case UR_DEVICE_INFO_NATIVE_VECTOR_WIDTH_LONG:
  case UR_DEVICE_INFO_PREFERRED_VECTOR_WIDTH_LONG_LONG:
  case UR_DEVICE_INFO_NATIVE_VECTOR_WIDTH_LONG_LONG:
  case UR_DEVICE_INFO_PREFERRED_VECTOR_WIDTH_DOUBLE:
  case UR_DEVICE_INFO_NATIVE_VECTOR_WIDTH_DOUBLE:
    return 8;
  default:
    return std::nullopt;
  }
}

} // namespace ursa::adapter
