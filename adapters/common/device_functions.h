// The functions about devices that adapters have alike.
#pragma once

#include "adapters/common/event_profile.h"
#include "adapters/common/handle.h"
#include "core/support/last_error.h"
#include "ur_api.h"

namespace ursa::adapter {

/// For a table's pfnGetGlobalTimestamps, where all times of profiles are on the host's clock.
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
