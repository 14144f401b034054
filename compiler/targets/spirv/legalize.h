// Writes with simpler instructions what LLVM's SPIR-V backend has none for, ends the process for,
// or needs an extension for that OpenCL's devices do not have:
//
//   llvm.bitreverse, llvm.sshl.sat, llvm.ushl.sat,       shifts, masks and comparisons
//   llvm.sadd.with.overflow and the like
//   llvm.canonicalize                                    a multiplication by 1
//   llvm.exp10, llvm.ldexp                               OpenCL's exp10, ldexp
//   llvm.memset, llvm.memmove, llvm.memcpy of any size   loops
//   atomicrmw of floats, nand, wrapping counts, ...      loops around cmpxchg
//   cmpxchg of pointers                                  of integers
//   casts between <N x i1> and iN                        a shift for each bit
//   switch over i1                                       over i32
//   select of vectors by one i1                          by a vector of it
//   zext of trunc                                        a mask
//   getelementptr over zero-length arrays                by bytes
//   undef in initializers of variables                   zero
#pragma once

#include "llvm/IR/PassManager.h"

namespace ursa {

/// The module pass `ursa-spirv-legalize`.
class SpirvLegalizePass : public llvm::PassInfoMixin<SpirvLegalizePass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

} // namespace ursa
