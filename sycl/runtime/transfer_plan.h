// Which transfers bring contents to where they are used (AdaptiveCpp runtime specification, "Data
// transfers").
#pragma once

#include "sycl/runtime/page_table.h"

#include <functional>

namespace ursa::runtime {

/// The allocation on the host: every device can copy to it and from it.
constexpr size_t kHostAllocation = 0;

/// The routes of a direct copy between two allocations, which differ in cost.
enum class Route {
  None,       ///< only through the host
  SameDevice, ///< both allocations are on one physical device
  Peer        ///< the devices can copy from each other
};

struct Transfer {
  size_t from = 0, to = 0; ///< allocations; one of them is the host's, or the copy is direct
  Box box;
  friend bool operator==(const Transfer &, const Transfer &) = default;
};

/// Returns the transfers after which an allocation has the contents of the boxes, in the order in
/// which they depend on each other. Only outdated parts move, and parts without contents anywhere
/// do not; parts from the same source are merged. Sources are preferred in this order: the same
/// device, a peer, the host; what only another device has goes through the host, which has it then,
/// too.
/// @param routeOf the way from an allocation to the target. The host's is not asked for
std::vector<Transfer> planTransfers(const PageTable &table, size_t target, const Boxes &boxes,
                                    const std::function<Route(size_t from)> &routeOf);

} // namespace ursa::runtime
