// Defines OpenCL's work-item functions, barriers and fences, and reads of specialization constants:
//
//   before:  declare i64 @_Z13get_global_idj(i32)
//            declare void @_Z7barrierj(i32)
//            declare i32 @_Z20__spirv_SpecConstantii(i32, i32)
//            %c = call i32 @_Z20__spirv_SpecConstantii(i32 7, i32 3)
//   after:   define internal i64 @_Z13get_global_idj(i32 %0) {
//              ... __vk.group_id.0 * __vk.launch_size.0 + __vk.local_id.0
//                  + (__vk.push.0 & __vk.spec.i32.255)
//            define internal void @_Z7barrierj(i32 %0) {
//              call void @__vk.barrier(i32 %0)
//            %c = call i32 @__vk.spec.i32.263()
//
// The number of groups is computed from the global and the local size of the launch, because a
// launch may consist of several dispatches.
#pragma once

#include "llvm/IR/PassManager.h"

namespace ursa::compiler::vulkan {

/// The module pass `ursa-vulkan-work-items`.
class WorkItemsPass : public llvm::PassInfoMixin<WorkItemsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

} // namespace ursa::compiler::vulkan
