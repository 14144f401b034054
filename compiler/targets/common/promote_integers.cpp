// See promote_integers.h.
#include "compiler/targets/common/promote_integers.h"

#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace ursa::compiler::targets {
namespace {

constexpr unsigned kLargestWidth = 64;

/// Returns whether an instruction computes with an illegal integer.
bool isIllegal(const Instruction &instruction) {
  return isIllegalInteger(instruction.getType()) ||
         any_of(instruction.operands(),
                [](const Use &operand) { return isIllegalInteger(operand->getType()); });
}

/// Returns whether IntegerPromotion has a replacement of an instruction.
bool isPromotable(const Instruction &instruction) {
  const auto isTooWide = [](const Value *value) {
    return value->getType()->isIntegerTy() &&
           value->getType()->getIntegerBitWidth() > kLargestWidth;
  };
  if (isTooWide(&instruction) || any_of(instruction.operands(), isTooWide))
    return false;
  switch (instruction.getOpcode()) {
  case Instruction::Trunc:
  case Instruction::ZExt:
  case Instruction::SExt:
  case Instruction::UIToFP:
  case Instruction::SIToFP:
  case Instruction::FPToUI:
  case Instruction::FPToSI:
  case Instruction::PHI:
  case Instruction::Select:
  case Instruction::Freeze:
  case Instruction::ICmp:
  case Instruction::Switch:
    return true;
  case Instruction::Load:
    return cast<LoadInst>(instruction).isSimple();
  case Instruction::Store:
    return cast<StoreInst>(instruction).isSimple();
  default:
    return isa<BinaryOperator>(instruction);
  }
}

class IntegerPromotion {
public:
  explicit IntegerPromotion(Function &function) : function_(function) {}

  void run() {
    ReversePostOrderTraversal<Function *> order(&function_);
    for (BasicBlock *block : order)
      for (Instruction &instruction : make_early_inc_range(*block))
        if (isIllegal(instruction))
          promote(instruction);
    for (auto &[phi, promotedPhi] : phis_)
      for (unsigned i = 0; i < phi->getNumIncomingValues(); ++i)
        promotedPhi->addIncoming(promoted(phi->getIncomingValue(i)), phi->getIncomingBlock(i));
    for (Instruction *instruction : reverse(dead_)) {
      if (!instruction->use_empty())
        instruction->replaceAllUsesWith(PoisonValue::get(instruction->getType()));
      instruction->eraseFromParent();
    }
  }

private:
  IntegerType *promotedType(const Type *type) {
    const unsigned width = type->getIntegerBitWidth();
    return IntegerType::get(type->getContext(), width <= 8    ? 8
                                                : width <= 16 ? 16
                                                : width <= 32 ? 32
                                                              : kLargestWidth);
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
    if (auto *branch = dyn_cast<SwitchInst>(&instruction)) {
      branch->setCondition(promoted(branch->getCondition()));
      for (auto each : branch->cases())
        each.setValue(cast<ConstantInt>(promoted(each.getCaseValue())));
      return;
    }
    Value *result = compute(builder, instruction);
    if (isResult)
      promoted_[&instruction] = result;
    else if (!instruction.getType()->isVoidTy())
      instruction.replaceAllUsesWith(result);
    dead_.push_back(&instruction);
  }

  /// Calls @p action with the offset and the width in bits of each part of an integer in memory.
  static void forEachPart(const Type *type, function_ref<void(unsigned, unsigned)> action) {
    const unsigned size = divideCeil(type->getIntegerBitWidth(), 8) * 8;
    for (unsigned offset = 0; offset < size;) {
      const unsigned width = bit_floor(std::min(size - offset, 32u));
      action(offset, width);
      offset += width;
    }
  }

  static Value *addressOf(IRBuilder<> &builder, Value *base, unsigned bytes) {
    return bytes ? builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), base, bytes) : base;
  }

  Value *load(IRBuilder<> &builder, LoadInst &load) {
    IntegerType *type = promotedType(load.getType());
    Value *result = nullptr;
    forEachPart(load.getType(), [&](unsigned offset, unsigned width) {
      Value *address = addressOf(builder, load.getPointerOperand(), offset / 8);
      Value *part = builder.CreateAlignedLoad(builder.getIntNTy(width), address,
                                              commonAlignment(load.getAlign(), offset / 8));
      part = builder.CreateZExt(part, type);
      result = result ? builder.CreateOr(result, builder.CreateShl(part, offset)) : part;
    });
    return mask(builder, result, load.getType()->getIntegerBitWidth());
  }

  Value *store(IRBuilder<> &builder, StoreInst &store) {
    Value *value = promoted(store.getValueOperand());
    Value *last = nullptr;
    forEachPart(store.getValueOperand()->getType(), [&](unsigned offset, unsigned width) {
      Value *address = addressOf(builder, store.getPointerOperand(), offset / 8);
      Value *part = offset ? builder.CreateLShr(value, offset) : value;
      part = builder.CreateTrunc(part, builder.getIntNTy(width));
      last =
          builder.CreateAlignedStore(part, address, commonAlignment(store.getAlign(), offset / 8));
    });
    return last;
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
    if (auto *access = dyn_cast<LoadInst>(&instruction))
      return load(builder, *access);
    if (auto *access = dyn_cast<StoreInst>(&instruction))
      return store(builder, *access);
    auto *operation = cast<BinaryOperator>(&instruction);
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
      llvm_unreachable("isPromotable() names the casts");
    }
  }

  Function &function_;
  DenseMap<Value *, Value *> promoted_;
  SmallVector<std::pair<PHINode *, PHINode *>, 8> phis_;
  SmallVector<Instruction *, 32> dead_;
};

} // namespace

bool isIllegalInteger(const Type *type) {
  if (!type->isIntegerTy())
    return false;
  const unsigned width = type->getIntegerBitWidth();
  return width != 1 && width != 8 && width != 16 && width != 32 && width != 64;
}

const Instruction *promoteIntegers(Function &function) {
  bool any = false;
  for (const Instruction &instruction : instructions(function)) {
    if (!isIllegal(instruction))
      continue;
    if (!isPromotable(instruction))
      return &instruction;
    any = true;
  }
  if (any)
    IntegerPromotion(function).run();
  return nullptr;
}

} // namespace ursa::compiler::targets
