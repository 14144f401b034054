#include "adapters/host/queue/worker_pools.h"

#include "adapters/host/driver/adapter.h"
#include "adapters/host/driver/adapter_thread.h"
#include "adapters/host/queue/application_threads.h"
#include "adapters/host/queue/recycled_blocks.h"
#include "adapters/host/queue/worker_pool.h"

#include <algorithm>
#include <mutex>
#include <vector>

namespace ursa::host {
namespace {

struct Pools {
  std::mutex mutex; ///< guards the members below; not held while threads are joined
  std::vector<std::weak_ptr<WorkerPool>> confined;
  std::vector<std::unique_ptr<WorkerPool>> retired; ///< pools that a thread of the adapter released
};

// Never freed: devices may be released from static destructors.
Pools &pools() {
  static Pools &instance = *new Pools;
  return instance;
}

void stopRetired() {
  std::vector<std::unique_ptr<WorkerPool>> retired;
  {
    const std::lock_guard guard(pools().mutex);
    retired.swap(pools().retired);
  }
  for (const auto &pool : retired)
    pool->stop();
}

// A thread of the adapter cannot join itself, and must not join others, which might join it.
void retire(WorkerPool *pool) {
  std::unique_ptr<WorkerPool> owned(pool);
  if (isOnAdapterThread()) {
    const std::lock_guard guard(pools().mutex);
    pools().retired.push_back(std::move(owned));
    return;
  }
  owned->stop();
  stopRetired();
}

std::vector<std::shared_ptr<WorkerPool>> confinedPools() {
  std::vector<std::shared_ptr<WorkerPool>> alive;
  const std::lock_guard guard(pools().mutex);
  for (const auto &known : pools().confined)
    if (auto pool = known.lock())
      alive.push_back(std::move(pool));
  return alive;
}

} // namespace

WorkerPool &pool() {
  static WorkerPool &instance = *new WorkerPool(topology().allUnits(), /*isConfined=*/false);
  return instance;
}

std::shared_ptr<WorkerPool> makeConfinedPool(const UnitList &units) {
  if (!isOnAdapterThread())
    stopRetired();
  std::shared_ptr<WorkerPool> pool(new WorkerPool(units, /*isConfined=*/true), retire);
  const std::lock_guard guard(pools().mutex);
  std::erase_if(pools().confined, [](const auto &known) { return known.expired(); });
  pools().confined.push_back(pool);
  return pool;
}

void waitForPoolsOf(const UnitList &units) {
  if (units == pool().units())
    pool().waitForAll();
  for (const auto &confined : confinedPools())
    if (std::includes(units.begin(), units.end(), confined->units().begin(),
                      confined->units().end()))
      confined->waitForAll();
}

// Callbacks may enqueue commands, which start the threads again.
void stopPools() {
  if (isOnAdapterThread())
    return;
  const auto areRunning = [] {
    const auto confined = confinedPools();
    return pool().isRunning() ||
           std::ranges::any_of(confined, [](const auto &one) { return one->isRunning(); });
  };
  do {
    pool().stop();
    for (const auto &confined : confinedPools())
      confined->stop();
    stopRetired();
    callbackThread().stop();
  } while (areRunning());
  eventBlocks().trim();
  workBlocks().trim();
}

} // namespace ursa::host
