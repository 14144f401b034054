#include "compiler/targets/host/passes/constant_masks.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Support/MathExtras.h>

#include <optional>

namespace ursa::host {
namespace {

struct Lanes {
  unsigned first = 0;
  unsigned count = 0;
};

// Returns the active lanes of a mask if they are adjacent and a power of two in number.
std::optional<Lanes> activeLanes(const llvm::Value *mask) {
  const auto *constant = llvm::dyn_cast<llvm::Constant>(mask);
  const auto *type = llvm::dyn_cast<llvm::FixedVectorType>(mask->getType());
  if (!constant || !type)
    return std::nullopt;
  Lanes lanes;
  for (unsigned i = 0; i < type->getNumElements(); ++i) {
    const llvm::Constant *lane = constant->getAggregateElement(i);
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
  if (!llvm::isPowerOf2_32(lanes.count))
    return std::nullopt;
  return lanes;
}

llvm::Value *addressOf(llvm::IRBuilder<> &builder, llvm::Value *base, llvm::Type *element,
                       const Lanes &lanes) {
  return lanes.first == 0 ? base : builder.CreateConstGEP1_64(element, base, lanes.first);
}

llvm::Align alignmentOf(llvm::Align whole, llvm::Type *element, const Lanes &lanes,
                        const llvm::DataLayout &layout) {
  return llvm::commonAlignment(whole, lanes.first * layout.getTypeStoreSize(element));
}

bool narrowLoad(llvm::IntrinsicInst &load) {
  auto *type = llvm::cast<llvm::FixedVectorType>(load.getType());
  const auto lanes = activeLanes(load.getArgOperand(1));
  const llvm::DataLayout &layout = load.getDataLayout();
  llvm::Type *element = type->getElementType();
  if (!lanes || layout.getTypeAllocSizeInBits(element) != layout.getTypeSizeInBits(element))
    return false;
  llvm::IRBuilder<> builder(&load);
  auto *narrow = llvm::FixedVectorType::get(element, lanes->count);
  llvm::Value *part = builder.CreateAlignedLoad(
      narrow, addressOf(builder, load.getArgOperand(0), element, *lanes),
      alignmentOf(load.getParamAlign(0).valueOrOne(), element, *lanes, layout));
  llvm::cast<llvm::Instruction>(part)->copyMetadata(
      load, {llvm::LLVMContext::MD_alias_scope, llvm::LLVMContext::MD_noalias});
  const unsigned all = type->getNumElements();
  llvm::SmallVector<int, 64> wide(all, -1);
  for (unsigned i = 0; i < lanes->count; ++i)
    wide[lanes->first + i] = static_cast<int>(i);
  llvm::Value *result = builder.CreateShuffleVector(part, wide);
  if (llvm::Value *other = load.getArgOperand(2); !llvm::isa<llvm::UndefValue>(other)) {
    llvm::SmallVector<int, 64> merged(all);
    for (unsigned i = 0; i < all; ++i)
      merged[i] = static_cast<int>(wide[i] < 0 ? all + i : i);
    result = builder.CreateShuffleVector(result, other, merged);
  }
  load.replaceAllUsesWith(result);
  load.eraseFromParent();
  return true;
}

bool narrowStore(llvm::IntrinsicInst &store) {
  llvm::Value *value = store.getArgOperand(0);
  llvm::Type *element = llvm::cast<llvm::FixedVectorType>(value->getType())->getElementType();
  const auto lanes = activeLanes(store.getArgOperand(2));
  const llvm::DataLayout &layout = store.getDataLayout();
  if (!lanes || layout.getTypeAllocSizeInBits(element) != layout.getTypeSizeInBits(element))
    return false;
  llvm::IRBuilder<> builder(&store);
  llvm::SmallVector<int, 64> part(lanes->count);
  for (unsigned i = 0; i < lanes->count; ++i)
    part[i] = static_cast<int>(lanes->first + i);
  builder
      .CreateAlignedStore(builder.CreateShuffleVector(value, part),
                          addressOf(builder, store.getArgOperand(1), element, *lanes),
                          alignmentOf(store.getParamAlign(1).valueOrOne(), element, *lanes, layout))
      ->copyMetadata(store, {llvm::LLVMContext::MD_alias_scope, llvm::LLVMContext::MD_noalias});
  store.eraseFromParent();
  return true;
}

} // namespace

llvm::PreservedAnalyses NarrowConstantMasks::run(llvm::Function &function,
                                                 llvm::FunctionAnalysisManager &) {
  bool changed = false;
  for (llvm::BasicBlock &block : function)
    for (llvm::Instruction &instruction : llvm::make_early_inc_range(block)) {
      auto *call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
      if (call && call->getIntrinsicID() == llvm::Intrinsic::masked_load)
        changed |= narrowLoad(*call);
      else if (call && call->getIntrinsicID() == llvm::Intrinsic::masked_store)
        changed |= narrowStore(*call);
    }
  if (!changed)
    return llvm::PreservedAnalyses::all();
  llvm::PreservedAnalyses preserved;
  preserved.preserveSet<llvm::CFGAnalyses>();
  return preserved;
}

} // namespace ursa::host
