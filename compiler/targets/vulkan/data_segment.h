// Collects the module's variables in global and constant memory in one data segment, whose address
// the kernels read from the push constants:
//
//   before:  @table = internal addrspace(2) constant [2 x i32] [i32 3, i32 1]
//            @counter = addrspace(1) global i32 7
//            @where = addrspace(1) global ptr addrspace(1) @counter
//            %p = getelementptr i32, ptr addrspace(2) @table, i64 %i
//   after:   @__vk.data = internal addrspace(1) constant [32 x i8] c"\03\00\00\00..."
//            %base = or i64 ... @__vk.push.40(), @__vk.push.44() ...
//            %address = add i64 %base, 0
//            %table = inttoptr i64 %address to ptr addrspace(2)
//            %p = getelementptr i32, ptr addrspace(2) %table, i64 %i
//            !ursa.vulkan.relocations = !{!{i32 16}}         ; offset of a pointer in the segment
//            !ursa.vulkan.variables = !{!{!"counter", i32 8, i32 4}}   ; exported variables
//
// Runs after the optimizations, so that the segment has no constants whose loads were folded.
#pragma once

#include "llvm/IR/PassManager.h"

namespace ursa::compiler::vulkan {

inline constexpr llvm::StringLiteral kDataVariable = "__vk.data";
inline constexpr llvm::StringLiteral kRelocations = "ursa.vulkan.relocations";
inline constexpr llvm::StringLiteral kVariables = "ursa.vulkan.variables";

/// The module pass `ursa-vulkan-data-segment`.
class DataSegmentPass : public llvm::PassInfoMixin<DataSegmentPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

} // namespace ursa::compiler::vulkan
