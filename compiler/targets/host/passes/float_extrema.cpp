#include "compiler/targets/host/passes/float_extrema.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

namespace ursa::host {
namespace {

void expandExtremum(llvm::IntrinsicInst &call) {
  llvm::IRBuilder<> builder(&call);
  builder.setFastMathFlags(call.getFastMathFlags());
  llvm::Value *left = call.getArgOperand(0);
  llvm::Value *right = call.getArgOperand(1);
  const bool isMinimum = call.getIntrinsicID() == llvm::Intrinsic::minimumnum;
  llvm::Value *both = builder.CreateBinaryIntrinsic(
      isMinimum ? llvm::Intrinsic::minimum : llvm::Intrinsic::maximum, left, right);
  llvm::Value *known = builder.CreateSelect(builder.CreateFCmpUNO(right, right), left, both);
  call.replaceAllUsesWith(builder.CreateSelect(builder.CreateFCmpUNO(left, left), right, known));
  call.eraseFromParent();
}

} // namespace

void expandScalarExtrema(llvm::Module &module) {
  for (llvm::Function &function : module)
    for (llvm::Instruction &instruction : llvm::make_early_inc_range(llvm::instructions(function)))
      if (auto *call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction))
        if ((call->getIntrinsicID() == llvm::Intrinsic::minimumnum ||
             call->getIntrinsicID() == llvm::Intrinsic::maximumnum) &&
            !call->getType()->isVectorTy() && !call->hasNoNaNs())
          expandExtremum(*call);
}

} // namespace ursa::host
