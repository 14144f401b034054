// How a device is cut into sub-devices: which processing units each gets. Decisions only, over a
// topology of hwloc, so that they can be tested with machines that are not at hand.
#pragma once

#include "adapters/host/topology.h"
#include "core/support/result.h"

namespace ursa::host {

struct Partition {
  std::vector<UnitList> parts; ///< none is empty
  /// What UR_DEVICE_INFO_PARTITION_TYPE tells of each part. The next partitionable level is told as
  /// the level that it was.
  std::vector<ur_device_partition_property_t> properties;
};

/// The ways in which a device of these units can be cut; none when it has one unit.
std::vector<ur_device_partition_t> supportedPartitions(hwloc_topology *machine,
                                                       const UnitList &units);

/// The levels of memory at which it can be cut: those that every unit lies in. A level may have all
/// units in one place, and the cut has one part then; the next partitionable level is there when a
/// cut at some level has more.
ur_device_affinity_domain_flags_t affinityDomains(hwloc_topology *machine, const UnitList &units);

/// The largest number of parts that a cut can have; 0 when the device cannot be cut.
uint32_t maxSubDevices(const UnitList &units);

/// Cuts a device. Errors as of urDevicePartition.
Result<Partition> partitionUnits(hwloc_topology *machine, const UnitList &units,
                                 const ur_device_partition_properties_t &properties);

} // namespace ursa::host
