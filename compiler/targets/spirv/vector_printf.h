// Splits the vector conversions of printf (toggle split_vector_printf), because OpenCL drivers pass
// vectors to their C library's variadic functions in ways that do not match: PoCL 3.1 prints wrong
// elements of char2 to char4, short2, short3, long16, double16 and all vectors of half.
//
//   before:  call i32 (ptr addrspace(2), ...) @printf("%v2hhd", <2 x i8> %v)
//   after:   call i32 (ptr addrspace(2), ...) @printf("%hhd,%hhd", i32 %v.0, i32 %v.1)
//
// Elements are promoted as OpenCL C 6.15.14 tells. Vectors of float and half are passed as vectors
// of two to four floats, which work, because a scalar argument would have to be a double, which not
// every device has. A call whose format is not constant or does not match its arguments is
// unchanged.
#pragma once

#include "llvm/IR/PassManager.h"

namespace ursa::compiler::spirv {

/// The module pass `ursa-spirv-vector-printf`.
class SpirvVectorPrintfPass : public llvm::PassInfoMixin<SpirvVectorPrintfPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

} // namespace ursa::compiler::spirv
