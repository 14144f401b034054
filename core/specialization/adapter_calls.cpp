#include "core/specialization/adapter_calls.h"

namespace ursa {

Error withAdapterReason(Error error, ur_device_handle_t device) {
  ur_platform_handle_t platform = nullptr;
  ur_adapter_handle_t adapter = nullptr;
  const char *message = nullptr;
  int32_t code = 0;
  if (callAdapter<Function::urDeviceGetInfo>(device, UR_DEVICE_INFO_PLATFORM, sizeof(platform),
                                             &platform, nullptr) == UR_RESULT_SUCCESS &&
      callAdapter<Function::urPlatformGetInfo>(platform, UR_PLATFORM_INFO_ADAPTER, sizeof(adapter),
                                               &adapter, nullptr) == UR_RESULT_SUCCESS &&
      callAdapter<Function::urAdapterGetLastError>(adapter, &message, &code) == UR_RESULT_SUCCESS &&
      message && *message)
    error.message += fmt::format(" {}", message);
  return error;
}

std::string deviceName(ur_device_handle_t device) {
  size_t size = 0;
  if (callAdapter<Function::urDeviceGetInfo>(device, UR_DEVICE_INFO_NAME, 0, nullptr, &size) !=
          UR_RESULT_SUCCESS ||
      size == 0)
    return "?";
  std::string name(size, '\0');
  if (callAdapter<Function::urDeviceGetInfo>(device, UR_DEVICE_INFO_NAME, size, name.data(),
                                             nullptr) != UR_RESULT_SUCCESS)
    return "?";
  name.resize(name.find('\0') == name.npos ? size : name.find('\0'));
  return name;
}

bool deviceSpecializesPrograms(ur_device_handle_t device) {
  ur_bool_t answer = false;
  return callAdapter<Function::urDeviceGetInfo>(
             device, UR_DEVICE_INFO_PROGRAM_SET_SPECIALIZATION_CONSTANTS, sizeof(answer), &answer,
             nullptr) == UR_RESULT_SUCCESS &&
         answer;
}

bool deviceAccepts(ur_device_handle_t device, const std::string &target) {
  const ur_device_binary_t binary = {UR_STRUCTURE_TYPE_DEVICE_BINARY, nullptr, target.c_str()};
  uint32_t selected = 0;
  return callAdapter<Function::urDeviceSelectBinary>(device, &binary, 1, &selected) ==
             UR_RESULT_SUCCESS &&
         selected == 0;
}

} // namespace ursa
