// Which allocation of a region has which contents (AdaptiveCpp runtime specification, "Data state
// tracking and pages").
#pragma once

#include "sycl/runtime/command.h"
#include "sycl/runtime/page_grid.h"
#include "sycl/runtime/region_map.h"

namespace ursa::runtime {

/// For each allocation of a region, where its contents are up-to-date. The state is kept for boxes,
/// not for each page, and is exact where an access without contents wrote a part of a page: then no
/// allocation has the whole page, but each byte is up-to-date in one of them. Not thread safe.
class PageTable {
public:
  explicit PageTable(const PageGrid &grid) : grid_(grid) {}

  /// Returns the number of the new allocation. The first is 0.
  size_t addAllocation(bool isUpToDate);
  size_t allocationCount() const { return states_.size(); }

  /// Whether an allocation has all contents of a box.
  bool isUpToDate(size_t allocation, const Box &box) const;
  /// Appends the parts of a box that are outdated in an allocation, or up-to-date.
  void appendParts(size_t allocation, const Box &box, bool areUpToDate, Boxes &parts) const;

  /// A command is about to bring the contents of a box to an allocation.
  void transferred(size_t allocation, const Box &box, const SharedCommand &transfer);
  /// A command that writes a box of an allocation: it is outdated in the others.
  void written(size_t allocation, const Box &box);

  /// Calls @p visitor(box, transfer) for the parts of a box; the transfer that brings the contents
  /// is null where none does.
  template <class Visitor>
  void visitTransfers(size_t allocation, const Box &box, Visitor &&visitor) const {
    states_[allocation].visit(
        box, [&](const Box &part, const State &state) { visitor(part, state.transfer); });
  }

private:
  struct State {
    bool isUpToDate = false;
    SharedCommand transfer; ///< that made it so
    friend bool operator==(const State &, const State &) = default;
  };

  PageGrid grid_;
  std::vector<RegionMap<State>> states_;
};

} // namespace ursa::runtime
