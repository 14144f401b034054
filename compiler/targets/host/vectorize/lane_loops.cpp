#include "compiler/targets/host/vectorize/lane_loops.h"

#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

namespace ursa::host {
namespace {

/// The type of a scalar in memory. Bits get a byte each.
llvm::Type *storedScalar(llvm::Type *scalar) {
  if (!scalar->isIntegerTy())
    return scalar;
  const unsigned bits = scalar->getIntegerBitWidth();
  return llvm::IntegerType::get(scalar->getContext(),
                                static_cast<unsigned>(llvm::PowerOf2Ceil(std::max(8U, bits))));
}

llvm::Type *stored(llvm::Type *type) {
  llvm::Type *scalar = storedScalar(type->getScalarType());
  if (const auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(type))
    return llvm::FixedVectorType::get(scalar, vector->getNumElements());
  return scalar;
}

llvm::Value *toStored(llvm::IRBuilder<> &builder, llvm::Value *value) {
  llvm::Type *type = stored(value->getType());
  return type == value->getType() ? value : builder.CreateZExt(value, type);
}

llvm::Value *fromStored(llvm::IRBuilder<> &builder, llvm::Value *value, llvm::Type *type) {
  return type == value->getType() ? value : builder.CreateTrunc(value, type);
}

unsigned elementsOf(const llvm::Type *type) {
  const auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
  return vector ? vector->getNumElements() : 1;
}

std::vector<llvm::Type *> membersOf(llvm::Type *type) {
  if (auto *members = llvm::dyn_cast<llvm::StructType>(type))
    return {members->element_begin(), members->element_end()};
  return {type};
}

} // namespace

llvm::Value *LaneLoops::add(llvm::Instruction &instruction, llvm::Value *mask,
                            const std::vector<llvm::Value *> &operands, llvm::Type *result) {
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
  llvm::Value *null = llvm::ConstantPointerNull::get(builder.getPtrTy());
  // A load that emit() replaces: no pass sees it.
  entry.placeholder = builder.CreateLoad(result ? result : builder.getInt1Ty(), null, "lanes");
  entries_.push_back(entry);
  return result ? entry.placeholder : nullptr;
}

llvm::AllocaInst *LaneLoops::reserve(llvm::Type *type) {
  Builder builder(&function_.getEntryBlock(), function_.getEntryBlock().begin());
  llvm::AllocaInst *memory = builder.CreateAlloca(
      llvm::ArrayType::get(storedScalar(type->getScalarType()), elementsOf(type) * width_));
  memory->setAlignment(llvm::Align(64));
  return memory;
}

llvm::Value *LaneLoops::elementAddress(Builder &builder, llvm::Value *memory, llvm::Type *type,
                                       llvm::Value *lane) const {
  llvm::Value *index = builder.CreateNUWMul(lane, builder.getInt64(elementsOf(type)));
  return builder.CreateInBoundsGEP(storedScalar(type->getScalarType()), memory, index);
}

void LaneLoops::emit(Entry &entry) {
  Builder builder(entry.placeholder);
  const llvm::DataLayout &layout = function_.getDataLayout();
  llvm::BasicBlock *before = entry.placeholder->getParent();
  llvm::BasicBlock *after = before->splitBasicBlock(entry.placeholder, "lanes.end");
  auto *loop = llvm::BasicBlock::Create(function_.getContext(), "lanes", &function_, after);
  auto *body = llvm::BasicBlock::Create(function_.getContext(), "lane", &function_, after);
  before->getTerminator()->setSuccessor(0, loop);
  builder.SetInsertPoint(loop);
  llvm::PHINode *rest = builder.CreatePHI(builder.getInt64Ty(), 2);
  rest->addIncoming(entry.bits, before);
  builder.CreateCondBr(builder.CreateIsNotNull(rest), body, after);

  builder.SetInsertPoint(body);
  llvm::Value *lane = builder.CreateBinaryIntrinsic(llvm::Intrinsic::cttz, rest, builder.getTrue());
  llvm::Instruction *copy = entry.instruction->clone();
  for (unsigned i = 0; i < entry.memory.size(); ++i)
    if (entry.memory[i]) {
      llvm::Type *type = entry.instruction->getOperand(i)->getType();
      llvm::LoadInst *operand = builder.CreateAlignedLoad(
          stored(type), elementAddress(builder, entry.memory[i], type, lane),
          layout.getABITypeAlign(storedScalar(type->getScalarType())));
      copy->setOperand(i, fromStored(builder, operand, type));
    }
  builder.Insert(copy);
  const bool hasResult = !copy->getType()->isVoidTy() && !entry.placeholder->use_empty();
  std::vector<llvm::AllocaInst *> results;
  if (hasResult) {
    const std::vector<llvm::Type *> members = membersOf(copy->getType());
    for (unsigned i = 0; i < members.size(); ++i) {
      results.push_back(reserve(members[i]));
      llvm::Value *value = copy->getType()->isStructTy() ? builder.CreateExtractValue(copy, i)
                                                         : static_cast<llvm::Value *>(copy);
      builder.CreateAlignedStore(toStored(builder, value),
                                 elementAddress(builder, results[i], members[i], lane),
                                 layout.getABITypeAlign(storedScalar(members[i]->getScalarType())));
    }
  }
  llvm::Value *next = builder.CreateAnd(rest, builder.CreateSub(rest, builder.getInt64(1)));
  rest->addIncoming(next, body);
  builder.CreateBr(loop);

  builder.SetInsertPoint(entry.placeholder);
  if (hasResult) {
    llvm::Type *type = entry.placeholder->getType();
    const std::vector<llvm::Type *> members = membersOf(type);
    llvm::Value *whole = nullptr;
    for (unsigned i = 0; i < members.size(); ++i) {
      llvm::Value *part =
          fromStored(builder, builder.CreateLoad(stored(members[i]), results[i]), members[i]);
      whole =
          !type->isStructTy()
              ? part
              : builder.CreateInsertValue(whole ? whole : llvm::PoisonValue::get(type), part, i);
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

} // namespace ursa::host
