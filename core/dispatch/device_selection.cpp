// urDeviceGetSelected: urDeviceGet, seen through ONEAPI_DEVICE_SELECTOR.

#include "core/api/names.h"
#include "core/dispatch/loader_functions.h"
#include "core/loader/device_selector.h"
#include "core/support/environment.h"
#include "core/support/last_error.h"

#include <vector>

namespace ursa {
namespace {

/// An error with the code that an adapter gave.
Result<void> checkAdapter(ur_result_t result, const char *doing) {
  if (result == UR_RESULT_SUCCESS)
    return {};
  return makeError(result,
                   "urDeviceGetSelected: the adapter answered {} while it was asked for {}.",
                   resultName(result), doing);
}

/// All devices of a platform, which are given back unless they are taken.
class PlatformDevices {
public:
  PlatformDevices() = default;
  PlatformDevices(const PlatformDevices &) = delete;
  PlatformDevices &operator=(const PlatformDevices &) = delete;
  ~PlatformDevices() {
    for (ur_device_handle_t device : devices_)
      if (device)
        callAdapter<Function::urDeviceRelease>(device);
  }

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

  uint32_t size() const { return static_cast<uint32_t>(devices_.size()); }
  ur_device_handle_t operator[](uint32_t index) const { return devices_[index]; }
  ur_device_handle_t take(uint32_t index) { return std::exchange(devices_[index], nullptr); }

private:
  std::vector<ur_device_handle_t> devices_;
};

Result<std::vector<uint32_t>> selectDevices(const PlatformDevices &devices,
                                            ur_platform_handle_t platform,
                                            ur_device_type_t wantedType,
                                            const DeviceSelector &selector) {
  ur_backend_t backend = UR_BACKEND_UNKNOWN;
  URSA_CHECK(
      checkAdapter(callAdapter<Function::urPlatformGetInfo>(platform, UR_PLATFORM_INFO_BACKEND,
                                                            sizeof(backend), &backend, nullptr),
                   "the backend of the platform"));
  std::vector<uint32_t> selected;
  for (uint32_t i = 0; i < devices.size(); ++i) {
    ur_device_type_t type = UR_DEVICE_TYPE_CUSTOM;
    URSA_CHECK(checkAdapter(callAdapter<Function::urDeviceGetInfo>(devices[i], UR_DEVICE_INFO_TYPE,
                                                                   sizeof(type), &type, nullptr),
                            "the type of a device"));
    const bool ofType = wantedType == UR_DEVICE_TYPE_ALL || wantedType == UR_DEVICE_TYPE_DEFAULT ||
                        wantedType == type;
    if (ofType && selector.accepts(backend, type, i))
      selected.push_back(i);
  }
  if (wantedType == UR_DEVICE_TYPE_DEFAULT && selected.size() > 1)
    selected.resize(1);
  return selected;
}

Result<void> getSelected(ur_platform_handle_t platform, ur_device_type_t type, uint32_t numEntries,
                         ur_device_handle_t *out, uint32_t *outCount, std::string_view text) {
  if (out && numEntries == 0)
    return makeError(UR_RESULT_ERROR_INVALID_SIZE,
                     "urDeviceGetSelected: phDevices is given, and NumEntries is 0.");
  if (!isEnumerator(type))
    return makeError(UR_RESULT_ERROR_INVALID_ENUMERATION,
                     "urDeviceGetSelected: {} is not a device type.", static_cast<uint32_t>(type));
  URSA_TRY(const DeviceSelector selector, DeviceSelector::parse(text));
  PlatformDevices devices;
  URSA_CHECK(devices.fill(platform));
  URSA_TRY(const std::vector<uint32_t> selected, selectDevices(devices, platform, type, selector));
  if (out)
    for (uint32_t i = 0; i < numEntries && i < selected.size(); ++i)
      out[i] = devices.take(selected[i]);
  if (outCount)
    *outCount = static_cast<uint32_t>(selected.size());
  return {};
}

} // namespace

ur_result_t Intercept<Function::urDeviceGetSelected>::call(ur_platform_handle_t hPlatform,
                                                           ur_device_type_t DeviceType,
                                                           uint32_t NumEntries,
                                                           ur_device_handle_t *phDevices,
                                                           uint32_t *pNumDevices) {
  std::optional<std::string> text;
  const ur_result_t read = atBoundary([&]() -> Result<void> {
    text = environmentVariable("ONEAPI_DEVICE_SELECTOR");
    return {};
  });
  if (read != UR_RESULT_SUCCESS)
    return read;
  if (!text)
    return passToAdapter<Function::urDeviceGet>(hPlatform, DeviceType, NumEntries, phDevices,
                                                pNumDevices);
  return atBoundary([&] {
    return getSelected(hPlatform, DeviceType, NumEntries, phDevices, pNumDevices, *text);
  });
}

} // namespace ursa

UR_APIEXPORT ur_result_t UR_APICALL urDeviceGetSelected(ur_platform_handle_t hPlatform,
                                                        ur_device_type_t DeviceType,
                                                        uint32_t NumEntries,
                                                        ur_device_handle_t *phDevices,
                                                        uint32_t *pNumDevices) {
  return ursa::dispatch<ursa::Function::urDeviceGetSelected>(hPlatform, DeviceType, NumEntries,
                                                             phDevices, pNumDevices);
}
