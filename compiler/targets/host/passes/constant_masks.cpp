#include "compiler/targets/host/passes/constant_masks.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Support/MathExtras.h"

#include <optional>

using namespace llvm;

namespace ursa::compiler::host {
namespace {

struct Lanes {
  unsigned first = 0;
  unsigned count = 0;
};

// Returns the active lanes of a mask if they are adjacent and a power of two in number.
std::optional<Lanes> activeLanes(const Value *mask) {
  const auto *constant = dyn_cast<Constant>(mask);
  const auto *type = dyn_cast<FixedVectorType>(mask->getType());
  if (!constant || !type)
    return std::nullopt;
  Lanes lanes;
  for (unsigned i = 0; i < type->getNumElements(); ++i) {
    const Constant *lane = constant->getAggregateElement(i);
    if (lane && lane->isNullValue())
      continue;
    if (!lane || !lane->isOneValue())
      return std::nullopt;
    if (lanes.count == 0)
      lanes.first = i;
    else if (lanes.first + lanes.count != i)
      return std::nullopt;
    ++lanes.count;
  }
  if (!isPowerOf2_32(lanes.count))
    return std::nullopt;
  return lanes;
}

Value *addressOf(IRBuilder<> &builder, Value *base, Type *element, const Lanes &lanes) {
  return lanes.first == 0 ? base : builder.CreateConstGEP1_64(element, base, lanes.first);
}

Align alignmentOf(Align whole, Type *element, const Lanes &lanes, const DataLayout &layout) {
  return commonAlignment(whole, lanes.first * layout.getTypeStoreSize(element));
}

bool narrowLoad(IntrinsicInst &load) {
  auto *type = cast<FixedVectorType>(load.getType());
  const auto lanes = activeLanes(load.getArgOperand(1));
  const DataLayout &layout = load.getDataLayout();
  Type *element = type->getElementType();
  if (!lanes || layout.getTypeAllocSizeInBits(element) != layout.getTypeSizeInBits(element))
    return false;
  IRBuilder<> builder(&load);
  auto *narrow = FixedVectorType::get(element, lanes->count);
  Value *part = builder.CreateAlignedLoad(
      narrow, addressOf(builder, load.getArgOperand(0), element, *lanes),
      alignmentOf(load.getParamAlign(0).valueOrOne(), element, *lanes, layout));
  cast<Instruction>(part)->copyMetadata(load,
                                        {LLVMContext::MD_alias_scope, LLVMContext::MD_noalias});
  const unsigned all = type->getNumElements();
  SmallVector<int, 64> wide(all, -1);
  for (unsigned i = 0; i < lanes->count; ++i)
    wide[lanes->first + i] = static_cast<int>(i);
  Value *result = builder.CreateShuffleVector(part, wide);
  if (Value *other = load.getArgOperand(2); !isa<UndefValue>(other)) {
    SmallVector<int, 64> merged(all);
    for (unsigned i = 0; i < all; ++i)
      merged[i] = static_cast<int>(wide[i] < 0 ? all + i : i);
    result = builder.CreateShuffleVector(result, other, merged);
  }
  load.replaceAllUsesWith(result);
  load.eraseFromParent();
  return true;
}

bool narrowStore(IntrinsicInst &store) {
  Value *value = store.getArgOperand(0);
  Type *element = cast<FixedVectorType>(value->getType())->getElementType();
  const auto lanes = activeLanes(store.getArgOperand(2));
  const DataLayout &layout = store.getDataLayout();
  if (!lanes || layout.getTypeAllocSizeInBits(element) != layout.getTypeSizeInBits(element))
    return false;
  IRBuilder<> builder(&store);
  SmallVector<int, 64> part(lanes->count);
  for (unsigned i = 0; i < lanes->count; ++i)
    part[i] = static_cast<int>(lanes->first + i);
  builder
      .CreateAlignedStore(builder.CreateShuffleVector(value, part),
                          addressOf(builder, store.getArgOperand(1), element, *lanes),
                          alignmentOf(store.getParamAlign(1).valueOrOne(), element, *lanes, layout))
      ->copyMetadata(store, {LLVMContext::MD_alias_scope, LLVMContext::MD_noalias});
  store.eraseFromParent();
  return true;
}

} // namespace

PreservedAnalyses NarrowConstantMasks::run(Function &function, FunctionAnalysisManager &) {
  bool changed = false;
  for (BasicBlock &block : function)
    for (Instruction &instruction : make_early_inc_range(block)) {
      auto *call = dyn_cast<IntrinsicInst>(&instruction);
      if (call && call->getIntrinsicID() == Intrinsic::masked_load)
        changed |= narrowLoad(*call);
      else if (call && call->getIntrinsicID() == Intrinsic::masked_store)
        changed |= narrowStore(*call);
    }
  if (!changed)
    return PreservedAnalyses::all();
  PreservedAnalyses preserved;
  preserved.preserveSet<CFGAnalyses>();
  return preserved;
}

} // namespace ursa::compiler::host
