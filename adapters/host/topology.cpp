#include "adapters/host/topology.h"

#include <hwloc.h>

#include <algorithm>
#include <fstream>
#include <sstream>
#include <unistd.h>

namespace ursa::host {
namespace {

std::string infoOf(hwloc_obj_t object, const char *name) {
  const char *value = object ? hwloc_obj_get_info_by_name(object, name) : nullptr;
  return value ? value : "";
}

// Highest clock that the kernel knows of, else the one measured at boot.
uint32_t clockMegahertz() {
  uint64_t kilohertz = 0;
  if (std::ifstream("/sys/devices/system/cpu/cpu0/cpufreq/cpuinfo_max_freq") >> kilohertz)
    return static_cast<uint32_t>(kilohertz / 1000);
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);)
    if (line.starts_with("cpu MHz"))
      return static_cast<uint32_t>(std::strtod(line.c_str() + line.find(':') + 1, nullptr));
  return 0;
}

Topology readTopology() {
  Topology result;
  hwloc_topology_t handle = nullptr;
  if (hwloc_topology_init(&handle) != 0)
    return result;
  if (hwloc_topology_load(handle) != 0) {
    hwloc_topology_destroy(handle);
    return result;
  }
  // What taskset and the like leave to this process.
  hwloc_bitmap_t allowed = hwloc_bitmap_alloc();
  if (hwloc_get_cpubind(handle, allowed, HWLOC_CPUBIND_PROCESS) == 0 &&
      !hwloc_bitmap_iszero(allowed))
    hwloc_topology_restrict(handle, allowed, 0);
  hwloc_bitmap_free(allowed);

  result.handle = handle;
  result.processingUnits =
      static_cast<uint32_t>(std::max(1, hwloc_get_nbobjs_by_type(handle, HWLOC_OBJ_PU)));
  hwloc_obj_t machine = hwloc_get_root_obj(handle);
  hwloc_obj_t package = hwloc_get_obj_by_type(handle, HWLOC_OBJ_PACKAGE, 0);
  for (hwloc_obj_t object : {package, machine}) {
    if (result.cpuName.empty())
      result.cpuName = infoOf(object, "CPUModel");
    if (result.cpuVendor.empty())
      result.cpuVendor = infoOf(object, "CPUVendor");
  }
  result.memoryBytes = machine->total_memory;
  const auto cacheBytes = [handle](hwloc_obj_type_t type) -> uint64_t {
    hwloc_obj_t cache = hwloc_get_obj_by_type(handle, type, 0);
    return cache ? cache->attr->cache.size : 0;
  };
  result.firstLevelCacheBytes = cacheBytes(HWLOC_OBJ_L1CACHE);
  if (hwloc_obj_t cache = hwloc_get_obj_by_type(handle, HWLOC_OBJ_L1CACHE, 0);
      cache && cache->attr->cache.linesize > 0)
    result.cacheLineBytes = cache->attr->cache.linesize;
  for (const hwloc_obj_type_t type :
       {HWLOC_OBJ_L1CACHE, HWLOC_OBJ_L2CACHE, HWLOC_OBJ_L3CACHE, HWLOC_OBJ_L4CACHE})
    result.lastLevelCacheBytes = std::max(result.lastLevelCacheBytes, cacheBytes(type));
  return result;
}

} // namespace

void Topology::pinThisThread(uint32_t index) const {
  if (!handle)
    return;
  if (hwloc_obj_t unit = hwloc_get_obj_by_type(handle, HWLOC_OBJ_PU, index % processingUnits))
    hwloc_set_cpubind(handle, unit->cpuset, HWLOC_CPUBIND_THREAD);
}

const Topology &topology() {
  static const Topology &instance = *[] {
    auto *result = new Topology(readTopology());
    if (result->cpuName.empty())
      result->cpuName = "CPU";
    if (result->cpuVendor.empty())
      result->cpuVendor = "unknown";
    if (result->memoryBytes == 0)
      result->memoryBytes = static_cast<uint64_t>(sysconf(_SC_PHYS_PAGES)) *
                            static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
    result->clockMegahertz = clockMegahertz();
    return result;
  }();
  return instance;
}

uint64_t freeMemoryBytes() {
  std::ifstream file("/proc/meminfo");
  for (std::string line; std::getline(file, line);) {
    std::istringstream words(line);
    std::string key;
    uint64_t kibibytes = 0;
    if (words >> key >> kibibytes && key == "MemAvailable:")
      return kibibytes << 10;
  }
  return static_cast<uint64_t>(sysconf(_SC_AVPHYS_PAGES)) *
         static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
}

} // namespace ursa::host
