// See intrinsics.h.
#include "compiler/targets/vulkan/intrinsics.h"
#include "compiler/targets/vulkan/primitives.h"

#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace ursa::compiler::vulkan {
namespace {

bool isHint(Intrinsic::ID intrinsic) {
  switch (intrinsic) {
  case Intrinsic::assume:
  case Intrinsic::donothing:
  case Intrinsic::experimental_noalias_scope_decl:
  case Intrinsic::lifetime_end:
  case Intrinsic::lifetime_start:
  case Intrinsic::invariant_start:
  case Intrinsic::invariant_end:
  case Intrinsic::prefetch:
  case Intrinsic::stackrestore:
  case Intrinsic::trap:
  case Intrinsic::debugtrap:
  case Intrinsic::ubsantrap:
    return true;
  default:
    return false;
  }
}

/// Returns the value that replaces an intrinsic without effect on a device; null for others.
Value *trivialReplacement(IntrinsicInst &call) {
  switch (call.getIntrinsicID()) {
  case Intrinsic::expect:
  case Intrinsic::expect_with_probability:
  case Intrinsic::arithmetic_fence:
  case Intrinsic::canonicalize:
  case Intrinsic::launder_invariant_group:
  case Intrinsic::strip_invariant_group:
  case Intrinsic::ssa_copy:
    return call.getArgOperand(0);
  case Intrinsic::stacksave:
    return ConstantPointerNull::get(cast<PointerType>(call.getType()));
  default:
    return nullptr;
  }
}

} // namespace

PreservedAnalyses IntrinsicsPass::run(Function &function, FunctionAnalysisManager &) {
  bool changed = false;
  bool again = true;
  while (again) { // an expansion may use other intrinsics
    again = false;
    for (Instruction &instruction : make_early_inc_range(instructions(function))) {
      auto *call = dyn_cast<IntrinsicInst>(&instruction);
      if (!call)
        continue;
      if (isHint(call->getIntrinsicID())) {
        if (!call->use_empty())
          call->replaceAllUsesWith(PoisonValue::get(call->getType()));
        call->eraseFromParent();
        changed = true;
        continue;
      }
      IRBuilder<> builder(call);
      if (isa<FPMathOperator>(call))
        builder.setFastMathFlags(call->getFastMathFlags());
      Value *value = trivialReplacement(*call);
      if (!value)
        value = expandIntegerIntrinsic(builder, *call);
      if (!value)
        value = expandFloatIntrinsic(builder, *call, fma_);
      if (!value)
        continue;
      call->replaceAllUsesWith(value);
      call->eraseFromParent();
      changed = again = true;
    }
  }
  for (Instruction &instruction : make_early_inc_range(instructions(function))) {
    auto *operation = dyn_cast<BinaryOperator>(&instruction);
    IRBuilder<> builder(&instruction);
    if (Value *quotient = operation ? expandDivision(builder, *operation) : nullptr) {
      operation->replaceAllUsesWith(quotient);
      operation->eraseFromParent();
      changed = true;
    }
  }
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace ursa::compiler::vulkan
