// urDeviceGetSelected: urDeviceGet, filtered by ONEAPI_DEVICE_SELECTOR.

#include "core/api/names.h"
#include "core/dispatch/dispatch.h"
#include "core/loader/adapter_registry.h"
#include "core/loader/device_selector.h"
#include "support/environment.h"
#include "support/last_error.h"

#include <algorithm>
#include <vector>

namespace ursa::core::loader {
namespace {

using api::Function;
using dispatch::callAdapter;

/// Converts an adapter's error code to an error.
Result<void> checkAdapter(ur_result_t result, const char *doing) {
  if (result == UR_RESULT_SUCCESS)
    return {};
  return makeError(result,
                   "urDeviceGetSelected: the adapter answered {} while it was asked for {}.",
                   api::resultName(result), doing);
}

/// Owns references to devices, and releases those that are not taken.
class DeviceList {
public:
  DeviceList() = default;
  DeviceList(const DeviceList &) = delete;
  DeviceList &operator=(const DeviceList &) = delete;
  ~DeviceList() { shrink(0); }

  /// Fills the list with all devices of a platform.
  Result<void> fill(ur_platform_handle_t platform) {
    uint32_t count = 0;
    URSA_CHECK(checkAdapter(
        callAdapter<Function::urDeviceGet>(platform, UR_DEVICE_TYPE_ALL, 0u, nullptr, &count),
        "the number of devices"));
    if (count == 0)
      return {};
    devices_.resize(count);
    return checkAdapter(callAdapter<Function::urDeviceGet>(platform, UR_DEVICE_TYPE_ALL, count,
                                                           devices_.data(), nullptr),
                        "the devices");
  }

  /// Fills the list with the sub-devices of a device; with none if it does not support this
  /// partition.
  Result<void> partition(ur_device_handle_t device, ur_device_partition_property_t property) {
    const ur_device_partition_properties_t properties{UR_STRUCTURE_TYPE_DEVICE_PARTITION_PROPERTIES,
                                                      nullptr, &property, 1};
    uint32_t count = 0;
    const ur_result_t result =
        callAdapter<Function::urDevicePartition>(device, &properties, 0u, nullptr, &count);
    if (isNoPartition(result))
      return {};
    URSA_CHECK(checkAdapter(result, "the number of sub-devices"));
    if (count == 0)
      return {};
    devices_.resize(count);
    return checkAdapter(callAdapter<Function::urDevicePartition>(device, &properties, count,
                                                                 devices_.data(), nullptr),
                        "the sub-devices");
  }

  uint32_t size() const { return static_cast<uint32_t>(devices_.size()); }
  ur_device_handle_t operator[](uint32_t index) const { return devices_[index]; }
  ur_device_handle_t take(uint32_t index) { return std::exchange(devices_[index], nullptr); }

  /// Moves one device from another list to this one.
  void takeFrom(DeviceList &other, uint32_t index) {
    devices_.push_back(nullptr); // may throw while the other list still owns the device
    devices_.back() = other.take(index);
  }

  /// Releases all but the first @p count devices.
  void shrink(uint32_t count) {
    for (uint32_t i = count; i < size(); ++i)
      if (devices_[i])
        callAdapter<Function::urDeviceRelease>(devices_[i]);
    devices_.resize(std::min(size(), count));
  }

private:
  static bool isNoPartition(ur_result_t result) {
    return result == UR_RESULT_ERROR_UNSUPPORTED_FEATURE ||
           result == UR_RESULT_ERROR_UNSUPPORTED_ENUMERATION ||
           result == UR_RESULT_ERROR_DEVICE_PARTITION_FAILED ||
           result == UR_RESULT_ERROR_INVALID_DEVICE_PARTITION_COUNT ||
           result == UR_RESULT_ERROR_INVALID_VALUE;
  }

