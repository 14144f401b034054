// Replaces calls of OpenCL's atomic functions by LLVM's atomic instructions, which passes can
// analyze, for all widths and address spaces:
//
//   before:  %x = call i32 @_Z10atomic_addPU3AS1Vii(ptr addrspace(1) %p, i32 %v)
//            %y = call i32 @_Z25atomic_fetch_add_explicitPU3AS4VU7_Atomicii12memory_order12memory_scope(
//                     ptr addrspace(4) %q, i32 %v, i32 2, i32 1)
//   after:   %x = atomicrmw add ptr addrspace(1) %p, i32 %v syncscope("device") monotonic
//            %y = atomicrmw add ptr addrspace(4) %q, i32 %v syncscope("workgroup") acquire
#pragma once

#include "compiler/builtins/names.h"

#include "llvm/IR/PassManager.h"
#include "llvm/Support/AtomicOrdering.h"

namespace llvm {
class Value;
} // namespace llvm

namespace ursa::compiler::builtins {

/// The orders and scopes that a target tells apart.
enum class MemoryModel {
  /// All of OpenCL's. An order or scope that is not constant becomes the strongest one.
  OpenCl,
  /// Vulkan's: orders without scopes; acquire-release replaces sequential consistency.
  AcquireRelease,
  /// All functions of C11 are sequentially consistent: that is allowed for every requested order,
  /// and a host's read-modify-write instructions cost the same.
  SequentiallyConsistent
};

/// Converts clang's value of OpenCL's memory_order; sequentially consistent if it is not constant.
llvm::AtomicOrdering orderOf(const llvm::Value *value);

/// Calls with another signature than OpenCL's stay.
class LowerAtomicsPass : public llvm::PassInfoMixin<LowerAtomicsPass> {
public:
  explicit LowerAtomicsPass(MemoryModel model) : model_(model) {}
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }

private:
  MemoryModel model_;
};

/// Runs the pass.
void lowerAtomics(llvm::Module &module, MemoryModel model);

} // namespace ursa::compiler::builtins
