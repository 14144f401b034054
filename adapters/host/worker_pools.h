// The worker pools of all devices: the whole device's, which stays, and one for each sub-device.
#pragma once

#include "adapters/host/topology.h"

#include <memory>

namespace ursa::host {

class WorkerPool;

/// A pool for a sub-device. Its threads end with the last reference; given up on a thread of the
/// adapter, they end with the next pool that is made or given up elsewhere, or with stopPools.
std::shared_ptr<WorkerPool> makeConfinedPool(const UnitList &units);

/// Returns when all commands are complete that were enqueued to pools of some of these units and no
/// others.
void waitForPoolsOf(const UnitList &units);

/// Stops all pools and the thread that calls back; they start again with their next command. Does
/// nothing on a thread of the adapter.
void stopPools();

} // namespace ursa::host
