// The one device: the CPU, as much of it as this process may use.
#pragma once

#include "adapters/common/handle.h"

/// Exists once; its references are counted for the sake of the query only.
struct ur_device_handle_t_ : ursa::adapter::HandleBase {};

namespace ursa::host {

/// @name Limits of the device
/// @{
inline constexpr size_t kMaxWorkGroupSize = 4096;
inline constexpr size_t kMaxParameterBytes = 4096;
/// @}

/// Local memory of a work-group in bytes: ordinary memory that stays in the caches.
uint64_t localMemoryBytes();

/// An error when the handle is not the device.
Result<void> checkDevice(ur_device_handle_t hDevice);

void fillDeviceTable(ur_dditable_t &table);

} // namespace ursa::host
