// Masks that compare the work-items of a pack with a bound. The first one of a pack has a number
// that is a multiple of the lanes, so that one comparison tells whether any lane is active:
//
//   %ids = or disjoint <16 x i32> (splat %x), <0, 1, ..., 15>
//   %mask = icmp ult <16 x i32> %ids, splat (8)
//   %bits = bitcast <16 x i1> %mask to i16
//   %any = icmp ne i16 %bits, 0                         %any = icmp ult i32 %x, 8
//   br i1 %any, label %some, label %none
// some:                                        ; here %x is 0
//   call @llvm.masked.store(..., %mask)                 ..., <true x 8, false x 8>)
//
// Packs run in the order of their numbers. A loop over packs that do nothing else ends at the first
// pack beyond the bound: a step of a tree reduction runs only the packs that take part in it.
// Where the bound is not known, packs that are below it as a whole have code without masks, and so
// have those of which the first half is, the first quarter and so on.
#pragma once

#include "llvm/IR/PassManager.h"

namespace ursa::compiler::host {

/// Metadata of the loops over the packs of a row.
inline constexpr const char *kPackLoop = "ursa.packs";

class SimplifyPackMasks : public llvm::PassInfoMixin<SimplifyPackMasks> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace ursa::compiler::host
