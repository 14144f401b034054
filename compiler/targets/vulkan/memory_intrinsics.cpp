// See memory_intrinsics.h.
#include "compiler/targets/vulkan/memory_intrinsics.h"

#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/LowerMemIntrinsics.h"

using namespace llvm;

namespace ursa::compiler::vulkan {
namespace {

constexpr std::uint64_t kMaxInlineBytes = 256;

/// Expands an intrinsic of constant length. All loads precede the first store, so that memmove may
/// overlap.
void expandInline(AnyMemIntrinsic &intrinsic, std::uint64_t length) {
  IRBuilder<> builder(&intrinsic);
  auto *transfer = dyn_cast<AnyMemTransferInst>(&intrinsic);
  Align align = intrinsic.getDestAlign().valueOrOne();
  if (transfer)
    align = std::min(align, transfer->getSourceAlign().valueOrOne());
  auto addressAt = [&](Value *pointer, std::uint64_t offset) {
    return builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), pointer, offset);
  };
  SmallVector<std::pair<Value *, std::uint64_t>, 32> values;
  for (std::uint64_t offset = 0; offset < length;) {
    std::uint64_t size = std::min<std::uint64_t>(align.value(), 8);
    while (size > length - offset)
      size /= 2;
    Type *type = builder.getIntNTy(static_cast<unsigned>(8 * size));
    Value *value = nullptr;
    if (transfer) {
      value = builder.CreateAlignedLoad(type, addressAt(transfer->getSource(), offset), Align(size),
                                        transfer->isVolatile());
    } else {
      value = builder.CreateZExt(cast<AnyMemSetInst>(intrinsic).getValue(), type);
      for (std::uint64_t bytes = 1; bytes < size; bytes *= 2)
        value = builder.CreateOr(value, builder.CreateShl(value, 8 * bytes));
    }
    values.emplace_back(value, offset);
    offset += size;
  }
  for (auto &[value, offset] : values)
    builder.CreateAlignedStore(value, addressAt(intrinsic.getDest(), offset),
                               Align(value->getType()->getIntegerBitWidth() / 8),
                               intrinsic.isVolatile());
}

/// Expands a move to a loop; one between address spaces, which do not overlap, as a copy.
void expandMove(MemMoveInst &move, const TargetTransformInfo &costs) {
  if (expandMemMoveAsLoop(&move, costs))
    return;
  auto *copy = cast<MemCpyInst>(
      IRBuilder<>(&move).CreateMemCpy(move.getDest(), move.getDestAlign(), move.getSource(),
                                      move.getSourceAlign(), move.getLength(), move.isVolatile()));
  expandMemCpyAsLoop(copy, costs);
  copy->eraseFromParent();
}

} // namespace

PreservedAnalyses MemoryIntrinsicsPass::run(Function &function, FunctionAnalysisManager &analyses) {
  const TargetTransformInfo &costs = analyses.getResult<TargetIRAnalysis>(function);
  SmallVector<AnyMemIntrinsic *, 8> found;
  for (Instruction &instruction : instructions(function))
    if (auto *intrinsic = dyn_cast<AnyMemIntrinsic>(&instruction))
      found.push_back(intrinsic);
  for (AnyMemIntrinsic *intrinsic : found) {
    auto *length = dyn_cast<ConstantInt>(intrinsic->getLength());
    if (length && length->getZExtValue() <= kMaxInlineBytes)
      expandInline(*intrinsic, length->getZExtValue());
    else if (auto *copy = dyn_cast<AnyMemCpyInst>(intrinsic))
      expandMemCpyAsLoop(cast<MemCpyInst>(copy), costs);
    else if (auto *move = dyn_cast<MemMoveInst>(intrinsic))
      expandMove(*move, costs);
    else
      expandMemSetAsLoop(cast<MemSetInst>(intrinsic));
    intrinsic->eraseFromParent();
  }
  return found.empty() ? PreservedAnalyses::all() : PreservedAnalyses::none();
}

} // namespace ursa::compiler::vulkan
