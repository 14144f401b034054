// Makes local memory whose size a launch tells (sycl_ext_oneapi_work_group_scratch_memory) an
// implicit argument of the kernels that ask for it.
//
//   before:  define spir_kernel void @kernel(i32 %n) {
//              %p = call ptr addrspace(3) @__ursa_work_group_scratch_memory()
//
//   after:   define spir_kernel void @kernel(i32 %n,
//                ptr addrspace(3) noundef "ursa-scratch-memory" %0) {
//
// Functions between a kernel and the call get the argument as well.
#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace ursa::compiler::passes {

/// The attribute of such arguments of kernels.
inline constexpr llvm::StringLiteral kScratchMemoryAttribute = "ursa-scratch-memory";

/// Replaces all calls. The argument follows those of a kernel. Returns the names of functions that
/// other images can no longer call. Fails if a function that needs the memory is called indirectly.
llvm::Expected<std::vector<std::string>> lowerScratchMemory(llvm::Module &module);

/// The pass `ursa-scratch-memory`.
class ScratchMemoryPass : public llvm::PassInfoMixin<ScratchMemoryPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

} // namespace ursa::compiler::passes
