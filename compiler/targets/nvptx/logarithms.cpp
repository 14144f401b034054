// See logarithms.h.
#include "compiler/targets/nvptx/logarithms.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/MathExtras.h"

#include <optional>

using namespace llvm;

namespace ursa {
namespace {

/// Returns what the binary logarithm is multiplied with; nothing for other intrinsics.
std::optional<double> factor(Intrinsic::ID id) {
  switch (id) {
  case Intrinsic::log:
    return numbers::ln2;
  case Intrinsic::log2:
    return 1.0;
  case Intrinsic::log10:
    return numbers::ln2 / numbers::ln10;
  default:
    return std::nullopt;
  }
}

Value *expand(IRBuilder<> &builder, Value *x, double factor) {
  Value *binary = builder.CreateIntrinsic(Intrinsic::nvvm_lg2_approx_f, {}, {x});
  return factor == 1.0 ? binary : builder.CreateFMul(binary, ConstantFP::get(x->getType(), factor));
}

} // namespace

void expandLogarithms(Module &module) {
  for (Function &function : module) {
    for (Instruction &instruction : make_early_inc_range(instructions(function))) {
      auto *call = dyn_cast<IntrinsicInst>(&instruction);
      const std::optional<double> scale = call ? factor(call->getIntrinsicID()) : std::nullopt;
      if (!scale || !call->getType()->getScalarType()->isFloatTy())
        continue;
      IRBuilder<> builder(call);
      Value *x = call->getArgOperand(0);
      Value *result = nullptr;
      if (auto *vector = dyn_cast<FixedVectorType>(call->getType())) {
        result = PoisonValue::get(vector);
        for (unsigned i = 0; i < vector->getNumElements(); ++i)
          result = builder.CreateInsertElement(
              result, expand(builder, builder.CreateExtractElement(x, i), *scale), i);
      } else {
        result = expand(builder, x, *scale);
      }
      call->replaceAllUsesWith(result);
      call->eraseFromParent();
    }
  }
}

} // namespace ursa
