// See vector_casts.h.
#include "compiler/targets/vulkan/vector_casts.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace ursa::compiler::vulkan {
namespace {

unsigned bitsOf(Type *type) { return static_cast<unsigned>(type->getPrimitiveSizeInBits()); }

unsigned countOf(Type *type) {
  auto *vector = dyn_cast<FixedVectorType>(type);
  return vector ? vector->getNumElements() : 1;
}

Value *elementOf(IRBuilder<> &builder, Value *value, unsigned index) {
  return value->getType()->isVectorTy() ? builder.CreateExtractElement(value, index) : value;
}

/// Splits @p value, a vector or scalar, into integers of @p width bits, lowest first.
SmallVector<Value *, 16> splitIntoIntegers(IRBuilder<> &builder, Value *value, unsigned width) {
  const unsigned elementBits = bitsOf(value->getType()->getScalarType());
  SmallVector<Value *, 16> parts;
  for (unsigned i = 0; i < countOf(value->getType()); ++i) {
    Value *element =
        builder.CreateBitCast(elementOf(builder, value, i), builder.getIntNTy(elementBits));
    for (unsigned bit = 0; bit < elementBits; bit += width)
      parts.push_back(builder.CreateTrunc(bit ? builder.CreateLShr(element, bit) : element,
                                          builder.getIntNTy(width)));
  }
  return parts;
}

void expandCast(BitCastInst &cast) {
  IRBuilder<> builder(&cast);
  Type *to = cast.getType();
  const unsigned fromBits = bitsOf(cast.getSrcTy()->getScalarType());
  const unsigned toBits = bitsOf(to->getScalarType());
  const unsigned width = std::min(fromBits, toBits);
  if (fromBits % width || toBits % width)
    return;
  const auto parts = splitIntoIntegers(builder, cast.getOperand(0), width);
  const unsigned perElement = toBits / width;
  Value *result = to->isVectorTy() ? PoisonValue::get(to) : nullptr;
  for (unsigned i = 0; i < countOf(to); ++i) {
    Type *bits = builder.getIntNTy(toBits);
    Value *element = nullptr;
    for (unsigned k = 0; k < perElement; ++k) {
      Value *part = builder.CreateZExt(parts[i * perElement + k], bits);
      if (k > 0)
        part = builder.CreateShl(part, uint64_t{k} * width);
      element = element ? builder.CreateOr(element, part) : part;
    }
    element = builder.CreateBitCast(element, to->getScalarType());
    result = result ? builder.CreateInsertElement(result, element, i) : element;
  }
  cast.replaceAllUsesWith(result);
  cast.eraseFromParent();
}

/// Replaces a vector intrinsic by a call for each element. Scalar operands are passed unchanged.
void expandIntrinsic(IntrinsicInst &call) {
  auto *type = cast<FixedVectorType>(call.getType());
  IRBuilder<> builder(&call);
  Value *result = PoisonValue::get(type);
  for (unsigned i = 0; i < type->getNumElements(); ++i) {
    SmallVector<Value *, 4> arguments;
    for (Value *argument : call.args())
      arguments.push_back(
          argument->getType()->isVectorTy() ? builder.CreateExtractElement(argument, i) : argument);
    CallInst *element =
        builder.CreateIntrinsic(type->getElementType(), call.getIntrinsicID(), arguments);
    element->copyIRFlags(&call);
    result = builder.CreateInsertElement(result, element, i);
  }
  call.replaceAllUsesWith(result);
  call.eraseFromParent();
}

} // namespace

PreservedAnalyses VectorCastsPass::run(Function &function, FunctionAnalysisManager &) {
  bool changed = false;
  for (Instruction &instruction : make_early_inc_range(instructions(function))) {
    if (auto *cast = dyn_cast<BitCastInst>(&instruction)) {
      if (countOf(cast->getSrcTy()) == countOf(cast->getType()) &&
          cast->getSrcTy()->isVectorTy() == cast->getType()->isVectorTy())
        continue;
      expandCast(*cast);
      changed = true;
    } else if (auto *call = dyn_cast<IntrinsicInst>(&instruction)) {
      if (!isa<FixedVectorType>(call->getType()))
        continue;
      expandIntrinsic(*call);
      changed = true;
    }
  }
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace ursa::compiler::vulkan
