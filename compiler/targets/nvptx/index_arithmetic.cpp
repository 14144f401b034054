// See index_arithmetic.h.
#include "compiler/targets/nvptx/index_arithmetic.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace ursa::compiler::nvptx {
namespace {

constexpr unsigned kMostDepth = 16;

/// Returns whether the separation looks for constants in the operands of a value.
bool isTraced(const Value *value) {
  if (isa<SExtInst, ZExtInst, TruncInst>(value))
    return true;
  const auto *operation = dyn_cast<BinaryOperator>(value);
  return operation &&
         (operation->getOpcode() == Instruction::Add ||
          operation->getOpcode() == Instruction::Sub || operation->getOpcode() == Instruction::Or);
}

bool hasConstant(const Value *value, unsigned depth = 0) {
  if (isa<ConstantInt>(value) || depth == kMostDepth)
    return true;
  return isTraced(value) && any_of(cast<Instruction>(value)->operands(), [&](const Use &operand) {
           return hasConstant(operand, depth + 1);
         });
}

/// Returns whether a constant may be moved out of the extension of a value that may wrap.
bool mayWrap(const Value *value, bool isSigned, unsigned depth = 0) {
  if (!isTraced(value) || !hasConstant(value))
    return false;
  const auto &instruction = *cast<Instruction>(value);
  if (isa<TruncInst>(value) || depth == kMostDepth)
    return true;
  const bool isSum =
      instruction.getOpcode() == Instruction::Add || instruction.getOpcode() == Instruction::Sub;
  if (isSum && isSigned && !instruction.hasNoSignedWrap())
    return true;
  return any_of(instruction.operands(), [&](const Use &operand) {
    return mayWrap(operand, isSigned || isa<SExtInst>(value), depth + 1);
  });
}

/// Protects the extensions that an index is computed with.
void protect(Value *index, unsigned depth = 0) {
  if (!isTraced(index) || depth == kMostDepth)
    return;
  auto &instruction = *cast<Instruction>(index);
  if (isa<SExtInst, ZExtInst>(index) && !index->getType()->isVectorTy() &&
      mayWrap(instruction.getOperand(0), isa<SExtInst>(index))) {
    IRBuilder<> builder(&instruction);
    instruction.setOperand(0, builder.CreateFreeze(instruction.getOperand(0)));
    return;
  }
  for (const Use &operand : instruction.operands())
    protect(operand, depth + 1);
}

} // namespace

void protectIndices(Module &module) {
  for (Function &function : module) {
    SmallVector<GetElementPtrInst *> addresses; // protection adds instructions
    for (Instruction &instruction : instructions(function))
      if (auto *address = dyn_cast<GetElementPtrInst>(&instruction))
        addresses.push_back(address);
    for (GetElementPtrInst *address : addresses)
      for (const Use &index : address->indices())
        protect(index);
  }
}

} // namespace ursa::compiler::nvptx
