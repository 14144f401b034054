// Fourth stage: replaces work-item functions of OpenCL by values of the work-item, and memory
// fences by LLVM fences. Barriers and operations of sub-groups stay: they select how the work-group
// is lowered.
#pragma once

#include "support/result.h"

namespace llvm {
class CallInst;
class Function;
class Value;
} // namespace llvm

namespace ursa::compiler::host {

/// Ids and sizes of a work-item: i64 values that are available at the function's entry.
struct WorkItem {
  llvm::Value *sizes = nullptr; ///< pointer to LaunchSizes
  llvm::Value *globalId[3] = {};
  llvm::Value *localId[3] = {};
  llvm::Value *groupId[3] = {};
  llvm::Value *groupSize[3] = {}; ///< size of this group; the last one may be smaller
  /// A sub-group consists of this many work-items with consecutive local linear ids.
  uint32_t subGroupSize = 1;
  // Null: they are computed of the local id.
  llvm::Value *subGroupLane = nullptr; ///< the work-item's number in its sub-group
  llvm::Value *subGroupItems = nullptr;
  llvm::Value *subGroupId = nullptr;
};

bool isWorkItemFunction(const llvm::Function &function);
bool isBarrier(const llvm::Function &function);

/// Returns whether the function calls a barrier.
bool callsBarrier(const llvm::Function &function);

/// Returns whether work-items of a sub-group wait for each other in the function, or exchange
/// values: barriers of sub-groups, shuffles, reductions and the like.
bool isSubGroupOperation(const llvm::Function &function);

/// Returns whether the function calls one.
bool callsSubGroupOperation(const llvm::Function &function);

/// Replaces the calls in a function, and checks those of sub-group operations. As OpenCL requires,
/// dimensions beyond the third have id 0, size 1 and offset 0.
Result<void> lowerWorkItemFunctions(llvm::Function &function, const WorkItem &item);

} // namespace ursa::compiler::host
