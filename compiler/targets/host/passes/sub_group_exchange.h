// Sub-groups of kernels that run one work-item at a time: the work-items of a sub-group exchange
// values through memory, with a point between where all of them wait.
//
//   %y = call i32 @_Z17sub_group_shufflejj(i32 %x, i32 %from)
// becomes
//   store i32 %x, ptr (place of %lane in the values of this round)
//   store i32 1, ptr (mark of %lane in this round)          ; it waits at operation 1
//   call void @ursa.sub.group.wait()                        ; a suspend point, see lower_barriers
//   %y = load i32, ptr (place of %from in the values of that round)
//
// A round is a turn of all work-items of the sub-group. There is memory for two of them, since a
// work-item may write the next values before others have read the last ones. Work-items that wait
// elsewhere have other marks: an operation combines the values of those that have its own. Those at
// the first operation in the order of the function go on, so that the others meet them again behind
// a branch; the others give their values anew in the next round.
#pragma once

#include <cstdint>

namespace llvm {
class Function;
class Value;
} // namespace llvm

namespace ursa::compiler::host {

/// The function that operations wait in.
inline constexpr const char *kSubGroupWait = "ursa.sub.group.wait";

/// Layout of the memory of a sub-group, which begins with two i32: the number of the round, 0 or 1,
/// and the first mark of the last round, less one.
struct ExchangeLayout {
  static constexpr unsigned kFirstMark = 1; ///< its place
  uint32_t items = 1;                       ///< the most work-items of a sub-group
  uint64_t valueBytes = 0;                  ///< of all work-items in a round

  uint64_t marks(unsigned round) const; ///< offset of an i32 of each work-item
  uint64_t values(unsigned round) const;
  uint64_t bytes() const { return values(2); }
};

/// Returns the layout for the operations that a function calls.
ExchangeLayout exchangeLayout(const llvm::Function &function, uint32_t items);

/// Replaces the operations in a work-item's function.
/// @param lane     the work-item's number in the sub-group, i32
/// @param items    work-items of the sub-group, i32
/// @param exchange the memory
void lowerSubGroupOperations(llvm::Function &function, const ExchangeLayout &layout,
                             llvm::Value &lane, llvm::Value &items, llvm::Value &exchange);

} // namespace ursa::compiler::host
