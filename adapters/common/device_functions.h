// The device functions that adapters share.
#pragma once

#include "adapters/common/event_profile.h"
#include "adapters/common/handle.h"
#include "core/support/last_error.h"
#include "ur_api.h"

namespace ursa::adapter {

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

} // namespace ursa::adapter
