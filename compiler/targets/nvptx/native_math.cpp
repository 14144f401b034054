// See native_math.h.
#include "compiler/targets/nvptx/native_math.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/MathExtras.h"

#include <optional>

using namespace llvm;

namespace ursa::compiler::nvptx {
namespace {

/// Bitcode of math/functions.cl, as 32-bit words.
constexpr std::uint32_t kMathFunctions[] = {
#include "math.inc"
};

/// How a function is computed by the one to base 2.
struct Expansion {
  bool isLogarithm = false;
  double factor = 1.0; ///< of the argument of an exponential, or the result of a logarithm
};

std::optional<Expansion> expansion(Intrinsic::ID id) {
  switch (id) {
  case Intrinsic::log:
    return Expansion{true, numbers::ln2};
  case Intrinsic::log2:
    return Expansion{true, 1.0};
  case Intrinsic::log10:
    return Expansion{true, numbers::ln2 / numbers::ln10};
  case Intrinsic::exp:
    return Expansion{false, 1.0 / numbers::ln2};
  case Intrinsic::exp10:
    return Expansion{false, numbers::ln10 / numbers::ln2};
  default:
    return std::nullopt;
  }
}

Value *scale(IRBuilder<> &builder, Value *x, double factor) {
  return factor == 1.0 ? x : builder.CreateFMul(x, ConstantFP::get(x->getType(), factor));
}

Value *expand(IRBuilder<> &builder, Value *x, const Expansion &by) {
  if (by.isLogarithm)
    return scale(builder, builder.CreateIntrinsic(Intrinsic::nvvm_lg2_approx_f, {}, {x}),
                 by.factor);
  return builder.CreateUnaryIntrinsic(Intrinsic::exp2, scale(builder, x, by.factor));
}

} // namespace

ArrayRef<std::uint32_t> mathFunctions() { return kMathFunctions; }

void expandNativeMath(Module &module) {
  for (Function &function : module) {
    for (Instruction &instruction : make_early_inc_range(instructions(function))) {
      auto *call = dyn_cast<IntrinsicInst>(&instruction);
      const std::optional<Expansion> by = call ? expansion(call->getIntrinsicID()) : std::nullopt;
      if (!by || !call->getType()->getScalarType()->isFloatTy())
        continue;
      IRBuilder<> builder(call);
      Value *x = call->getArgOperand(0);
      Value *result = nullptr;
      if (auto *vector = dyn_cast<FixedVectorType>(call->getType())) {
        result = PoisonValue::get(vector);
        for (unsigned i = 0; i < vector->getNumElements(); ++i)
          result = builder.CreateInsertElement(
              result, expand(builder, builder.CreateExtractElement(x, i), *by), i);
      } else {
        result = expand(builder, x, *by);
      }
      call->replaceAllUsesWith(result);
      call->eraseFromParent();
    }
  }
}

} // namespace ursa::compiler::nvptx
