// See integers.h.
#include "compiler/targets/vulkan/integers.h"

#include "compiler/targets/vulkan/primitives.h"

#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace ursa::vulkan {
namespace {

/// Returns whether @p type is an integer of a width that SPIR-V does not have.
bool isIllegalInteger(const Type *type) {
  if (!type->isIntegerTy())
    return false;
  const unsigned width = type->getIntegerBitWidth();
  return width != 1 && width != 8 && width != 16 && width != 32 && width != 64;
}

class IntegerPromotion {
public:
  explicit IntegerPromotion(Function &function) : function_(function) {}

  bool run() {
    ReversePostOrderTraversal<Function *> order(&function_);
    for (BasicBlock *block : order)
      for (Instruction &instruction : make_early_inc_range(*block)) {
        const bool isIllegal = isIllegalInteger(instruction.getType()) ||
                               any_of(instruction.operands(), [](const Use &operand) {
                                 return isIllegalInteger(operand->getType());
                               });
        if (isIllegal)
          promote(instruction);
      }
    for (auto &[phi, promotedPhi] : phis_)
      for (unsigned i = 0; i < phi->getNumIncomingValues(); ++i)
        promotedPhi->addIncoming(promoted(phi->getIncomingValue(i)), phi->getIncomingBlock(i));
    for (Instruction *instruction : reverse(dead_)) {
      if (!instruction->use_empty())
        instruction->replaceAllUsesWith(PoisonValue::get(instruction->getType()));
      instruction->eraseFromParent();
    }
    return !dead_.empty();
  }

private:
  IntegerType *promotedType(const Type *type) {
    const unsigned width = type->getIntegerBitWidth();
    if (width > 64)
      reportError(function_,
                  "uses an integer of " + Twine(width) + " bits; Vulkan supports at most 64 bits.");
    return IntegerType::get(type->getContext(), width <= 8    ? 8
                                                : width <= 16 ? 16
                                                : width <= 32 ? 32
                                                              : 64);
  }

  /// Returns the promoted value, whose upper bits are zero.
  Value *promoted(Value *value) {
    if (!isIllegalInteger(value->getType()))
      return value;
    IntegerType *type = promotedType(value->getType());
    if (auto *constant = dyn_cast<ConstantInt>(value))
      return ConstantInt::get(type, constant->getValue().zextOrTrunc(type->getBitWidth()));
    if (auto found = promoted_.find(value); found != promoted_.end())
      return found->second;
    return ConstantInt::get(type, 0); // undefined or poison
  }

  /// Returns the promoted value, sign-extended.
  Value *promotedSigned(IRBuilder<> &builder, Value *value) {
    Value *wide = promoted(value);
    if (wide == value)
      return value;
    const unsigned unused =
        wide->getType()->getIntegerBitWidth() - value->getType()->getIntegerBitWidth();
    return builder.CreateAShr(builder.CreateShl(wide, unused), unused);
  }

  Value *mask(IRBuilder<> &builder, Value *value, unsigned width) {
    const unsigned whole = value->getType()->getIntegerBitWidth();
    if (width >= whole)
      return value;
    return builder.CreateAnd(
        value, ConstantInt::get(value->getType(), APInt::getLowBitsSet(whole, width)));
  }

  void promote(Instruction &instruction) {
    IRBuilder<> builder(&instruction);
    const bool isResult = isIllegalInteger(instruction.getType());
    if (auto *phi = dyn_cast<PHINode>(&instruction)) {
      PHINode *wide = builder.CreatePHI(promotedType(phi->getType()), phi->getNumIncomingValues());
      promoted_[phi] = wide;
      phis_.emplace_back(phi, wide);
      dead_.push_back(phi);
      return;
    }
    Value *result = compute(builder, instruction);
    if (!result) {
      reportError(function_, "uses an integer whose width SPIR-V does not have, in an instruction "
                             "that is not supported for it: " +
                                 textOf(instruction) + ".");
      return;
    }
    if (isResult)
      promoted_[&instruction] = result;
    else
      instruction.replaceAllUsesWith(result);
    dead_.push_back(&instruction);
  }

  Value *compute(IRBuilder<> &builder, Instruction &instruction) {
    if (auto *cast = dyn_cast<CastInst>(&instruction))
      return convert(builder, *cast);
    if (auto *select = dyn_cast<SelectInst>(&instruction))
      return builder.CreateSelect(select->getCondition(), promoted(select->getTrueValue()),
                                  promoted(select->getFalseValue()));
    if (isa<FreezeInst>(instruction))
      return builder.CreateFreeze(promoted(instruction.getOperand(0)));
    if (auto *compare = dyn_cast<ICmpInst>(&instruction)) {
      Value *left = compare->getOperand(0);
      Value *right = compare->getOperand(1);
      return compare->isSigned()
                 ? builder.CreateICmp(compare->getPredicate(), promotedSigned(builder, left),
                                      promotedSigned(builder, right))
                 : builder.CreateICmp(compare->getPredicate(), promoted(left), promoted(right));
    }
    auto *operation = dyn_cast<BinaryOperator>(&instruction);
    if (!operation)
      return nullptr;
    const auto opcode = operation->getOpcode();
    const bool isDivision = opcode == Instruction::SDiv || opcode == Instruction::SRem;
    Value *left = operation->getOperand(0);
    Value *right = operation->getOperand(1);
    left =
        isDivision || opcode == Instruction::AShr ? promotedSigned(builder, left) : promoted(left);
    right = isDivision ? promotedSigned(builder, right) : promoted(right);
    return mask(builder, builder.CreateBinOp(opcode, left, right),
                instruction.getType()->getIntegerBitWidth());
  }

  Value *convert(IRBuilder<> &builder, CastInst &cast) {
    Value *source = cast.getOperand(0);
    Type *type = isIllegalInteger(cast.getType()) ? promotedType(cast.getType()) : cast.getType();
    auto masked = [&](Value *value) {
      return isIllegalInteger(cast.getType())
                 ? mask(builder, value, cast.getType()->getIntegerBitWidth())
                 : value;
    };
    switch (cast.getOpcode()) {
    case Instruction::Trunc:
      return masked(builder.CreateZExtOrTrunc(promoted(source), type));
    case Instruction::ZExt:
      return builder.CreateZExtOrTrunc(promoted(source), type);
    case Instruction::SExt:
      return masked(builder.CreateSExtOrTrunc(promotedSigned(builder, source), type));
    case Instruction::UIToFP:
      return builder.CreateUIToFP(promoted(source), type);
    case Instruction::SIToFP:
      return builder.CreateSIToFP(promotedSigned(builder, source), type);
    case Instruction::FPToUI:
      return masked(builder.CreateFPToUI(source, type));
    case Instruction::FPToSI:
      return masked(builder.CreateFPToSI(source, type));
    default:
      return nullptr;
    }
  }

  Function &function_;
  DenseMap<Value *, Value *> promoted_;
  SmallVector<std::pair<PHINode *, PHINode *>, 8> phis_;
  SmallVector<Instruction *, 32> dead_;
};

} // namespace

PreservedAnalyses IntegersPass::run(Function &function, FunctionAnalysisManager &) {
  return IntegerPromotion(function).run() ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace ursa::vulkan
