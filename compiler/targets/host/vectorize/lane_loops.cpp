#include "compiler/targets/host/vectorize/lane_loops.h"

#include "compiler/targets/host/passes/local_atomics.h"

#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Support/MathExtras.h"
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

// Returns whether the kernel uses the result. The operands of lane loops that are yet to be emitted
// are no uses of a vector.
bool isUsed(const Instruction &instruction) {
  return !instruction.getType()->isVoidTy() && !instruction.use_empty();
}

// Returns a lane's value of a vector. Addresses in an array get a base and an index, which need no
// vector of addresses, and which fewer processors predict to be the same as others.
Value *elementOfLane(IRBuilder<> &builder, Value &vector, unsigned lane) {
  auto *address = dyn_cast<GetElementPtrInst>(&vector);
  if (!address || address->getPointerOperandType()->isVectorTy())
    return builder.CreateExtractElement(&vector, lane);
  std::vector<Value *> indices;
  for (Value *index : address->indices())
    indices.push_back(index->getType()->isVectorTy() ? builder.CreateExtractElement(index, lane)
                                                     : index);
  return builder.CreateGEP(address->getSourceElementType(), address->getPointerOperand(), indices,
                           "", address->getNoWrapFlags());
}

// Returns whether the instruction is a few others in the end, so that a loop would take longer.
bool isShort(const Instruction &instruction) {
  return isa<AtomicRMWInst>(instruction) && hasLocalMark(instruction);
}

} // namespace

Value *LaneLoops::add(Instruction &instruction, Value *mask, const std::vector<Value *> &operands,
                      Type *result) {
  Builder builder(&instruction);
  Entry entry;
  entry.instruction = &instruction;
  entry.vectors.assign(operands.begin(), operands.end());
  entry.bits = builder.CreateZExt(builder.CreateBitCast(mask, builder.getIntNTy(width_)),
                                  builder.getInt64Ty());
  Value *null = ConstantPointerNull::get(builder.getPtrTy());
  // A load that emit() replaces: no pass sees it.
  entry.placeholder = builder.CreateLoad(result ? result : builder.getInt1Ty(), null, "lanes");
  entries_.push_back(std::move(entry));
  return result ? entries_.back().placeholder : nullptr;
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

Value *LaneLoops::emitAll(Builder &builder, const Entry &entry) const {
  const bool hasResult = isUsed(*entry.instruction);
  Value *result = hasResult ? PoisonValue::get(entry.placeholder->getType()) : nullptr;
  for (unsigned lane = 0; lane < width_; ++lane) {
    Instruction *copy = entry.instruction->clone();
    for (unsigned i = 0; i < entry.vectors.size(); ++i)
      if (Value *vector = entry.vectors[i])
        copy->setOperand(i, elementOfLane(builder, *vector, lane));
    builder.Insert(copy);
    if (hasResult)
      result = builder.CreateInsertElement(result, copy, lane);
  }
  return result;
}

Value *LaneLoops::emitLoop(Builder &builder, const Entry &entry, BasicBlock *after) {
  const DataLayout &layout = function_.getDataLayout();
  BasicBlock *before = builder.GetInsertBlock();
  auto *loop = BasicBlock::Create(function_.getContext(), "lanes", &function_, after);
  auto *body = BasicBlock::Create(function_.getContext(), "lane", &function_, after);
  std::vector<AllocaInst *> memory(entry.vectors.size());
  for (unsigned i = 0; i < memory.size(); ++i)
    if (Value *vector = entry.vectors[i]) {
      memory[i] = reserve(entry.instruction->getOperand(i)->getType());
      builder.CreateStore(toStored(builder, vector), memory[i]);
    }
  builder.CreateBr(loop);
  builder.SetInsertPoint(loop);
  PHINode *rest = builder.CreatePHI(builder.getInt64Ty(), 2);
  rest->addIncoming(entry.bits, before);
  builder.CreateCondBr(builder.CreateIsNotNull(rest), body, after);

  builder.SetInsertPoint(body);
  Value *lane = builder.CreateBinaryIntrinsic(Intrinsic::cttz, rest, builder.getTrue());
  Instruction *copy = entry.instruction->clone();
  for (unsigned i = 0; i < memory.size(); ++i)
    if (memory[i]) {
      Type *type = entry.instruction->getOperand(i)->getType();
      LoadInst *operand =
          builder.CreateAlignedLoad(stored(type), elementAddress(builder, memory[i], type, lane),
                                    layout.getABITypeAlign(storedScalar(type->getScalarType())));
      copy->setOperand(i, fromStored(builder, operand, type));
    }
  builder.Insert(copy);
  const bool hasResult = isUsed(*entry.instruction);
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

  builder.SetInsertPoint(after, after->begin());
  if (!hasResult)
    return nullptr;
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
  return whole;
}

void LaneLoops::emit(Entry &entry) {
  LLVMContext &context = function_.getContext();
  BasicBlock *before = entry.placeholder->getParent();
  BasicBlock *after = before->splitBasicBlock(entry.placeholder, "lanes.end");
  Instruction *end = before->getTerminator();
  Builder builder(end);
  Value *result = nullptr;
  if (isShort(*entry.instruction)) {
    auto *all = BasicBlock::Create(context, "lanes.all", &function_, after);
    auto *some = BasicBlock::Create(context, "lanes.some", &function_, after);
    auto *done = BasicBlock::Create(context, "lanes.some.end", &function_, after);
    const auto full = maskTrailingOnes<uint64_t>(width_);
    builder.CreateCondBr(builder.CreateICmpEQ(entry.bits, builder.getInt64(full)), all, some);
    builder.SetInsertPoint(all);
    Value *ofAll = emitAll(builder, entry);
    builder.CreateBr(after);
    builder.SetInsertPoint(some);
    Value *ofSome = emitLoop(builder, entry, done);
    builder.SetInsertPoint(done);
    builder.CreateBr(after);
    builder.SetInsertPoint(entry.placeholder);
    if (ofAll) {
      PHINode *phi = builder.CreatePHI(ofAll->getType(), 2);
      phi->addIncoming(ofAll, all);
      phi->addIncoming(ofSome, done);
      result = phi;
    }
    end->eraseFromParent();
  } else {
    end->eraseFromParent();
    builder.SetInsertPoint(before);
    result = emitLoop(builder, entry, after);
  }
  if (result)
    entry.placeholder->replaceAllUsesWith(result);
  entry.placeholder->eraseFromParent();
}

void LaneLoops::emit() {
  for (Entry &entry : entries_)
    emit(entry);
  entries_.clear();
}

} // namespace ursa::compiler::host
