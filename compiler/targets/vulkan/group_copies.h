// Defines the asynchronous copies of a work-group (compiler/targets/common/group_copies.h) with
// Vulkan's primitives (primitives.h).
#pragma once

#include "llvm/IR/PassManager.h"

namespace ursa::compiler::vulkan {

/// The module pass `ursa-vulkan-group-copies`.
class GroupCopiesPass : public llvm::PassInfoMixin<GroupCopiesPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

} // namespace ursa::compiler::vulkan
