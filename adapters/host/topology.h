// The CPU as hwloc sees it: what this process may run on.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

struct hwloc_topology;

namespace ursa::host {

/// Processing units by hwloc's logical index, in ascending order: neighbours share caches.
using UnitList = std::vector<uint32_t>;

struct Topology {
  std::string cpuName;
  std::string cpuVendor;
  uint32_t processingUnits = 1; ///< that this process may use
  uint64_t memoryBytes = 0;
  uint64_t firstLevelCacheBytes = 0;
  uint64_t lastLevelCacheBytes = 0;
  uint32_t cacheLineBytes = 64;
  uint32_t clockMegahertz = 0; ///< 0 when unknown
  hwloc_topology *handle = nullptr;

  /// All that this process may use.
  UnitList allUnits() const;
  /// Binds the calling thread to a processing unit, as far as the system allows.
  void pinThisThread(uint32_t unit) const;
};

/// Read once, kept until the process ends.
const Topology &topology();

/// Keeps the calling thread on some processing units while it lives, as far as the system allows.
class ThreadConfinement {
public:
  explicit ThreadConfinement(const UnitList &units);
  ThreadConfinement(const ThreadConfinement &) = delete;
  ThreadConfinement &operator=(const ThreadConfinement &) = delete;
  ~ThreadConfinement();

private:
  void *before_ = nullptr; ///< where the thread could run before, a bitmap of hwloc; null for none
};

} // namespace ursa::host
