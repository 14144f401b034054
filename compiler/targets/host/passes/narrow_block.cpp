#include "compiler/targets/host/passes/narrow_block.h"

#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

using namespace llvm;

namespace ursa::compiler::host {
namespace {

/// Returns the intrinsic if the instruction is a masked access with that mask.
const IntrinsicInst *maskedAccess(const Instruction &instruction, const Value &mask) {
  const auto *call = dyn_cast<IntrinsicInst>(&instruction);
  if (!call)
    return nullptr;
  const bool isLoad = call->getIntrinsicID() == Intrinsic::masked_load;
  const bool isStore = call->getIntrinsicID() == Intrinsic::masked_store;
  const unsigned maskOperand = isLoad ? 1 : 2;
  return (isLoad || isStore) && call->getArgOperand(maskOperand) == &mask ? call : nullptr;
}

bool isVector(const Value &value) { return value.getType()->isVectorTy(); }

bool isLaneByLane(const Instruction &instruction) {
  return isa<BinaryOperator, UnaryOperator>(instruction);
}

Type *narrowType(Type &type, unsigned lanes) {
  return lanes == 1 ? type.getScalarType() : FixedVectorType::get(type.getScalarType(), lanes);
}

Value *firstLanes(const Constant &constant, unsigned lanes) {
  if (lanes == 1)
    return constant.getAggregateElement(0U);
  SmallVector<Constant *, 32> elements;
  for (unsigned i = 0; i < lanes; ++i)
    elements.push_back(constant.getAggregateElement(i));
  return ConstantVector::get(elements);
}

} // namespace

bool canNarrow(const BasicBlock &block, const Value &mask) {
  const auto isKnown = [&](const Value *operand) {
    if (!isVector(*operand))
      return true;
    const auto *instruction = dyn_cast<Instruction>(operand);
    if (instruction && instruction->getParent() == &block)
      return true;
    const auto *constant = dyn_cast<Constant>(operand);
    return constant && constant->getAggregateElement(0U);
  };
  return all_of(block, [&](const Instruction &instruction) {
    if (isa<PHINode>(instruction))
      return false;
    if (const IntrinsicInst *access = maskedAccess(instruction, mask))
      return access->getIntrinsicID() == Intrinsic::masked_load ||
             isKnown(access->getArgOperand(0));
    if (isLaneByLane(instruction) && isVector(instruction))
      return all_of(instruction.operand_values(), isKnown);
    return !isVector(instruction) &&
           none_of(instruction.operand_values(),
                   [](const Value *operand) { return isVector(*operand); });
  });
}

BasicBlock *narrowedCopy(BasicBlock &block, const Value &mask, unsigned lanes) {
  auto *copy = BasicBlock::Create(block.getContext(), block.getName() + ".first" + Twine(lanes),
                                  block.getParent(), &block);
  IRBuilder<> builder(copy);
  ValueToValueMapTy map;
  const auto narrow = [&](Value *value) -> Value * {
    if (const auto found = map.find(value); found != map.end())
      return found->second;
    const auto *constant = dyn_cast<Constant>(value);
    return constant && isVector(*value) ? firstLanes(*constant, lanes) : value;
  };
  for (Instruction &instruction : block) {
    if (const IntrinsicInst *access = maskedAccess(instruction, mask)) {
      const bool isLoad = access->getIntrinsicID() == Intrinsic::masked_load;
      const unsigned pointer = isLoad ? 0 : 1;
      const Align align = access->getParamAlign(pointer).valueOrOne();
      Value *address = narrow(access->getArgOperand(pointer));
      Instruction *made =
          isLoad ? static_cast<Instruction *>(builder.CreateAlignedLoad(
                       narrowType(*access->getType(), lanes), address, align))
                 : builder.CreateAlignedStore(narrow(access->getArgOperand(0)), address, align);
      made->setAAMetadata(access->getAAMetadata());
      map[&instruction] = made;
      continue;
    }
    Instruction *made = instruction.clone();
    if (isVector(instruction))
      made->mutateType(narrowType(*instruction.getType(), lanes));
    for (Use &operand : made->operands())
      operand.set(narrow(operand));
    builder.Insert(made);
    map[&instruction] = made;
  }
  return copy;
}

} // namespace ursa::compiler::host
