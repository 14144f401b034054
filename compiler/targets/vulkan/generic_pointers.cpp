// See generic_pointers.h.
#include "compiler/targets/vulkan/generic_pointers.h"

#include "compiler/targets/vulkan/memory_access.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace ursa::vulkan {
namespace {

constexpr unsigned kGeneric = 4;

bool isGeneric(const Value &pointer) { return spaceOf(pointer) == kGeneric; }

/// Which spaces there are generic pointers to.
struct Targets {
  bool local = false;
  bool isPrivate = false;
};

void note(const Value &value, Targets &targets) {
  auto *cast = dyn_cast<AddrSpaceCastOperator>(&value);
  if (cast && isGeneric(value)) {
    targets.local |= cast->getSrcAddressSpace() == 3;
    targets.isPrivate |= cast->getSrcAddressSpace() == 0;
  }
  if (auto *expression = dyn_cast<ConstantExpr>(&value))
    for (const Value *operand : expression->operands())
      note(*operand, targets);
}

/// @p access once for each space, chosen by the tag.
void split(Instruction &access, const Targets &targets) {
  Function &function = *access.getFunction();
  LLVMContext &context = function.getContext();
  const unsigned index = pointerOperandOf(access);
  Value *pointer = access.getOperand(index);
  if (!targets.local && !targets.isPrivate) {
    IRBuilder<> builder(&access);
    access.setOperand(index, builder.CreateAddrSpaceCast(pointer, builder.getPtrTy(1)));
    return;
  }
  BasicBlock *block = access.getParent();
  BasicBlock *behind = block->splitBasicBlock(access.getIterator(), "generic.end");
  block->getTerminator()->eraseFromParent();
  PHINode *result = nullptr;
  if (!access.getType()->isVoidTy()) {
    IRBuilder<> builder(behind, behind->begin());
    result = builder.CreatePHI(access.getType(), 3);
  }
  auto clone = [&](unsigned space, const char *name) {
    auto *place = BasicBlock::Create(context, name, &function, behind);
    IRBuilder<> builder(place);
    Instruction *copy = access.clone();
    copy->setOperand(index, builder.CreateAddrSpaceCast(pointer, builder.getPtrTy(space)));
    builder.Insert(copy);
    builder.CreateBr(behind);
    if (result)
      result->addIncoming(copy, place);
    return place;
  };
  IRBuilder<> builder(block);
  Value *bits = builder.CreatePtrToInt(pointer, builder.getInt64Ty());
  Value *tag = builder.CreateLShr(bits, kTagShift);
  SwitchInst *choice = builder.CreateSwitch(tag, clone(1, "generic.global"));
  if (targets.local)
    choice->addCase(builder.getInt64(kLocalTag), clone(3, "generic.local"));
  if (targets.isPrivate)
    choice->addCase(builder.getInt64(kPrivateTag), clone(0, "generic.private"));
  if (result)
    access.replaceAllUsesWith(result);
  access.eraseFromParent();
}

} // namespace

PreservedAnalyses GenericPointersPass::run(Function &function, FunctionAnalysisManager &) {
  Targets targets;
  SmallVector<Instruction *, 16> accesses;
  for (Instruction &instruction : instructions(function)) {
    note(instruction, targets);
    for (const Value *operand : instruction.operands())
      if (isa<ConstantExpr>(operand))
        note(*operand, targets);
    if (Value *pointer = accessedPointer(instruction); pointer && isGeneric(*pointer))
      accesses.push_back(&instruction);
  }
  for (Instruction *access : accesses)
    split(*access, targets);
  return accesses.empty() ? PreservedAnalyses::all() : PreservedAnalyses::none();
}

} // namespace ursa::vulkan
