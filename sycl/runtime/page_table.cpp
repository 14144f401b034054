#include "sycl/runtime/page_table.h"

namespace ursa::runtime {

size_t PageTable::addAllocation(bool isUpToDate) {
  states_.emplace_back(grid_.extent(), grid_.pageSize(), State{isUpToDate, nullptr});
  return states_.size() - 1;
}

bool PageTable::isUpToDate(size_t allocation, const Box &box) const {
  bool is = true;
  states_[allocation].visit(
      box, [&](const Box & /*part*/, const State &state) { is = is && state.isUpToDate; });
  return is;
}

void PageTable::appendParts(size_t allocation, const Box &box, bool areUpToDate,
                            Boxes &parts) const {
  states_[allocation].visit(box, [&](const Box &part, const State &state) {
    if (state.isUpToDate == areUpToDate)
      parts.push_back(part);
  });
}

void PageTable::transferred(size_t allocation, const Box &box, const SharedCommand &transfer) {
  states_[allocation].assign(box, {true, transfer});
}

void PageTable::written(size_t allocation, const Box &box) {
  for (size_t i = 0; i < states_.size(); ++i)
    states_[i].assign(box, {i == allocation, nullptr});
}

} // namespace ursa::runtime
