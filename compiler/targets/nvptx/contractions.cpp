// See contractions.h.
#include "compiler/targets/nvptx/contractions.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace ursa::compiler::nvptx {
namespace {

/// Returns the operand if it is a product that may be fused with its only use.
BinaryOperator *productOf(Value *operand) {
  auto *product = dyn_cast<BinaryOperator>(operand);
  return product && product->getOpcode() == Instruction::FMul && product->hasAllowContract() &&
                 product->hasOneUse()
             ? product
             : nullptr;
}

/// Whether every device has a fused multiply-add of a type.
bool hasFused(const Type &type) { return type.isHalfTy() || type.isFloatTy() || type.isDoubleTy(); }

void contract(BinaryOperator &sum) {
  BinaryOperator *left = productOf(sum.getOperand(0)), *right = productOf(sum.getOperand(1));
  if (!sum.hasAllowContract() || !hasFused(*sum.getType()->getScalarType()) || !left || !right ||
      left->getParent() == right->getParent())
    return;
  const bool isLeft = left->getParent() == sum.getParent();
  BinaryOperator *product = isLeft ? left : right;
  if (product->getParent() != sum.getParent())
    return;
  IRBuilder<> builder(&sum);
  builder.setFastMathFlags(sum.getFastMathFlags());
  Value *factor = product->getOperand(0), *addend = isLeft ? right : left;
  if (sum.getOpcode() == Instruction::FSub) {
    Value *&subtracted = isLeft ? addend : factor;
    subtracted = builder.CreateFNeg(subtracted);
  }
  Value *fused = builder.CreateIntrinsic(Intrinsic::fma, sum.getType(),
                                         {factor, product->getOperand(1), addend});
  fused->takeName(&sum);
  sum.replaceAllUsesWith(fused);
  sum.eraseFromParent();
  product->eraseFromParent();
}

} // namespace

void contractSums(Module &module) {
  for (Function &function : module)
    for (Instruction &instruction : make_early_inc_range(instructions(function)))
      if (instruction.getOpcode() == Instruction::FAdd ||
          instruction.getOpcode() == Instruction::FSub)
        contract(cast<BinaryOperator>(instruction));
}

} // namespace ursa::compiler::nvptx