  std::vector<ur_device_handle_t> devices_;
};

/// Returns how a device is partitioned into the selector's sub-devices, and these into their parts.
ur_device_partition_property_t partitionOf(size_t depth) {
  ur_device_partition_property_t property{};
  property.type =
      depth == 0 ? UR_DEVICE_PARTITION_BY_AFFINITY_DOMAIN : UR_DEVICE_PARTITION_BY_CSLICE;
  if (depth == 0)
    property.value.affinity_domain = UR_DEVICE_AFFINITY_DOMAIN_FLAG_NEXT_PARTITIONABLE;
  return property;
}

/// Adds the selected parts of a device.
///
/// @param part the indices that lead from the whole device to @p device
Result<void> selectParts(ur_device_handle_t device, const SelectableDevice &whole, size_t depth,
                         const DeviceSelector &selector, std::vector<uint32_t> &part,
                         DeviceList &selected) {
  DeviceList parts;
  URSA_CHECK(parts.partition(device, partitionOf(part.size())));
  part.push_back(0);
  for (uint32_t i = 0; i < parts.size(); ++i) {
    part.back() = i;
    const ur_device_handle_t handle = parts[i];
    if (selector.accepts(whole, part))
      selected.takeFrom(parts, i);
    if (part.size() < depth)
      URSA_CHECK(selectParts(handle, whole, depth, selector, part, selected));
  }
  part.pop_back();
  return {};
}

Result<void> selectDevices(DeviceList &devices, ur_platform_handle_t platform,
                           ur_device_type_t wantedType, const DeviceSelector &selector,
                           DeviceList &selected) {
  const std::string adapter = adapterRegistry().nameOf(dispatch::tablesOf(platform));
  SelectableDevice device;
  device.adapter = adapter;
  URSA_CHECK(checkAdapter(
      callAdapter<Function::urPlatformGetInfo>(platform, UR_PLATFORM_INFO_BACKEND,
                                               sizeof(device.backend), &device.backend, nullptr),
      "the backend of the platform"));
  for (uint32_t i = 0; i < devices.size(); ++i) {
    const ur_device_handle_t handle = devices[i];
    device.index = i;
    device.type = UR_DEVICE_TYPE_CUSTOM;
    URSA_CHECK(checkAdapter(callAdapter<Function::urDeviceGetInfo>(handle, UR_DEVICE_INFO_TYPE,
                                                                   sizeof(device.type),
                                                                   &device.type, nullptr),
                            "the type of a device"));
    if (wantedType != UR_DEVICE_TYPE_ALL && wantedType != UR_DEVICE_TYPE_DEFAULT &&
        wantedType != device.type)
      continue;
    if (selector.accepts(device))
      selected.takeFrom(devices, i);
    if (const size_t depth = selector.partDepth(device); depth > 0) {
      std::vector<uint32_t> part;
      URSA_CHECK(selectParts(handle, device, depth, selector, part, selected));
    }
  }
  if (wantedType == UR_DEVICE_TYPE_DEFAULT)
    selected.shrink(1);
  return {};
}

Result<void> getSelected(ur_platform_handle_t platform, ur_device_type_t type, uint32_t numEntries,
                         ur_device_handle_t *out, uint32_t *outCount, std::string_view text) {
  if (out && numEntries == 0)
    return makeError(UR_RESULT_ERROR_INVALID_SIZE,
                     "urDeviceGetSelected: phDevices is given, and NumEntries is 0.");
  if (!api::isEnumerator(type))
    return makeError(UR_RESULT_ERROR_INVALID_ENUMERATION,
                     "urDeviceGetSelected: {} is not a device type.", static_cast<uint32_t>(type));
  URSA_TRY(const DeviceSelector selector, DeviceSelector::parse(text));
  DeviceList devices, selected;
  URSA_CHECK(devices.fill(platform));
  URSA_CHECK(selectDevices(devices, platform, type, selector, selected));
  const uint32_t count = selected.size();
  if (out)
    for (uint32_t i = 0; i < numEntries && i < count; ++i)
      out[i] = selected.take(i);
  if (outCount)
    *outCount = count;
  return {};
}

} // namespace

ur_result_t urDeviceGetSelected(ur_platform_handle_t hPlatform, ur_device_type_t DeviceType,
                                uint32_t NumEntries, ur_device_handle_t *phDevices,
                                uint32_t *pNumDevices) {
  std::optional<std::string> text;
  const ur_result_t read = atBoundary([&]() -> Result<void> {
    text = environmentVariable("ONEAPI_DEVICE_SELECTOR");
    return {};
  });
  if (read != UR_RESULT_SUCCESS)
    return read;
  if (!text)
    return dispatch::passToAdapter<Function::urDeviceGet>(hPlatform, DeviceType, NumEntries,
                                                          phDevices, pNumDevices);
  return atBoundary([&] {
    return getSelected(hPlatform, DeviceType, NumEntries, phDevices, pNumDevices, *text);
  });
}

} // namespace ursa::core::loader
