// Defines the work-group collective functions (reductions, scans, votes, broadcast). They exchange
// values through a table in local memory with 8 bytes for each work-item, which all functions of a
// kernel share:
//
//   before:  declare i32 @_Z20work_group_reduce_addi(i32)
//   after:   @__vk.local.group = external addrspace(3) global [0 x i64] #0
//            define internal i32 @_Z20work_group_reduce_addi(i32 %0) {
//              ... table[id] = %0; barrier; for each power of two d below the size:
//                  table[id] = table[id - d] + table[id], between barriers
//              ... return table[size - 1]
//            attributes #0 = { "ursa-vulkan-spec-size"="g8" }
//
// Sub-group operations would need fewer steps, but Vulkan does not specify which work-items form a
// sub-group.
#pragma once

#include "llvm/IR/PassManager.h"

namespace ursa::compiler::vulkan {

/// The module pass `ursa-vulkan-group-functions`.
class GroupFunctionsPass : public llvm::PassInfoMixin<GroupFunctionsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

} // namespace ursa::compiler::vulkan
