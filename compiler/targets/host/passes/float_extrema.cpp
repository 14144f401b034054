#include "compiler/targets/host/passes/float_extrema.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace ursa::compiler::host {
namespace {

void expandExtremum(IntrinsicInst &call) {
  IRBuilder<> builder(&call);
  builder.setFastMathFlags(call.getFastMathFlags());
  Value *left = call.getArgOperand(0);
  Value *right = call.getArgOperand(1);
  const bool isMinimum = call.getIntrinsicID() == Intrinsic::minimumnum;
  Value *both = builder.CreateBinaryIntrinsic(isMinimum ? Intrinsic::minimum : Intrinsic::maximum,
                                              left, right);
  Value *known = builder.CreateSelect(builder.CreateFCmpUNO(right, right), left, both);
  call.replaceAllUsesWith(builder.CreateSelect(builder.CreateFCmpUNO(left, left), right, known));
  call.eraseFromParent();
}

} // namespace

void expandScalarExtrema(Module &module) {
  for (Function &function : module)
    for (Instruction &instruction : make_early_inc_range(instructions(function)))
      if (auto *call = dyn_cast<IntrinsicInst>(&instruction))
        if ((call->getIntrinsicID() == Intrinsic::minimumnum ||
             call->getIntrinsicID() == Intrinsic::maximumnum) &&
            !call->getType()->isVectorTy() && !call->hasNoNaNs())
          expandExtremum(*call);
}

} // namespace ursa::compiler::host
