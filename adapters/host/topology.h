// The CPU as hwloc sees it: what this process may run on.
#pragma once

#include <cstdint>
#include <string>

struct hwloc_topology;

namespace ursa::host {

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

  /// Binds the calling thread to the processing unit with that index, as far as the system allows.
  void pinThisThread(uint32_t index) const;
};

/// Read once, kept until the process ends.
const Topology &topology();

/// Memory that could be handed out now, in bytes.
uint64_t freeMemoryBytes();

} // namespace ursa::host
