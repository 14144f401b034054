// See legalize.h.
#include "compiler/targets/spirv/legalize.h"

#include "compiler/builtins/definitions.h"
#include "compiler/targets/common/atomic_updates.h"
#include "compiler/targets/common/promote_integers.h"

#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Analysis/Utils/Local.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/LowerMemIntrinsics.h"

using namespace llvm;

namespace ursa::compiler::spirv {
namespace {

Constant *splat(Type *type, const APInt &value) { return ConstantInt::get(type, value); }

/// Swaps adjacent groups of bits of increasing size: bits, pairs, ..., halves.
Value *reverseBits(IRBuilder<> &builder, Value *value) {
  Type *type = value->getType();
  const unsigned width = type->getScalarSizeInBits();
  if (!isPowerOf2_32(width))
    return nullptr;
  for (unsigned step = 1; step < width; step *= 2) {
    const APInt low = APInt::getSplat(width, APInt::getLowBitsSet(2 * step, step));
    Value *up = builder.CreateShl(builder.CreateAnd(value, splat(type, low)), step);
    Value *down = builder.CreateAnd(builder.CreateLShr(value, step), splat(type, low));
    value = builder.CreateOr(up, down);
  }
  return value;
}

Value *saturatingShift(IRBuilder<> &builder, IntrinsicInst &call, bool isSigned) {
  Value *value = call.getArgOperand(0), *count = call.getArgOperand(1);
  Type *type = call.getType();
  const unsigned width = type->getScalarSizeInBits();
  Value *shifted = builder.CreateShl(value, count);
  Value *back = isSigned ? builder.CreateAShr(shifted, count) : builder.CreateLShr(shifted, count);
  Value *limit = splat(type, APInt::getAllOnes(width));
  if (isSigned)
    limit = builder.CreateSelect(builder.CreateICmpSLT(value, Constant::getNullValue(type)),
                                 splat(type, APInt::getSignedMinValue(width)),
                                 splat(type, APInt::getSignedMaxValue(width)));
  return builder.CreateSelect(builder.CreateICmpEQ(back, value), shifted, limit);
}

/// Returns the Itanium mangling of a type: "f", "d", "Dh", "i" or a vector such as "Dv4_f"; empty
/// for other types.
std::string mangledType(Type *type) {
  std::string name;
  if (auto *vector = dyn_cast<FixedVectorType>(type))
    name = "Dv" + std::to_string(vector->getNumElements()) + "_";
  Type *scalar = type->getScalarType();
  if (scalar->isFloatTy())
    return name + "f";
  if (scalar->isDoubleTy())
    return name + "d";
  if (scalar->isHalfTy())
    return name + "Dh";
  return scalar->isIntegerTy(32) ? name + "i" : "";
}

/// Creates a call of an OpenCL function with the arguments of an intrinsic; null if it has no
/// overload for their types.
Value *createMathCall(IRBuilder<> &builder, IntrinsicInst &call, StringRef function) {
  SmallVector<Value *, 2> arguments(call.args());
  // OpenCL's ldexp of a vector takes a vector of exponents.
  if (auto *vector = dyn_cast<FixedVectorType>(call.getType());
      vector && arguments.size() == 2 && !arguments[1]->getType()->isVectorTy())
    arguments[1] = builder.CreateVectorSplat(vector->getNumElements(), arguments[1]);
  std::string types;
  for (Value *argument : arguments) {
    const std::string type = mangledType(argument->getType());
    if (type.empty())
      return nullptr;
    types += type;
  }
  return builtins::callFunction(builder, builtins::mangledName(function, types), call.getType(),
                                arguments);
}

/// Creates a call of OpenCL's mul_hi, the upper half of a product; null for unsupported types.
Value *createMulHigh(IRBuilder<> &builder, IntrinsicInst &call, bool isSigned) {
  Value *a = call.getArgOperand(0);
  const char *letter = nullptr;
  switch (a->getType()->getScalarSizeInBits()) {
  case 8:
    letter = isSigned ? "c" : "h";
    break;
  case 16:
    letter = isSigned ? "s" : "t";
    break;
  case 32:
    letter = isSigned ? "i" : "j";
    break;
  case 64:
    letter = isSigned ? "l" : "m";
    break;
  default:
    return nullptr;
  }
  if (a->getType()->isVectorTy())
    return nullptr;
  const std::string types = std::string(letter) + letter;
  return builtins::callFunction(builder, builtins::mangledName("mul_hi", types), a->getType(),
                                {a, call.getArgOperand(1)});
}

/// Creates the sum, difference or product, and whether it overflows; null for unsupported types.
Value *createWithOverflow(IRBuilder<> &builder, WithOverflowInst &call) {
  Value *a = call.getLHS(), *b = call.getRHS();
  Value *zero = Constant::getNullValue(a->getType());
  Value *result = builder.CreateBinOp(call.getBinaryOp(), a, b);
  Value *overflow = nullptr;
  if (call.getBinaryOp() == Instruction::Mul) {
    Value *upper = createMulHigh(builder, call, call.isSigned());
    if (!upper)
      return nullptr;
    Value *none = call.isSigned()
                      ? builder.CreateAShr(result, a->getType()->getScalarSizeInBits() - 1)
                      : zero;
    overflow = builder.CreateICmpNE(upper, none);
  } else if (!call.isSigned()) {
    overflow = call.getBinaryOp() == Instruction::Add ? builder.CreateICmpULT(result, a)
                                                      : builder.CreateICmpULT(a, b);
  } else {
    Value *other = call.getBinaryOp() == Instruction::Add ? builder.CreateXor(b, result)
                                                          : builder.CreateXor(a, b);
    overflow = builder.CreateICmpSLT(builder.CreateAnd(builder.CreateXor(a, result), other), zero);
  }
  Value *pair = builder.CreateInsertValue(PoisonValue::get(call.getType()), result, 0);
  return builder.CreateInsertValue(pair, overflow, 1);
}

/// Creates fabs or copysign of halves by bits, because drivers that lack other functions of half,
/// as PoCL does, add and compare halves all the same; null for other types.
Value *createHalfSign(IRBuilder<> &builder, IntrinsicInst &call) {
  if (!call.getType()->getScalarType()->isHalfTy())
    return nullptr;
  Type *bits = call.getType()->getWithNewType(builder.getInt16Ty());
  auto masked = [&](unsigned operand, uint64_t mask) {
    return builder.CreateAnd(builder.CreateBitCast(call.getArgOperand(operand), bits),
                             splat(bits, APInt(16, mask)));
  };
  Value *result = masked(0, 0x7FFF);
  if (call.getIntrinsicID() == Intrinsic::copysign)
    result = builder.CreateOr(result, masked(1, 0x8000));
  return builder.CreateBitCast(result, call.getType());
}

/// Returns the replacement of an intrinsic; null if it is legal.
Value *replacementOf(IRBuilder<> &builder, IntrinsicInst &call) {
  switch (call.getIntrinsicID()) {
  case Intrinsic::bitreverse:
    return reverseBits(builder, call.getArgOperand(0));
  case Intrinsic::sshl_sat:
    return saturatingShift(builder, call, /*isSigned=*/true);
  case Intrinsic::ushl_sat:
    return saturatingShift(builder, call, /*isSigned=*/false);
  case Intrinsic::sadd_with_overflow:
  case Intrinsic::uadd_with_overflow:
  case Intrinsic::ssub_with_overflow:
  case Intrinsic::usub_with_overflow:
  case Intrinsic::smul_with_overflow:
  case Intrinsic::umul_with_overflow:
    return createWithOverflow(builder, cast<WithOverflowInst>(call));
  case Intrinsic::canonicalize:
    return builder.CreateFMul(call.getArgOperand(0), ConstantFP::get(call.getType(), 1.0));
  case Intrinsic::fabs:
  case Intrinsic::copysign:
    return createHalfSign(builder, call);
  case Intrinsic::exp10:
    return createMathCall(builder, call, "exp10");
  case Intrinsic::ldexp:
    return createMathCall(builder, call, "ldexp");
  default:
    return nullptr;
  }
}

void exchangePointerAsInteger(AtomicCmpXchgInst &atomic) {
  IRBuilder<> builder(&atomic);
  Type *pointer = atomic.getCompareOperand()->getType();
  Type *integer = atomic.getModule()->getDataLayout().getIntPtrType(pointer);
  AtomicCmpXchgInst *pair = builder.CreateAtomicCmpXchg(
      atomic.getPointerOperand(), builder.CreatePtrToInt(atomic.getCompareOperand(), integer),
      builder.CreatePtrToInt(atomic.getNewValOperand(), integer), atomic.getAlign(),
      atomic.getSuccessOrdering(), atomic.getFailureOrdering(), atomic.getSyncScopeID());
  pair->setVolatile(atomic.isVolatile());
  Value *loaded = builder.CreateIntToPtr(builder.CreateExtractValue(pair, 0), pointer);
  Value *result = builder.CreateInsertValue(PoisonValue::get(atomic.getType()), loaded, 0);
  result = builder.CreateInsertValue(result, builder.CreateExtractValue(pair, 1), 1);
  atomic.replaceAllUsesWith(result);
  atomic.eraseFromParent();
}

bool isBitVector(Type *type) {
  auto *vector = dyn_cast<FixedVectorType>(type);
  return vector && vector->getElementType()->isIntegerTy(1);
}

/// Casts between a vector of bits and an integer; returns null for other casts.
Value *castBitVector(IRBuilder<> &builder, BitCastInst &cast) {
  Value *source = cast.getOperand(0);
  if (isBitVector(cast.getSrcTy()) && cast.getDestTy()->isIntegerTy()) {
    Value *result = ConstantInt::get(cast.getDestTy(), 0);
    const unsigned count = llvm::cast<FixedVectorType>(cast.getSrcTy())->getNumElements();
    for (unsigned i = 0; i < count; ++i) {
      Value *bit = builder.CreateZExt(builder.CreateExtractElement(source, i), cast.getDestTy());
      result = builder.CreateOr(result, builder.CreateShl(bit, i));
    }
    return result;
  }
  if (isBitVector(cast.getDestTy()) && cast.getSrcTy()->isIntegerTy()) {
    Value *result = PoisonValue::get(cast.getDestTy());
    const unsigned count = llvm::cast<FixedVectorType>(cast.getDestTy())->getNumElements();
    for (unsigned i = 0; i < count; ++i)
      result = builder.CreateInsertElement(
          result, builder.CreateTrunc(builder.CreateLShr(source, i), builder.getInt1Ty()), i);
    return result;
  }
  return nullptr;
}

/// Replaces zext of trunc, and zext of sext, by a mask of the source's lower bits; returns null for
/// other operands.
Value *maskLowerBits(IRBuilder<> &builder, ZExtInst &cast) {
  auto *narrow = dyn_cast<CastInst>(cast.getOperand(0));
  if (!narrow || (!isa<TruncInst>(narrow) && !isa<SExtInst>(narrow)))
    return nullptr;
  Type *type = cast.getType();
  Value *source = narrow->getOperand(0);
  const APInt mask =
      APInt::getLowBitsSet(type->getScalarSizeInBits(), narrow->getType()->getScalarSizeInBits());
  if (isa<SExtInst>(narrow))
    return source->getType()->isIntOrIntVectorTy(1)
               ? nullptr
               : builder.CreateAnd(builder.CreateSExt(source, type), splat(type, mask));
  while (auto *before = dyn_cast<TruncInst>(source))
    source = before->getOperand(0);
  return builder.CreateAnd(builder.CreateZExtOrTrunc(source, type), splat(type, mask));
}

bool hasEmptyArray(Type *type) {
  if (auto *array = dyn_cast<ArrayType>(type))
    return array->getNumElements() == 0 || hasEmptyArray(array->getElementType());
  auto *record = dyn_cast<StructType>(type);
  return record && any_of(record->elements(), hasEmptyArray);
}

/// Replaces a switch over i1, which is no integer in SPIR-V, by one over i32.
void widenSwitch(SwitchInst &branch) {
  IRBuilder<> builder(&branch);
  SwitchInst *wide =
      builder.CreateSwitch(builder.CreateZExt(branch.getCondition(), builder.getInt32Ty()),
                           branch.getDefaultDest(), branch.getNumCases());
  for (const auto &handle : branch.cases())
    wide->addCase(builder.getInt32(static_cast<unsigned>(handle.getCaseValue()->getZExtValue())),
                  handle.getCaseSuccessor());
  branch.eraseFromParent();
}

void legalize(Instruction &instruction) {
  if (auto *branch = dyn_cast<SwitchInst>(&instruction);
      branch && branch->getCondition()->getType()->isIntegerTy(1))
    return widenSwitch(*branch);
  IRBuilder<> builder(&instruction);
  Value *replacement = nullptr;
  if (auto *call = dyn_cast<IntrinsicInst>(&instruction)) {
    replacement = replacementOf(builder, *call);
  } else if (auto *cast = dyn_cast<BitCastInst>(&instruction)) {
    replacement = castBitVector(builder, *cast);
  } else if (auto *wide = dyn_cast<ZExtInst>(&instruction)) {
    replacement = maskLowerBits(builder, *wide);
  } else if (isa<SIToFPInst>(instruction) &&
             instruction.getOperand(0)->getType()->isIntOrIntVectorTy(1)) {
    // The backend makes 1 of true; a bit with a sign is -1.
    replacement = builder.CreateSelect(instruction.getOperand(0),
                                       ConstantFP::get(instruction.getType(), -1.0),
                                       ConstantFP::get(instruction.getType(), 0.0));
  } else if (auto *choice = dyn_cast<SelectInst>(&instruction)) {
    if (auto *vector = dyn_cast<FixedVectorType>(choice->getType());
        vector && !choice->getCondition()->getType()->isVectorTy())
      choice->setCondition(
          builder.CreateVectorSplat(vector->getNumElements(), choice->getCondition()));
  } else if (auto *element = dyn_cast<GetElementPtrInst>(&instruction);
             element && !element->getType()->isVectorTy() &&
             hasEmptyArray(element->getSourceElementType())) {
    Value *offset = emitGEPOffset(&builder, instruction.getModule()->getDataLayout(), element);
    replacement = builder.CreatePtrAdd(element->getPointerOperand(), offset);
  }
  if (!replacement)
    return;
  replacement->takeName(&instruction);
  instruction.replaceAllUsesWith(replacement);
  instruction.eraseFromParent();
}

/// Expands atomics to loops. Collects them first, because the expansion splits blocks.
void legalizeAtomics(Function &function) {
  SmallVector<Instruction *, 8> atomics;
  for (Instruction &instruction : instructions(function)) {
    if (auto *atomic = dyn_cast<AtomicRMWInst>(&instruction);
        atomic && !targets::isIntegerUpdate(*atomic))
      atomics.push_back(atomic);
    else if (auto *swap = dyn_cast<AtomicCmpXchgInst>(&instruction);
             swap && swap->getCompareOperand()->getType()->isPointerTy())
      atomics.push_back(swap);
  }
  for (Instruction *atomic : atomics)
    if (auto *swap = dyn_cast<AtomicCmpXchgInst>(atomic))
      exchangePointerAsInteger(*swap);
    else
      targets::expandToExchangeLoop(cast<AtomicRMWInst>(*atomic));
}

/// Expands memory intrinsics to loops, except copies of constant size: the backend writes moves as
/// copies, and others as calls that no device defines.
void legalizeMemory(Function &function) {
  SmallVector<MemIntrinsic *, 8> calls;
  for (Instruction &instruction : instructions(function))
    if (auto *call = dyn_cast<MemIntrinsic>(&instruction);
        call && (!isa<MemCpyInst>(call) || !isa<ConstantInt>(call->getLength())))
      calls.push_back(call);
  const TargetTransformInfo costs(function.getParent()->getDataLayout());
  for (MemIntrinsic *call : calls) {
    if (auto *set = dyn_cast<MemSetInst>(call)) {
      expandMemSetAsLoop(set);
    } else if (auto *copy = dyn_cast<MemCpyInst>(call)) {
      expandMemCpyAsLoop(copy, costs);
    } else if (auto *move = cast<MemMoveInst>(call); !expandMemMoveAsLoop(move, costs)) {
      continue; // memmove between address spaces
    }
    call->eraseFromParent();
  }
}

/// Gives a switch whose default destination is unreachable the last case as default. PoCL 3.1
/// takes an unreachable block between barriers for the end of a work-item's part of the kernel.
void dropUnreachableDefaults(Function &function) {
  for (BasicBlock &block : function) {
    auto *branch = dyn_cast<SwitchInst>(block.getTerminator());
    if (!branch || branch->getNumCases() == 0 ||
        !isa<UnreachableInst>(branch->getDefaultDest()->front()))
      continue;
    const auto last = std::prev(branch->case_end());
    branch->setDefaultDest(last->getCaseSuccessor());
    branch->removeCase(last);
    ConstantFoldTerminator(&block);
  }
  EliminateUnreachableBlocks(function);
}

/// Replaces undefined parts of a constant by zero.
Constant *replaceUndef(Constant *constant) {
  Type *type = constant->getType();
  if (isa<UndefValue>(constant))
    return Constant::getNullValue(type);
  auto *aggregate = dyn_cast<ConstantAggregate>(constant);
  if (!aggregate)
    return constant;
  SmallVector<Constant *, 8> elements;
  for (const Use &element : aggregate->operands())
    elements.push_back(replaceUndef(cast<Constant>(element.get())));
  if (auto *record = dyn_cast<StructType>(type))
    return ConstantStruct::get(record, elements);
  if (auto *array = dyn_cast<ArrayType>(type))
    return ConstantArray::get(array, elements);
  return ConstantVector::get(elements);
}

} // namespace

PreservedAnalyses SpirvLegalizePass::run(Module &module, ModuleAnalysisManager &) {
  for (GlobalVariable &variable : module.globals())
    // A variable with a completely undefined initializer needs none in SPIR-V.
    if (variable.hasInitializer() && !isa<UndefValue>(variable.getInitializer()))
      variable.setInitializer(replaceUndef(variable.getInitializer()));
  for (Function &function : module) {
    if (function.isDeclaration())
      continue;
    const auto legalizeAll = [&] {
      for (Instruction &instruction : make_early_inc_range(instructions(function)))
        legalize(instruction);
    };
    // Casts of vectors become arithmetic of odd widths, whose promotion creates casts in turn.
    legalizeAll();
    targets::promoteIntegers(function); // checkSpirvSupport() refuses what remains
    legalizeAll();
    legalizeAtomics(function);
    legalizeMemory(function);
    dropUnreachableDefaults(function);
  }
  return PreservedAnalyses::none();
}

} // namespace ursa::compiler::spirv
