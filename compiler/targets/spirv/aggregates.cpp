// See aggregates.h.
#include "compiler/targets/spirv/aggregates.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace ursa {
namespace {

/// Appends the paths of the scalars and vectors of @p type.
void collectPaths(Type *type, SmallVectorImpl<unsigned> &path,
                  SmallVectorImpl<SmallVector<unsigned, 4>> &paths) {
  if (!type->isAggregateType()) {
    paths.emplace_back(path.begin(), path.end());
    return;
  }
  const auto count = static_cast<unsigned>(type->isStructTy() ? type->getStructNumElements()
                                                              : type->getArrayNumElements());
  for (unsigned i = 0; i < count; ++i) {
    path.push_back(i);
    collectPaths(type->isStructTy() ? type->getStructElementType(i) : type->getArrayElementType(),
                 path, paths);
    path.pop_back();
  }
}

void splitSelect(SelectInst &select) {
  SmallVector<unsigned, 4> path;
  SmallVector<SmallVector<unsigned, 4>, 8> paths;
  collectPaths(select.getType(), path, paths);
  IRBuilder<> builder(&select);
  Value *result = PoisonValue::get(select.getType());
  for (ArrayRef<unsigned> place : paths) {
    Value *whenTrue = builder.CreateExtractValue(select.getTrueValue(), place);
    Value *whenFalse = builder.CreateExtractValue(select.getFalseValue(), place);
    result = builder.CreateInsertValue(
        result, builder.CreateSelect(select.getCondition(), whenTrue, whenFalse), place);
  }
  result->takeName(&select);
  select.replaceAllUsesWith(result);
  select.eraseFromParent();
}

} // namespace

PreservedAnalyses SpirvAggregatesPass::run(Function &function, FunctionAnalysisManager &) {
  SmallVector<SelectInst *, 4> selects;
  SmallVector<PHINode *, 4> phis;
  for (Instruction &instruction : instructions(function)) {
    if (!instruction.getType()->isAggregateType())
      continue;
    if (auto *select = dyn_cast<SelectInst>(&instruction))
      selects.push_back(select);
    else if (auto *phi = dyn_cast<PHINode>(&instruction))
      phis.push_back(phi);
  }
  for (SelectInst *select : selects)
    splitSelect(*select);
  for (PHINode *phi : phis)
    DemotePHIToStack(phi);
  return selects.empty() && phis.empty() ? PreservedAnalyses::all() : PreservedAnalyses::none();
}

} // namespace ursa
