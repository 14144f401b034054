#include "adapters/common/device_functions.h"

#include <fmt/ranges.h>

namespace ursa::adapter {

Result<void> checkDeviceGet(ur_device_type_t type, uint32_t numEntries,
                            const ur_device_handle_t *phDevices) {
  if (type < UR_DEVICE_TYPE_DEFAULT || type > UR_DEVICE_TYPE_CUSTOM)
    return makeError(UR_RESULT_ERROR_INVALID_ENUMERATION, "The device type {} is not defined.",
                     static_cast<int>(type));
  return checkDeviceOutput(numEntries, phDevices, "phDevices");
}

Result<void> checkDeviceOutput(uint32_t numEntries, const ur_device_handle_t *devices,
                               const char *name) {
  if (devices && numEntries == 0)
    return makeError(UR_RESULT_ERROR_INVALID_SIZE,
                     "The number of devices to return is 0, but {} is not null.", name);
  if (!devices && numEntries != 0)
    return makeError(UR_RESULT_ERROR_INVALID_NULL_POINTER,
                     "The number of devices to return is {}, but {} is null.", numEntries, name);
  return {};
}

bool isOfType(ur_device_type_t device, ur_device_type_t requested) {
  return requested == UR_DEVICE_TYPE_DEFAULT || requested == UR_DEVICE_TYPE_ALL ||
         requested == device;
}

std::optional<uint32_t> findBinary(std::span<const ur_device_binary_t> binaries,
                                   std::span<const std::string> targets) {
  for (const std::string &target : targets)
    for (uint32_t i = 0; i < binaries.size(); ++i)
      if (const char *spec = binaries[i].pDeviceTargetSpec; spec && target == spec)
        return i;
  return std::nullopt;
}

const char *targetName(const ur_device_binary_t &binary) {
  return binary.pDeviceTargetSpec ? binary.pDeviceTargetSpec : "(null)";
}

Error noBinaryError(std::span<const std::string> targets, std::span<const std::string> offered) {
  if (targets.empty())
    return makeError(UR_RESULT_ERROR_INVALID_BINARY,
                     "This device takes no device images; offered were: {}.",
                     fmt::join(offered, " "));
  return makeError(UR_RESULT_ERROR_INVALID_BINARY,
                   "This device takes binaries for '{}'; offered were: {}.",
                   fmt::join(targets, "', '"), fmt::join(offered, " "));
}

Result<uint32_t> chooseBinary(std::span<const ur_device_binary_t> binaries,
                              std::span<const std::string> targets) {
  if (const auto found = findBinary(binaries, targets))
    return *found;
  std::vector<std::string> offered;
  for (const ur_device_binary_t &binary : binaries)
    offered.push_back(fmt::format("'{}'", targetName(binary)));
  return noBinaryError(targets, offered);
}

} // namespace ursa::adapter
