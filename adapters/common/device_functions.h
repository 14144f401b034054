// The device functions that all adapters share.
#pragma once

#include "adapters/common/concepts.h"
#include "adapters/common/event_profile.h"
#include "adapters/common/handle.h"
#include "support/last_error.h"
#include "ur_api.h"

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace ursa::adapter {

/// Checks the type and the output parameters of urDeviceGet.
/// Errors: UR_RESULT_ERROR_INVALID_ENUMERATION, and those of checkDeviceOutput.
Result<void> checkDeviceGet(ur_device_type_t type, uint32_t numEntries,
                            const ur_device_handle_t *phDevices);

/// Checks an output array of devices. Errors: UR_RESULT_ERROR_INVALID_SIZE if its size is 0,
/// UR_RESULT_ERROR_INVALID_NULL_POINTER if it is null and its size is not 0.
Result<void> checkDeviceOutput(uint32_t numEntries, const ur_device_handle_t *devices,
                               const char *name);

/// Returns whether a device is of the type that urDeviceGet requests.
bool isOfType(ur_device_type_t device, ur_device_type_t requested);

/// Implements pfnGet. The devices are root devices, whose references are not counted.
template <class Platform, class Device,
          Callable<Result<std::vector<Device *>>(Platform &, ur_device_type_t)> auto Find>
ur_result_t getDevices(Platform *hPlatform, ur_device_type_t DeviceType, uint32_t NumEntries,
                       Device **phDevices, uint32_t *pNumDevices) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hPlatform);
    URSA_CHECK(checkDeviceGet(DeviceType, NumEntries, phDevices));
    URSA_TRY(const std::vector<Device *> found, Find(*hPlatform, DeviceType));
    if (phDevices)
      std::copy_n(found.begin(), std::min<size_t>(NumEntries, found.size()), phDevices);
    if (pNumDevices)
      *pNumDevices = static_cast<uint32_t>(found.size());
    return {};
  });
}

/// Implement pfnRetain and pfnRelease: only references to sub-devices are counted.
template <class Device> ur_result_t retainDevice(Device *hDevice) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hDevice);
    if (!hDevice->isRoot())
      retain(hDevice);
    return {};
  });
}
template <class Device> ur_result_t releaseDevice(Device *hDevice) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hDevice);
    if (!hDevice->isRoot())
      release(hDevice);
    return {};
  });
}

/// Implements pfnSelectBinary.
/// @tparam Choose returns the index of the preferred binary
template <class Device,
          Callable<Result<uint32_t>(Device &, std::span<const ur_device_binary_t>)> auto Choose>
ur_result_t selectBinary(Device *hDevice, const ur_device_binary_t *pBinaries, uint32_t NumBinaries,
                         uint32_t *pSelectedBinary) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hDevice);
    URSA_POINTER(pBinaries);
    URSA_POINTER(pSelectedBinary);
    if (NumBinaries == 0)
      return makeError(UR_RESULT_ERROR_INVALID_SIZE, "NumBinaries is 0.");
    URSA_TRY(*pSelectedBinary, Choose(*hDevice, std::span(pBinaries, NumBinaries)));
    return {};
  });
}

/// Returns the first binary for the first of the targets that has one.
std::optional<uint32_t> findBinary(std::span<const ur_device_binary_t> binaries,
                                   std::span<const std::string> targets);

/// Returns the target of a binary for messages.
const char *targetName(const ur_device_binary_t &binary);

/// Returns the error UR_RESULT_ERROR_INVALID_BINARY.
/// @param targets of the device
/// @param offered descriptions of the binaries
Error noBinaryError(std::span<const std::string> targets, std::span<const std::string> offered);

/// Like findBinary; its error names the targets of all binaries.
Result<uint32_t> chooseBinary(std::span<const ur_device_binary_t> binaries,
                              std::span<const std::string> targets);

/// Implements pfnGetGlobalTimestamps for adapters whose profiling times use the host's clock.
template <class Device>
ur_result_t getHostTimestamps(Device *hDevice, uint64_t *pDeviceTimestamp,
                              uint64_t *pHostTimestamp) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hDevice);
    const uint64_t now = profileClock();
    if (pDeviceTimestamp)
      *pDeviceTimestamp = now;
    if (pHostTimestamp)
      *pHostTimestamp = now;
    return {};
  });
}

/// Implements pfnWaitExp.
/// @tparam Wait returns when all commands of the device are complete
template <class Device, Callable<Result<void>(Device &)> auto Wait>
ur_result_t waitForDevice(Device *hDevice) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hDevice);
    return Wait(*hDevice);
  });
}

/// Fills the table's functions of devices that all adapters have, except queries.
/// @tparam Find, Choose as above
template <class Platform, class Device,
          Callable<Result<std::vector<Device *>>(Platform &, ur_device_type_t)> auto Find,
          Callable<Result<uint32_t>(Device &, std::span<const ur_device_binary_t>)> auto Choose>
void fillDeviceFunctions(ur_dditable_t &table) {
  table.Device.pfnGet = getDevices<Platform, Device, Find>;
  table.Device.pfnRetain = retainDevice<Device>;
  table.Device.pfnRelease = releaseDevice<Device>;
  table.Device.pfnSelectBinary = selectBinary<Device, Choose>;
}

} // namespace ursa::adapter
