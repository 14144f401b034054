// The CPU according to hwloc: what this process may run on.
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
  uint32_t processingUnits = 1; ///< available to this process
  uint64_t memoryBytes = 0;
  uint64_t firstLevelCacheBytes = 0;
  uint64_t lastLevelCacheBytes = 0;
  uint32_t cacheLineBytes = 64;
  uint32_t clockMegahertz = 0; ///< 0 when unknown
  hwloc_topology *handle = nullptr;

  /// Returns all units that this process may use.
  UnitList allUnits() const;
};

/// Queried once and kept until the process ends.
const Topology &topology();

/// Binds the calling thread to some processing units while the object lives, as far as the system
/// allows.
class ThreadConfinement {
public:
  explicit ThreadConfinement(const UnitList &units);
  ThreadConfinement(const ThreadConfinement &) = delete;
  ThreadConfinement &operator=(const ThreadConfinement &) = delete;
  ~ThreadConfinement();

private:
  void *before_ = nullptr; ///< previous binding, an hwloc bitmap; null for none
};

} // namespace ursa::host
