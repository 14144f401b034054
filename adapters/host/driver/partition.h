// Partitions a device into sub-devices: selects the processing units of each. Works on an hwloc
// topology only, so that tests can use synthetic machines.
#pragma once

#include "adapters/host/driver/topology.h"
#include "support/result.h"

namespace ursa::host {

struct Partition {
  std::vector<UnitList> parts; ///< none is empty
  /// The answer of UR_DEVICE_INFO_PARTITION_TYPE for each part.
  /// UR_DEVICE_AFFINITY_DOMAIN_FLAG_NEXT_PARTITIONABLE is replaced by the selected level.
  std::vector<ur_device_partition_property_t> properties;
};

/// Returns the partition types that a device with these units supports; none if it has one unit.
std::vector<ur_device_partition_t> supportedPartitions(hwloc_topology *machine,
                                                       const UnitList &units);

/// Returns the affinity domains that the units can be partitioned by: the memory levels that every
/// unit belongs to. A level that all units share gives one part. The next partitionable level is
/// included if some level gives several parts.
ur_device_affinity_domain_flags_t affinityDomains(hwloc_topology *machine, const UnitList &units);

/// Returns the maximum number of sub-devices; 0 if the device cannot be partitioned.
uint32_t maxSubDevices(const UnitList &units);

/// Partitions a device. Errors: those of urDevicePartition.
Result<Partition> partitionUnits(hwloc_topology *machine, const UnitList &units,
                                 const ur_device_partition_properties_t &properties);

} // namespace ursa::host
