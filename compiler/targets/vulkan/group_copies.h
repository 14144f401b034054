// Defines asynchronous copies of a work-group, which its work-items share and which are done when
// their events have been waited for:
//
//   before:  declare target("spirv.Event")
//   @_Z21async_work_group_copyPU3AS3fPU3AS1Kfm9ocl_event(...)
//            declare void @_Z17wait_group_eventsiPU3AS49ocl_event(i32, ptr addrspace(4))
//   after:   define internal target("spirv.Event") @_Z21async_work_group_copy...(...) {
//              ; for (i = local linear id; i < n; i += local linear size) to[i] = from[i];
//            define internal void @_Z17wait_group_eventsi...(i32 %0, ptr addrspace(4) %1) {
//              call void @__vk.barrier(i32 3)
#pragma once

#include "llvm/IR/PassManager.h"

namespace ursa::vulkan {

/// The module pass `ursa-vulkan-group-copies`.
class GroupCopiesPass : public llvm::PassInfoMixin<GroupCopiesPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

} // namespace ursa::vulkan
