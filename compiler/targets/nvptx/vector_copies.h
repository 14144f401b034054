// Turns copies of objects such as float4 into a load and a store of a vector. A copy through a
// temporary object, as in a swap, would stay in local memory: LLVM promotes memory that is only
// copied to registers if the copies are loads and stores.
//
//   before:  call void @llvm.memcpy(ptr align 16 %to, ptr align 16 %from, i64 16, i1 false)
//   after:   %v = load <4 x i32>, ptr %from, align 16
//            store <4 x i32> %v, ptr %to, align 16
#pragma once

#include "llvm/IR/PassManager.h"

namespace ursa::compiler::nvptx {

/// The pass `ursa-nvptx-vector-copies`.
class NvptxVectorCopiesPass : public llvm::PassInfoMixin<NvptxVectorCopiesPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &);
};

} // namespace ursa::compiler::nvptx
