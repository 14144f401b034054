#include "compiler/targets/host/vectorize/lane_loops.h"

#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace ursa::compiler::host {
namespace {

/// The type of a scalar in memory. Bits get a byte each.
Type *storedScalar(Type *scalar) {
  if (!scalar->isIntegerTy())
    return scalar;
  const unsigned bits = scalar->getIntegerBitWidth();
  return IntegerType::get(scalar->getContext(),
                          static_cast<unsigned>(PowerOf2Ceil(std::max(8U, bits))));
}

Type *stored(Type *type) {
  Type *scalar = storedScalar(type->getScalarType());
  if (const auto *vector = dyn_cast<FixedVectorType>(type))
    return FixedVectorType::get(scalar, vector->getNumElements());
  return scalar;
}

Value *toStored(IRBuilder<> &builder, Value *value) {
  Type *type = stored(value->getType());
  return type == value->getType() ? value : builder.CreateZExt(value, type);
}

Value *fromStored(IRBuilder<> &builder, Value *value, Type *type) {
  return type == value->getType() ? value : builder.CreateTrunc(value, type);
}

unsigned elementsOf(const Type *type) {
  const auto *vector = dyn_cast<FixedVectorType>(type);
  return vector ? vector->getNumElements() : 1;
}

std::vector<Type *> membersOf(Type *type) {
  if (auto *members = dyn_cast<StructType>(type))
    return {members->element_begin(), members->element_end()};
  return {type};
}

} // namespace

Value *LaneLoops::add(Instruction &instruction, Value *mask, const std::vector<Value *> &operands,
                      Type *result) {
  Builder builder(&instruction);
  Entry entry;
  entry.instruction = &instruction;
  for (size_t i = 0; i < operands.size(); ++i) {
    entry.memory.push_back(nullptr);
    if (!operands[i])
      continue;
    entry.memory.back() = reserve(instruction.getOperand(i)->getType());
    builder.CreateStore(toStored(builder, operands[i]), entry.memory.back());
  }
  entry.bits = builder.CreateZExt(builder.CreateBitCast(mask, builder.getIntNTy(width_)),
                                  builder.getInt64Ty());
  Value *null = ConstantPointerNull::get(builder.getPtrTy());
  // A load that emit() replaces: no pass sees it.
  entry.placeholder = builder.CreateLoad(result ? result : builder.getInt1Ty(), null, "lanes");
  entries_.push_back(entry);
  return result ? entry.placeholder : nullptr;
}

AllocaInst *LaneLoops::reserve(Type *type) {
  Builder builder(&function_.getEntryBlock(), function_.getEntryBlock().begin());
  AllocaInst *memory = builder.CreateAlloca(
      ArrayType::get(storedScalar(type->getScalarType()), uint64_t{elementsOf(type)} * width_));
  memory->setAlignment(Align(64));
  return memory;
}

Value *LaneLoops::elementAddress(Builder &builder, Value *memory, Type *type, Value *lane) const {
  Value *index = builder.CreateNUWMul(lane, builder.getInt64(elementsOf(type)));
  return builder.CreateInBoundsGEP(storedScalar(type->getScalarType()), memory, index);
}

void LaneLoops::emit(Entry &entry) {
  Builder builder(entry.placeholder);
  const DataLayout &layout = function_.getDataLayout();
  BasicBlock *before = entry.placeholder->getParent();
  BasicBlock *after = before->splitBasicBlock(entry.placeholder, "lanes.end");
  auto *loop = BasicBlock::Create(function_.getContext(), "lanes", &function_, after);
  auto *body = BasicBlock::Create(function_.getContext(), "lane", &function_, after);
  before->getTerminator()->setSuccessor(0, loop);
  builder.SetInsertPoint(loop);
  PHINode *rest = builder.CreatePHI(builder.getInt64Ty(), 2);
  rest->addIncoming(entry.bits, before);
  builder.CreateCondBr(builder.CreateIsNotNull(rest), body, after);

  builder.SetInsertPoint(body);
  Value *lane = builder.CreateBinaryIntrinsic(Intrinsic::cttz, rest, builder.getTrue());
  Instruction *copy = entry.instruction->clone();
  for (unsigned i = 0; i < entry.memory.size(); ++i)
    if (entry.memory[i]) {
      Type *type = entry.instruction->getOperand(i)->getType();
      LoadInst *operand = builder.CreateAlignedLoad(
          stored(type), elementAddress(builder, entry.memory[i], type, lane),
          layout.getABITypeAlign(storedScalar(type->getScalarType())));
      copy->setOperand(i, fromStored(builder, operand, type));
    }
  builder.Insert(copy);
  const bool hasResult = !copy->getType()->isVoidTy() && !entry.placeholder->use_empty();
  std::vector<AllocaInst *> results;
  if (hasResult) {
    const std::vector<Type *> members = membersOf(copy->getType());
    for (unsigned i = 0; i < members.size(); ++i) {
      results.push_back(reserve(members[i]));
      Value *value = copy->getType()->isStructTy() ? builder.CreateExtractValue(copy, i)
                                                   : static_cast<Value *>(copy);
      builder.CreateAlignedStore(toStored(builder, value),
                                 elementAddress(builder, results[i], members[i], lane),
                                 layout.getABITypeAlign(storedScalar(members[i]->getScalarType())));
    }
  }
  Value *next = builder.CreateAnd(rest, builder.CreateSub(rest, builder.getInt64(1)));
  rest->addIncoming(next, body);
  builder.CreateBr(loop);

  builder.SetInsertPoint(entry.placeholder);
  if (hasResult) {
    Type *type = entry.placeholder->getType();
    const std::vector<Type *> members = membersOf(type);
    Value *whole = nullptr;
    for (unsigned i = 0; i < members.size(); ++i) {
      Value *part =
          fromStored(builder, builder.CreateLoad(stored(members[i]), results[i]), members[i]);
      whole = !type->isStructTy()
                  ? part
                  : builder.CreateInsertValue(whole ? whole : PoisonValue::get(type), part, i);
    }
    entry.placeholder->replaceAllUsesWith(whole);
  }
  entry.placeholder->eraseFromParent();
}

void LaneLoops::emit() {
  for (Entry &entry : entries_)
    emit(entry);
  entries_.clear();
}

} // namespace ursa::compiler::host
