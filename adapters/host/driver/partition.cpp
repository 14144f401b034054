#include "adapters/host/driver/partition.h"

#include <hwloc.h>

#include <algorithm>
#include <bit>
#include <optional>
#include <utility>

namespace ursa::host {
namespace {

using Domain = ur_device_affinity_domain_flag_t;

// From the outermost level to the innermost.
constexpr std::pair<Domain, hwloc_obj_type_t> kLevels[] = {
    {UR_DEVICE_AFFINITY_DOMAIN_FLAG_NUMA, HWLOC_OBJ_NUMANODE},
    {UR_DEVICE_AFFINITY_DOMAIN_FLAG_L4_CACHE, HWLOC_OBJ_L4CACHE},
    {UR_DEVICE_AFFINITY_DOMAIN_FLAG_L3_CACHE, HWLOC_OBJ_L3CACHE},
    {UR_DEVICE_AFFINITY_DOMAIN_FLAG_L2_CACHE, HWLOC_OBJ_L2CACHE},
    {UR_DEVICE_AFFINITY_DOMAIN_FLAG_L1_CACHE, HWLOC_OBJ_L1CACHE}};

// Returns a number for the NUMA node or cache of a unit. In hwloc, NUMA nodes are not ancestors of
// units: of several equally near nodes (two kinds of memory), the first represents all.
std::optional<uint64_t> placeOf(hwloc_topology *machine, hwloc_obj_type_t level, uint32_t unit) {
  hwloc_obj_t object = hwloc_get_obj_by_type(machine, HWLOC_OBJ_PU, unit);
  if (!object)
    return std::nullopt;
  if (level == HWLOC_OBJ_NUMANODE) {
    const int node = object->nodeset ? hwloc_bitmap_first(object->nodeset) : -1;
    return node < 0 ? std::nullopt : std::optional<uint64_t>(node);
  }
  hwloc_obj_t cache = hwloc_get_ancestor_obj_by_type(machine, level, object);
  return cache ? std::optional<uint64_t>(cache->logical_index) : std::nullopt;
}

// Groups the units by their node or cache at a level; empty if a unit has none.
std::vector<UnitList> groupUnitsAt(hwloc_topology *machine, hwloc_obj_type_t level,
                                   const UnitList &units) {
  std::vector<UnitList> parts;
  std::vector<uint64_t> places;
  if (!machine)
    return {};
  for (const uint32_t unit : units) {
    const auto place = placeOf(machine, level, unit);
    if (!place)
      return {};
    const auto known = std::find(places.begin(), places.end(), *place);
    const auto index = static_cast<size_t>(known - places.begin());
    if (known == places.end()) {
      places.push_back(*place);
      parts.emplace_back();
    }
    parts[index].push_back(unit);
  }
  return parts;
}

bool canBeCut(const UnitList &units) { return units.size() > 1; }

ur_device_partition_property_t propertyOf(Domain domain) {
  ur_device_partition_property_t property{};
  property.type = UR_DEVICE_PARTITION_BY_AFFINITY_DOMAIN;
  property.value.affinity_domain = domain;
  return property;
}

Result<Partition> cutEqually(const UnitList &units, const ur_device_partition_property_t &wanted) {
  const uint32_t size = wanted.value.equally;
  if (size == 0)
    return Error{UR_RESULT_ERROR_INVALID_VALUE, "Sub-devices of 0 compute units were requested."};
  if (size > units.size())
    return makeError(UR_RESULT_ERROR_INVALID_DEVICE_PARTITION_COUNT,
                     "Sub-devices of {} compute units were requested; the device has {}.", size,
                     units.size());
  Partition partition{{}, {wanted}};
  for (size_t begin = 0; begin + size <= units.size(); begin += size) {
    const auto first = units.begin() + static_cast<ptrdiff_t>(begin);
    partition.parts.emplace_back(first, first + static_cast<ptrdiff_t>(size));
  }
  return partition;
}

Result<Partition> cutByCounts(const UnitList &units,
                              const ur_device_partition_properties_t &properties) {
  Partition partition;
  size_t begin = 0;
  for (size_t i = 0; i < properties.PropCount; ++i) {
    const ur_device_partition_property_t &wanted = properties.pProperties[i];
    const size_t count = wanted.value.count;
    if (wanted.type != UR_DEVICE_PARTITION_BY_COUNTS || count == 0)
      return makeError(UR_RESULT_ERROR_INVALID_VALUE,
                       "Property {} of a partition by counts has type {} and count {}; the type of "
                       "counts and 1 or more are possible.",
                       i, static_cast<int>(wanted.type), count);
    if (count > units.size() - begin)
      return makeError(UR_RESULT_ERROR_INVALID_DEVICE_PARTITION_COUNT,
                       "Sub-device {} is to have {} compute units; {} of the device's {} are left.",
                       i, count, units.size() - begin, units.size());
    const auto first = units.begin() + static_cast<ptrdiff_t>(begin);
    partition.parts.emplace_back(first, first + static_cast<ptrdiff_t>(count));
    partition.properties.push_back(wanted);
    begin += count;
  }
  return partition;
}

Result<Partition> cutByDomain(hwloc_topology *machine, const UnitList &units,
                              ur_device_affinity_domain_flags_t wanted) {
  if (wanted & UR_DEVICE_AFFINITY_DOMAIN_FLAGS_MASK)
    return makeError(UR_RESULT_ERROR_INVALID_ENUMERATION,
                     "The affinity domains {:#x} are not defined.", wanted);
  if (!std::has_single_bit(wanted))
    return makeError(UR_RESULT_ERROR_INVALID_VALUE,
                     "A partition is by one affinity domain; {:#x} was given.", wanted);
  const bool wantsNext = wanted == UR_DEVICE_AFFINITY_DOMAIN_FLAG_NEXT_PARTITIONABLE;
  for (const auto &[domain, level] : kLevels) {
    if (!wantsNext && wanted != static_cast<ur_device_affinity_domain_flags_t>(domain))
      continue;
    std::vector<UnitList> parts = groupUnitsAt(machine, level, units);
    if (parts.size() > (wantsNext ? 1 : 0))
      return Partition{std::move(parts), {propertyOf(domain)}};
  }
  return makeError(
      UR_RESULT_ERROR_DEVICE_PARTITION_FAILED,
      "The device's {} compute units cannot be partitioned by affinity domain {:#x}; {:#x} "
      "are possible.",
      units.size(), wanted, affinityDomains(machine, units));
}

} // namespace

std::vector<ur_device_partition_t> supportedPartitions(hwloc_topology *machine,
                                                       const UnitList &units) {
  if (!canBeCut(units))
    return {};
  std::vector<ur_device_partition_t> ways = {UR_DEVICE_PARTITION_EQUALLY,
                                             UR_DEVICE_PARTITION_BY_COUNTS};
  if (affinityDomains(machine, units) != 0)
    ways.push_back(UR_DEVICE_PARTITION_BY_AFFINITY_DOMAIN);
  return ways;
}

ur_device_affinity_domain_flags_t affinityDomains(hwloc_topology *machine, const UnitList &units) {
  ur_device_affinity_domain_flags_t domains = 0;
  if (!canBeCut(units))
    return domains;
  for (const auto &[domain, level] : kLevels) {
    const size_t parts = groupUnitsAt(machine, level, units).size();
    if (parts > 0)
      domains |= domain;
    if (parts > 1)
      domains |= UR_DEVICE_AFFINITY_DOMAIN_FLAG_NEXT_PARTITIONABLE;
  }
  return domains;
}

uint32_t maxSubDevices(const UnitList &units) {
  return canBeCut(units) ? static_cast<uint32_t>(units.size()) : 0;
}

Result<Partition> partitionUnits(hwloc_topology *machine, const UnitList &units,
                                 const ur_device_partition_properties_t &properties) {
  if (!properties.pProperties)
    return Error{UR_RESULT_ERROR_INVALID_NULL_POINTER, "The list of partition properties is null."};
  if (properties.PropCount == 0)
    return Error{UR_RESULT_ERROR_INVALID_VALUE, "The list of partition properties is empty."};
  const ur_device_partition_property_t &first = properties.pProperties[0];
  if (first.type < UR_DEVICE_PARTITION_EQUALLY || first.type > UR_DEVICE_PARTITION_BY_CSLICE)
    return makeError(UR_RESULT_ERROR_INVALID_ENUMERATION, "There is no partition of type {}.",
                     static_cast<int>(first.type));
  if (first.type != UR_DEVICE_PARTITION_BY_COUNTS && properties.PropCount != 1)
    return makeError(UR_RESULT_ERROR_INVALID_VALUE,
                     "A partition of type {} has one property; {} were given.",
                     static_cast<int>(first.type), properties.PropCount);
  if (!canBeCut(units))
    return Error{UR_RESULT_ERROR_DEVICE_PARTITION_FAILED,
                 "The device has one compute unit, which cannot be partitioned."};
  switch (first.type) {
  case UR_DEVICE_PARTITION_EQUALLY:
    return cutEqually(units, first);
  case UR_DEVICE_PARTITION_BY_COUNTS:
    return cutByCounts(units, properties);
  case UR_DEVICE_PARTITION_BY_AFFINITY_DOMAIN:
    return cutByDomain(machine, units, first.value.affinity_domain);
  default:
    return Error{UR_RESULT_ERROR_DEVICE_PARTITION_FAILED,
                 "A CPU has no compute slices and cannot be partitioned by them."};
  }
}

} // namespace ursa::host
