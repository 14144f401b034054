#include "compiler/targets/host/vectorize/joined_values.h"

#include "llvm/IR/Instructions.h"

#include <vector>

using namespace llvm;

namespace ursa::compiler::host {
namespace {

constexpr unsigned kMaxOperandDepth = 4;

/// Computations of integers and addresses, which never trap.
bool isAddressPart(const Instruction &instruction) {
  if (const auto *operation = dyn_cast<BinaryOperator>(&instruction))
    return !operation->isIntDivRem() && instruction.getType()->isIntegerTy();
  return isa<GetElementPtrInst, ZExtInst, SExtInst, TruncInst>(instruction) &&
         !instruction.getType()->isVectorTy();
}

bool computeTheSame(const Value *a, const Value *b, unsigned depth) {
  if (a == b)
    return true;
  const auto *left = dyn_cast<Instruction>(a);
  const auto *right = dyn_cast<Instruction>(b);
  if (depth == kMaxOperandDepth || !left || !right || !isAddressPart(*left) ||
      !left->isSameOperationAs(right))
    return false;
  for (unsigned i = 0; i < left->getNumOperands(); ++i)
    if (!computeTheSame(left->getOperand(i), right->getOperand(i), depth + 1))
      return false;
  return true;
}

/// Copies a computation to a place that both dominate. What is the same value in all of @p values
/// is not copied: it is defined before the sides part.
Value *copyTo(BasicBlock::iterator place, const std::vector<Value *> &values) {
  if (std::ranges::all_of(values, [&](const Value *value) { return value == values.front(); }))
    return values.front();
  auto *copy = cast<Instruction>(values.front())->clone();
  for (const Value *value : values)
    copy->andIRFlags(value);
  for (unsigned i = 0; i < copy->getNumOperands(); ++i) {
    std::vector<Value *> operands;
    operands.reserve(values.size());
    for (const Value *value : values)
      operands.push_back(cast<Instruction>(value)->getOperand(i));
    copy->setOperand(i, copyTo(place, operands));
  }
  copy->insertBefore(place);
  return copy;
}

} // namespace

void joinEqualValues(Function &function) {
  for (BasicBlock &block : function)
    for (PHINode &phi : make_early_inc_range(block.phis())) {
      const std::vector<Value *> values(phi.value_op_begin(), phi.value_op_end());
      if (values.size() < 2 || isa<Constant>(values.front()) ||
          any_of(drop_begin(values),
                 [&](const Value *value) { return !computeTheSame(values.front(), value, 0); }))
        continue;
      phi.replaceAllUsesWith(copyTo(block.getFirstInsertionPt(), values));
      phi.eraseFromParent();
    }
}

} // namespace ursa::compiler::host
