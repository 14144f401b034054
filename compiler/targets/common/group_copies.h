// Defines asynchronous work-group copies as loops that are distributed over the work-items, and
// waiting for their events as a barrier:
//
//   before:  declare target("spirv.Event")
//                @_Z21async_work_group_copyPU3AS3fPU3AS1Kfm9ocl_event(...)
//            declare void @_Z17wait_group_eventsiPU3AS49ocl_event(i32, ptr addrspace(4))
//   after:   define internal target("spirv.Event") @_Z21async_work_group_copy...(...) {
//              ; for (i = local linear id; i < n; i += local linear size) to[i] = from[i];
//            define internal void @_Z17wait_group_eventsi...(i32 %0, ptr addrspace(4) %1) {
//              ; a barrier
#pragma once

#include "llvm/IR/IRBuilder.h"

#include <functional>

namespace ursa::compiler::targets {

/// Target-specific code that copies need.
struct WorkGroup {
  /// Create the local id and the local size in a dimension, i64.
  std::function<llvm::Value *(llvm::IRBuilder<> &, unsigned)> id, size;
  /// Creates a barrier for local and global memory.
  std::function<void(llvm::IRBuilder<> &)> barrier;
};

/// Defines those of async_work_group_copy, async_work_group_strided_copy, wait_group_events and
/// prefetch that @p module declares.
void defineGroupCopies(llvm::Module &module, const WorkGroup &group);

} // namespace ursa::compiler::targets
