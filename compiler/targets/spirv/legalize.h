// Replaces instructions that LLVM's SPIR-V backend does not support, or for which it requires an
// extension that OpenCL devices lack:
//
//   llvm.bitreverse, llvm.sshl.sat, llvm.ushl.sat,       shifts, masks and comparisons
//   llvm.sadd.with.overflow and the like
//   llvm.canonicalize                                    a multiplication by 1
//   llvm.exp10, llvm.ldexp                               OpenCL's exp10, ldexp
//   llvm.memset, llvm.memmove, llvm.memcpy of any size   loops
//   atomicrmw of floats, nand, wrapping counts, ...      loops around cmpxchg
//   cmpxchg of pointers                                  cmpxchg of integers
//   casts between <N x i1> and iN                        shifts of single bits
//   switch over i1                                       switch over i32
//   switch whose default is unreachable                  the last case as default
//   sitofp of i1                                         select of -1
//   select of vectors by one i1                          select by a vector
//   integers of other widths than SPIR-V's               the next width (promote_integers.h)
//   zext of trunc                                        masks
//   getelementptr over zero-length arrays                byte offsets
//   undef in initializers of variables                   zero
#pragma once

#include "llvm/IR/PassManager.h"

namespace ursa::compiler::spirv {

/// The module pass `ursa-spirv-legalize`.
class SpirvLegalizePass : public llvm::PassInfoMixin<SpirvLegalizePass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

} // namespace ursa::compiler::spirv
