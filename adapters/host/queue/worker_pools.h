// The worker pools of all devices: the permanent pool of the root device, and one for each
// sub-device.
#pragma once

#include "adapters/host/driver/topology.h"

#include <memory>

namespace ursa::host {

class WorkerPool;

/// Creates a pool for a sub-device. Its threads end with the last reference. If that is released on
/// a thread of the adapter, which cannot join them, they end when another thread creates or
/// releases a pool, or with stopPools.
std::shared_ptr<WorkerPool> makeConfinedPool(const UnitList &units);

/// Returns when the commands of all pools that use only these units are complete.
void waitForPoolsOf(const UnitList &units);

/// Stops all pools and the callback thread; the next command starts them again. Does nothing on a
/// thread of the adapter.
void stopPools();

} // namespace ursa::host
