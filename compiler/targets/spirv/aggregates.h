// Splits structs and arrays that are SSA values into their scalars and vectors. LLVM's SPIR-V
// backend miscompiles many uses of them, or crashes: nested aggregates, phis, selects, freezes.
//
//   before:  %s = load { i32, [2 x float] }, ptr %p
//            %a = extractvalue { i32, [2 x float] } %s, 1
//            %f = extractvalue [2 x float] %a, 1
//   after:   %s.1.1.address = getelementptr inbounds { i32, [2 x float] }, ptr %p,
//                                                   i32 0, i32 1, i32 1
//            %f = load float, ptr %s.1.1.address
//
// An aggregate that is an operand of another instruction, such as a call or a return, is rebuilt
// immediately before it; the result of a call is split immediately after it.
#pragma once

#include "llvm/IR/PassManager.h"

namespace ursa::compiler::spirv {

/// The function pass `ursa-spirv-aggregates`.
class SpirvAggregatesPass : public llvm::PassInfoMixin<SpirvAggregatesPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &);
  static bool isRequired() { return true; }
};

} // namespace ursa::compiler::spirv
