// Operations of sub-groups whose work-items are the lanes of a pack: a shuffle is a permutation of
// the vector, a reduction one of its lanes, a barrier nothing. See vectorizer.h.
#include "compiler/builtins/builtin.h"
#include "compiler/builtins/group_operations.h"
#include "compiler/targets/host/passes/sub_group_exchange.h"
#include "compiler/targets/host/passes/work_item_functions.h"
#include "compiler/targets/host/vectorize/lane_functions.h"
#include "compiler/targets/host/vectorize/vectorizer.h"

#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace ursa::compiler::host {
namespace {

using builtins::GroupFunction;

/// Returns the vector that has the lanes of @p vector @p distance further up, behind those of
/// @p below.
Value *shiftUp(IRBuilder<> &builder, Value *vector, Value *below, unsigned width,
               unsigned distance) {
  std::vector<int> mask;
  for (unsigned lane = 0; lane < width; ++lane)
    mask.push_back(static_cast<int>(lane < distance ? width + lane : lane - distance));
  return builder.CreateShuffleVector(vector, below, mask);
}

/// Returns the constant that an expression of constants has as its value; null if it has others.
Constant *constantOf(Value *value, const DataLayout &layout, unsigned depth = 0) {
  constexpr unsigned kMost = 16;
  if (auto *constant = dyn_cast<Constant>(value))
    return constant;
  auto *instruction = dyn_cast<Instruction>(value);
  if (!instruction || depth == kMost ||
      !isa<BinaryOperator, CastInst, CmpInst, SelectInst, MinMaxIntrinsic, FreezeInst,
           InsertElementInst, ShuffleVectorInst>(instruction))
    return nullptr;
  std::vector<Constant *> operands;
  for (Value *operand : instruction->operands()) {
    if (isa<Function>(operand)) {
      operands.push_back(cast<Constant>(operand));
      continue;
    }
    operands.push_back(constantOf(operand, layout, depth + 1));
    if (!operands.back())
      return nullptr;
  }
  return ConstantFoldInstOperands(instruction, operands, layout);
}

Value *reduceLanes(IRBuilder<> &builder, const GroupFunction &group, Value *vector,
                   unsigned width) {
  // Halves the vector until one lane is left. The operations need not be in any order.
  while (width > 1) {
    width /= 2;
    std::vector<int> low, high;
    for (unsigned lane = 0; lane < width; ++lane) {
      low.push_back(static_cast<int>(lane));
      high.push_back(static_cast<int>(lane + width));
    }
    vector = builtins::combine(builder, group, builder.CreateShuffleVector(vector, low),
                               builder.CreateShuffleVector(vector, high));
  }
  return builder.CreateExtractElement(vector, uint64_t{0});
}

} // namespace

// An index that depends on the lane only is constant. Any other one selects in memory.
Value *Vectorizer::permute(Builder &builder, Value *vector, unsigned elements, Value *from) {
  from = builder.CreateAnd(from, ConstantInt::get(from->getType(), width_ - 1));
  if (const Constant *lanes = constantOf(from, layout_)) {
    std::vector<int> mask;
    for (unsigned lane = 0; lane < width_; ++lane)
      for (unsigned i = 0; i < elements; ++i) {
        const auto *index = dyn_cast_or_null<ConstantInt>(lanes->getAggregateElement(lane));
        mask.push_back(index ? static_cast<int>(index->getZExtValue() * elements + i) : -1);
      }
    return builder.CreateShuffleVector(vector, mask);
  }
  Type *type = vector->getType()->getScalarType();
  if (type->isIntegerTy(1)) // bits share bytes in memory
    return builder.CreateICmpNE(
        permute(builder, builder.CreateZExt(vector, wide(builder.getInt8Ty())), elements, from),
        Constant::getNullValue(wide(builder.getInt8Ty())));
  AllocaInst *memory = Builder(&function_.getEntryBlock(), function_.getEntryBlock().begin())
                           .CreateAlloca(ArrayType::get(type, uint64_t{width_} * elements));
  memory->setAlignment(Align(64));
  for (unsigned i = 0; i < width_ * elements; i += width_) {
    std::vector<int> part;
    for (unsigned k = 0; k < width_; ++k)
      part.push_back(static_cast<int>(i + k));
    builder.CreateStore(elements == 1 ? vector : builder.CreateShuffleVector(vector, part),
                        builder.CreateConstInBoundsGEP1_64(type, memory, i));
  }
  std::vector<Value *> results;
  for (unsigned i = 0; i < elements; ++i) {
    Type *number = from->getType();
    Value *place = builder.CreateAdd(builder.CreateMul(from, ConstantInt::get(number, elements)),
                                     ConstantInt::get(number, i));
    results.push_back(gather(
        builder, type,
        builder.CreateInBoundsGEP(type, memory,
                                  builder.CreateZExt(place, wide(builder.getInt64Ty()))),
        layout_.getABITypeAlign(type), Constant::getAllOnesValue(wide(builder.getInt1Ty()))));
  }
  return interleave(builder, results);
}

