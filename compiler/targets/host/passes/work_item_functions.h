// Fourth stage: work-item functions of OpenCL become values of the work-item that a function runs,
// fences become fences. Barriers stay: they decide how a work-group is formed.
#pragma once

#include "core/support/result.h"

namespace llvm {
class CallInst;
class Function;
class Value;
} // namespace llvm

namespace ursa::jit {

/// Where a work-item is: values of type i64 that are available at the function's entry.
struct WorkItem {
  llvm::Value *sizes = nullptr; ///< pointer to LaunchSizes
  llvm::Value *globalId[3] = {};
  llvm::Value *localId[3] = {};
  llvm::Value *groupId[3] = {};
  llvm::Value *groupSize[3] = {}; ///< size of this group, which may be a smaller last one
  /// A sub-group is that many work-items of consecutive local linear ids.
  uint32_t subGroupSize = 1;
};

bool isWorkItemFunction(const llvm::Function &function);
bool isBarrier(const llvm::Function &function);

/// Whether the function calls a barrier.
bool callsBarrier(const llvm::Function &function);

/// Replaces the calls in a function; a dimension beyond the third yields what OpenCL says: id 0,
/// size 1, offset 0.
Result<void> lowerWorkItemFunctions(llvm::Function &function, const WorkItem &item);

} // namespace ursa::jit
