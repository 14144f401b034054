#include "adapters/host/driver/topology.h"

#include "adapters/host/driver/system_memory.h"
#include "support/readable_names.h"
#include "support/stack.h"

#include <hwloc.h>

#include <algorithm>
#include <fstream>
#include <numeric>
#include <utility>

namespace ursa::host {
namespace {

std::string infoOf(hwloc_obj_t object, const char *name) {
  const char *value = object ? hwloc_obj_get_info_by_name(object, name) : nullptr;
  return value ? value : "";
}

// Returns the maximum clock according to the kernel, else the one measured at boot.
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
  // The affinity mask of the process, as set by taskset and similar tools.
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
      result.cpuName = trimmedName(infoOf(object, "CPUModel"));
    if (result.cpuVendor.empty())
      result.cpuVendor = infoOf(object, "CPUVendor");
  }
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

UnitList Topology::allUnits() const {
  UnitList units(processingUnits);
  std::iota(units.begin(), units.end(), 0);
  return units;
}

ThreadConfinement::ThreadConfinement(const UnitList &units) {
  hwloc_topology *const handle = topology().handle;
  if (!handle)
    return;
  hwloc_bitmap_t before = hwloc_bitmap_alloc();
  hwloc_bitmap_t wanted = hwloc_bitmap_alloc();
  for (const uint32_t unit : units)
    if (hwloc_obj_t object = hwloc_get_obj_by_type(handle, HWLOC_OBJ_PU, unit))
      hwloc_bitmap_or(wanted, wanted, object->cpuset);
  if (hwloc_get_cpubind(handle, before, HWLOC_CPUBIND_THREAD) == 0 &&
      hwloc_set_cpubind(handle, wanted, HWLOC_CPUBIND_THREAD) == 0)
    before_ = std::exchange(before, nullptr);
  hwloc_bitmap_free(wanted);
  hwloc_bitmap_free(before);
}

ThreadConfinement::~ThreadConfinement() {
  if (!before_)
    return;
  auto *before = static_cast<hwloc_bitmap_t>(before_);
  hwloc_set_cpubind(topology().handle, before, HWLOC_CPUBIND_THREAD);
  hwloc_bitmap_free(before);
}

const Topology &topology() {
  static const Topology &instance = *[] {
    auto read = onLargeStack([] { return Result(readTopology()); }); // libraries read files
    auto *result = new Topology(read ? *std::move(read) : readTopology());
    if (result->cpuName.empty())
      result->cpuName = "CPU";
    if (result->cpuVendor.empty())
      result->cpuVendor = "unknown";
    result->memoryBytes = systemMemory().total;
    result->clockMegahertz = clockMegahertz();
    return result;
  }();
  return instance;
}

} // namespace ursa::host