Value *Vectorizer::valueOfLane(Builder &builder, Value *value, Value *lane) {
  if (!isDivergent(value))
    return value;
  Type *type = value->getType();
  const unsigned elements = elementsOf(type);
  Value *vector = vectorOf(builder, value);
  lane = builder.CreateAnd(lane, ConstantInt::get(lane->getType(), width_ - 1));
  if (!type->isVectorTy())
    return builder.CreateExtractElement(vector, lane);
  Value *result = PoisonValue::get(type);
  for (unsigned i = 0; i < elements; ++i) {
    Value *place =
        builder.CreateAdd(builder.CreateMul(lane, ConstantInt::get(lane->getType(), elements)),
                          ConstantInt::get(lane->getType(), i));
    result = builder.CreateInsertElement(result, builder.CreateExtractElement(vector, place), i);
  }
  return result;
}

// Reductions and scans of the active lanes; the others have a value that changes nothing.
Value *Vectorizer::combineLanes(Builder &builder, const CallInst &call, const GroupFunction &group,
                                Value *mask) {
  const GroupFunction combination = builtins::combinationOf(group);
  Value *own = vectorOf(builder, call.getArgOperand(0));
  if (builtins::givesBits(group))
    own = builder.CreateICmpNE(own, Constant::getNullValue(own->getType()));
  Constant *start = builtins::startOf(combination, own->getType());
  Value *vector = blend(builder, mask, own, start);
  const bool isScan =
      group.kind == GroupFunction::ScanInclusive || group.kind == GroupFunction::ScanExclusive;
  if (!isScan)
    return reduceLanes(builder, combination, vector, width_);
  for (unsigned distance = 1; distance < width_; distance *= 2)
    vector = builtins::combine(builder, combination,
                               shiftUp(builder, vector, start, width_, distance), vector);
  return group.kind == GroupFunction::ScanInclusive ? vector
                                                    : shiftUp(builder, vector, start, width_, 1);
}

bool Vectorizer::widenSubGroupOperation(Instruction &instruction) {
  if (isLaneNumber(instruction)) {
    replaced_.push_back(&instruction);
    return true; // its vector is known
  }
  auto *call = dyn_cast<CallInst>(&instruction);
  const Function *callee = call ? call->getCalledFunction() : nullptr;
  if (!callee || !isSubGroupOperation(*callee))
    return false;
  replaced_.push_back(call);
  const auto group = builtins::describeAs<GroupFunction>(callee->getName());
  if (!group)
    return true; // all lanes run each instruction before the next one
  Builder builder(call);
  Value *mask = maskOf(*call);
  const auto firstLane = [&] {
    Value *bits = builder.CreateZExt(builder.CreateBitCast(mask, builder.getIntNTy(width_)),
                                     builder.getInt64Ty());
    return builder.CreateBinaryIntrinsic(Intrinsic::cttz, bits, builder.getTrue());
  };
  Value *lanes = laneOffsets(builder.getInt32Ty(), 1);
  Value *value = nullptr; // of all lanes if the call is uniform, else a vector
  const bool isUniform = !isDivergent(call);
  const auto finish = [&] {
    Type *type = isUniform ? call->getType() : wide(call->getType());
    if (call->getType()->isIntegerTy() && value->getType() != type)
      value = builder.CreateZExtOrTrunc(value, type);
    if (isUniform)
      call->replaceAllUsesWith(value);
    else
      vectors_[call] = value;
    return true;
  };
  switch (group->kind) {
  case GroupFunction::All:
  case GroupFunction::Any:
  case GroupFunction::Reduce:
  case GroupFunction::ScanInclusive:
  case GroupFunction::ScanExclusive:
    value = combineLanes(builder, *call, *group, mask);
    return finish();
  case GroupFunction::Elect:
    value = builder.CreateICmpEQ(
        lanes, splat(builder, builder.CreateTrunc(firstLane(), builder.getInt32Ty())));
    return finish();
  case GroupFunction::BroadcastFirst:
    value = valueOfLane(builder, call->getArgOperand(0), firstLane());
    return finish();
  default:
    break;
  }
  Value *own = call->getArgOperand(0);
  Value *which = call->getArgOperand(1);
  const bool isIndex =
      group->kind == GroupFunction::Broadcast || group->kind == GroupFunction::Shuffle;
  if (!isDivergent(own)) {
    value = own; // whatever the lane
  } else if (isIndex && !isDivergent(which)) {
    value = valueOfLane(builder, own, which);
  }
  if (value) {
    if (!isUniform)
      value = splat(builder, value);
    return finish();
  }
  Value *from = builder.CreateZExtOrTrunc(vectorOf(builder, which), lanes->getType());
  if (group->kind == GroupFunction::ShuffleXor)
    from = builder.CreateXor(lanes, from);
  else if (group->kind == GroupFunction::ShuffleUp)
    from = builder.CreateSub(lanes, from);
  else if (group->kind == GroupFunction::ShuffleDown)
    from = builder.CreateAdd(lanes, from);
  value = permute(builder, vectorOf(builder, own), elementsOf(own->getType()), from);
  return finish();
}

} // namespace ursa::compiler::host
