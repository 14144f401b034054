// Defines the built-in functions of sub-groups:
//
//   before:  declare i32 @_Z18get_sub_group_sizev()
//            declare float @_Z20sub_group_reduce_addf(float)
//   after:   define internal i32 @_Z18get_sub_group_sizev() {
//              %1 = call i32 @__vk.subgroup.36()
//            define internal float @_Z20sub_group_reduce_addf(float %0) {
//              %2 = call float @__vk.group_op.350.0.float(float %0)
#pragma once

#include "llvm/IR/PassManager.h"

namespace ursa::compiler::vulkan {

/// The module pass `ursa-vulkan-sub-groups`.
class SubGroupsPass : public llvm::PassInfoMixin<SubGroupsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

} // namespace ursa::compiler::vulkan
