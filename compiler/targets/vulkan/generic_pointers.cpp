// See generic_pointers.h.
#include "compiler/targets/vulkan/generic_pointers.h"

#include "compiler/targets/vulkan/memory_access.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace ursa::compiler::vulkan {
namespace {

constexpr unsigned kGeneric = 4;

bool isGeneric(const Value &pointer) { return addressSpaceOf(pointer) == kGeneric; }

/// Non-global address spaces from which pointers are cast to the generic one.
struct TargetSpaces {
  bool isLocal = false;
  bool isPrivate = false;
};

/// Adds the address spaces of the casts in @p value.
void collectTargets(const Value &value, TargetSpaces &targets) {
  auto *cast = dyn_cast<AddrSpaceCastOperator>(&value);
  if (cast && isGeneric(value)) {
    targets.isLocal |= cast->getSrcAddressSpace() == 3;
    targets.isPrivate |= cast->getSrcAddressSpace() == 0;
  }
  if (auto *expression = dyn_cast<ConstantExpr>(&value))
    for (const Value *operand : expression->operands())
      collectTargets(*operand, targets);
}

/// Replaces @p access by one access for each possible address space, selected by the tag.
void lowerAccess(Instruction &access, const TargetSpaces &targets) {
  Function &function = *access.getFunction();
  LLVMContext &context = function.getContext();
  const unsigned index = pointerOperandOf(access);
  Value *pointer = access.getOperand(index);
  if (!targets.isLocal && !targets.isPrivate) {
    IRBuilder<> builder(&access);
    access.setOperand(index, builder.CreateAddrSpaceCast(pointer, builder.getPtrTy(1)));
    return;
  }
  BasicBlock *block = access.getParent();
  BasicBlock *continuation = block->splitBasicBlock(access.getIterator(), "generic.end");
  block->getTerminator()->eraseFromParent();
  PHINode *result = nullptr;
  if (!access.getType()->isVoidTy()) {
    IRBuilder<> builder(continuation, continuation->begin());
    result = builder.CreatePHI(access.getType(), 3);
  }
  auto clone = [&](unsigned space, const char *name) {
    auto *target = BasicBlock::Create(context, name, &function, continuation);
    IRBuilder<> builder(target);
    Instruction *copy = access.clone();
    copy->setOperand(index, builder.CreateAddrSpaceCast(pointer, builder.getPtrTy(space)));
    builder.Insert(copy);
    builder.CreateBr(continuation);
    if (result)
      result->addIncoming(copy, target);
    return target;
  };
  IRBuilder<> builder(block);
  Value *bits = builder.CreatePtrToInt(pointer, builder.getInt64Ty());
  Value *tag = builder.CreateLShr(bits, kTagShift);
  SwitchInst *choice = builder.CreateSwitch(tag, clone(1, "generic.global"));
  if (targets.isLocal)
    choice->addCase(builder.getInt64(kLocalTag), clone(3, "generic.local"));
  if (targets.isPrivate)
    choice->addCase(builder.getInt64(kPrivateTag), clone(0, "generic.private"));
  if (result)
    access.replaceAllUsesWith(result);
  access.eraseFromParent();
}

} // namespace

PreservedAnalyses GenericPointersPass::run(Function &function, FunctionAnalysisManager &) {
  TargetSpaces targets;
  SmallVector<Instruction *, 16> accesses;
  for (Instruction &instruction : instructions(function)) {
    collectTargets(instruction, targets);
    for (const Value *operand : instruction.operands())
      if (isa<ConstantExpr>(operand))
        collectTargets(*operand, targets);
    if (Value *pointer = accessedPointer(instruction); pointer && isGeneric(*pointer))
      accesses.push_back(&instruction);
  }
  for (Instruction *access : accesses)
    lowerAccess(*access, targets);
  return accesses.empty() ? PreservedAnalyses::all() : PreservedAnalyses::none();
}

} // namespace ursa::compiler::vulkan
