// Takes structs and arrays that are values apart into their scalars and vectors. LLVM's SPIR-V
// backend writes many uses of them wrongly, or crashes: parts that are aggregates themselves, phis,
// selects, freezes.
//
//   before:  %s = load { i32, [2 x float] }, ptr %p
//            %a = extractvalue { i32, [2 x float] } %s, 1
//            %f = extractvalue [2 x float] %a, 1
//   after:   %s.1.1.address = getelementptr inbounds { i32, [2 x float] }, ptr %p, i32 0, i32 1,
//   i32 1
//            %f = load float, ptr %s.1.1.address
//
// Where an aggregate has to be one, as an argument or a result, it is put together from its scalars
// just before, and what a call gives is taken apart just behind it.
#pragma once

#include "llvm/IR/PassManager.h"

namespace ursa {

/// The function pass `ursa-spirv-aggregates`.
class SpirvAggregatesPass : public llvm::PassInfoMixin<SpirvAggregatesPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &);
  static bool isRequired() { return true; }
};

} // namespace ursa
