#include "compiler/targets/host/passes/half_arithmetic.h"

#include "compiler/targets/common/half_functions.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/Target/TargetMachine.h"

using namespace llvm;

namespace ursa::compiler::host {
namespace {

bool isFmaOfHalves(const Instruction &instruction) {
  const auto *call = dyn_cast<IntrinsicInst>(&instruction);
  return call && call->getIntrinsicID() == Intrinsic::fma &&
         call->getType()->getScalarType()->isHalfTy();
}

Value *expandFma(IRBuilder<> &builder, Instruction &fma) {
  Type *floats = fma.getType()->getWithNewType(builder.getFloatTy());
  Value *wide[3];
  for (unsigned i = 0; i < 3; ++i)
    wide[i] = builder.CreateFPExt(fma.getOperand(i), floats);
  Value *product = builder.CreateFMul(wide[0], wide[1]);
  return builder.CreateFPTrunc(targets::addRoundedToOdd(builder, product, wide[2]), fma.getType());
}

} // namespace

void expandHalfArithmetic(Module &module, const TargetMachine &machine) {
  const MCSubtargetInfo &processor = *machine.getMCSubtargetInfo();
  if (processor.checkFeatures("+avx512fp16"))
    return;
  for (Function &function : module)
    for (Instruction &instruction : make_early_inc_range(instructions(function)))
      if (isFmaOfHalves(instruction)) {
        IRBuilder<> builder(&instruction);
        instruction.replaceAllUsesWith(expandFma(builder, instruction));
        instruction.eraseFromParent();
      }
  if (processor.checkFeatures("+f16c"))
    targets::convertDoublesByFloat(module);
}

} // namespace ursa::compiler::host
