// See integers.h.
#include "compiler/targets/vulkan/integers.h"

#include "compiler/targets/vulkan/primitives.h"

#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace ursa::vulkan {
namespace {

bool isOdd(const Type *type) {
  if (!type->isIntegerTy())
    return false;
  const unsigned width = type->getIntegerBitWidth();
  return width != 1 && width != 8 && width != 16 && width != 32 && width != 64;
}

class Widening {
public:
  explicit Widening(Function &function) : function_(function) {}

  bool run() {
    ReversePostOrderTraversal<Function *> order(&function_);
    for (BasicBlock *block : order)
      for (Instruction &instruction : make_early_inc_range(*block)) {
        const bool isInvolved =
            isOdd(instruction.getType()) || any_of(instruction.operands(), [](const Use &operand) {
              return isOdd(operand->getType());
            });
        if (isInvolved)
          widen(instruction);
      }
    for (auto &[phi, wide] : phis_)
      for (unsigned i = 0; i < phi->getNumIncomingValues(); ++i)
        wide->addIncoming(get(phi->getIncomingValue(i)), phi->getIncomingBlock(i));
    for (Instruction *instruction : reverse(dead_)) {
      if (!instruction->use_empty())
        instruction->replaceAllUsesWith(PoisonValue::get(instruction->getType()));
      instruction->eraseFromParent();
    }
    return !dead_.empty();
  }

private:
  IntegerType *legal(const Type *type) {
    const unsigned width = type->getIntegerBitWidth();
    if (width > 64)
      reportError(function_, "uses an integer of " + Twine(width) + " bits; 64 are the most.");
    return IntegerType::get(type->getContext(), width <= 8    ? 8
                                                : width <= 16 ? 16
                                                : width <= 32 ? 32
                                                              : 64);
  }

  /// The value with zeros above its bits.
  Value *get(Value *value) {
    if (!isOdd(value->getType()))
      return value;
    IntegerType *type = legal(value->getType());
    if (auto *number = dyn_cast<ConstantInt>(value))
      return ConstantInt::get(type, number->getValue().zextOrTrunc(type->getBitWidth()));
    if (auto found = wide_.find(value); found != wide_.end())
      return found->second;
    return ConstantInt::get(type, 0); // undefined
  }

  /// The value with its sign above its bits.
  Value *getSigned(IRBuilder<> &builder, Value *value) {
    Value *wide = get(value);
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

  void widen(Instruction &instruction) {
    IRBuilder<> builder(&instruction);
    const bool isResult = isOdd(instruction.getType());
    if (auto *phi = dyn_cast<PHINode>(&instruction)) {
      PHINode *wide = builder.CreatePHI(legal(phi->getType()), phi->getNumIncomingValues());
      wide_[phi] = wide;
      phis_.emplace_back(phi, wide);
      dead_.push_back(phi);
      return;
    }
    Value *result = compute(builder, instruction);
    if (!result) {
      reportError(function_, "has an integer of unusual width in an instruction that does not take "
                             "it: " +
                                 textOf(instruction) + ".");
      return;
    }
    if (isResult)
      wide_[&instruction] = result;
    else
      instruction.replaceAllUsesWith(result);
    dead_.push_back(&instruction);
  }

  Value *compute(IRBuilder<> &builder, Instruction &instruction) {
    if (auto *cast = dyn_cast<CastInst>(&instruction))
      return convert(builder, *cast);
    if (auto *select = dyn_cast<SelectInst>(&instruction))
      return builder.CreateSelect(select->getCondition(), get(select->getTrueValue()),
                                  get(select->getFalseValue()));
    if (isa<FreezeInst>(instruction))
      return builder.CreateFreeze(get(instruction.getOperand(0)));
    if (auto *compare = dyn_cast<ICmpInst>(&instruction)) {
      Value *left = compare->getOperand(0);
      Value *right = compare->getOperand(1);
      return compare->isSigned()
                 ? builder.CreateICmp(compare->getPredicate(), getSigned(builder, left),
                                      getSigned(builder, right))
                 : builder.CreateICmp(compare->getPredicate(), get(left), get(right));
    }
    auto *operation = dyn_cast<BinaryOperator>(&instruction);
    if (!operation)
      return nullptr;
    const auto opcode = operation->getOpcode();
    const bool isDivision = opcode == Instruction::SDiv || opcode == Instruction::SRem;
    Value *left = operation->getOperand(0);
    Value *right = operation->getOperand(1);
    left = isDivision || opcode == Instruction::AShr ? getSigned(builder, left) : get(left);
    right = isDivision ? getSigned(builder, right) : get(right);
    return mask(builder, builder.CreateBinOp(opcode, left, right),
                instruction.getType()->getIntegerBitWidth());
  }

  Value *convert(IRBuilder<> &builder, CastInst &cast) {
    Value *source = cast.getOperand(0);
    Type *type = isOdd(cast.getType()) ? legal(cast.getType()) : cast.getType();
    auto masked = [&](Value *value) {
      return isOdd(cast.getType()) ? mask(builder, value, cast.getType()->getIntegerBitWidth())
                                   : value;
    };
    switch (cast.getOpcode()) {
    case Instruction::Trunc:
      return masked(builder.CreateZExtOrTrunc(get(source), type));
    case Instruction::ZExt:
      return builder.CreateZExtOrTrunc(get(source), type);
    case Instruction::SExt:
      return masked(builder.CreateSExtOrTrunc(getSigned(builder, source), type));
    case Instruction::UIToFP:
      return builder.CreateUIToFP(get(source), type);
    case Instruction::SIToFP:
      return builder.CreateSIToFP(getSigned(builder, source), type);
    case Instruction::FPToUI:
      return masked(builder.CreateFPToUI(source, type));
    case Instruction::FPToSI:
      return masked(builder.CreateFPToSI(source, type));
    default:
      return nullptr;
    }
  }

  Function &function_;
  DenseMap<Value *, Value *> wide_;
  SmallVector<std::pair<PHINode *, PHINode *>, 8> phis_;
  SmallVector<Instruction *, 32> dead_;
};

} // namespace

PreservedAnalyses IntegersPass::run(Function &function, FunctionAnalysisManager &) {
  return Widening(function).run() ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace ursa::vulkan
