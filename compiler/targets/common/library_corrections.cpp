// See library_corrections.h.
#include "compiler/targets/common/library_corrections.h"

#include "compiler/builtins/builtin.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace ursa::compiler::targets {
namespace {

/// Returns whether a conversion relies on saturation: those of `convert_TYPE_sat` do, whose result
/// for NaN is 0; all conversions of doubles; and those of floats whose result is clamped.
bool reliesOnSaturation(const Instruction &conversion) {
  const auto function =
      builtins::describeAs<builtins::Conversion>(conversion.getFunction()->getName());
  return (function && function->isSaturated) ||
         conversion.getOperand(0)->getType()->getScalarType()->isDoubleTy() ||
         any_of(conversion.users(), [](const User *user) { return isa<MinMaxIntrinsic>(user); });
}

void saturate(Function &function) {
  for (Instruction &instruction : make_early_inc_range(instructions(function))) {
    if (!isa<FPToSIInst, FPToUIInst>(instruction) || !reliesOnSaturation(instruction))
      continue;
    IRBuilder<> builder(&instruction);
    Value *number = instruction.getOperand(0);
    const auto intrinsic =
        isa<FPToSIInst>(instruction) ? Intrinsic::fptosi_sat : Intrinsic::fptoui_sat;
    instruction.replaceAllUsesWith(
        builder.CreateIntrinsic(intrinsic, {instruction.getType(), number->getType()}, {number}));
    instruction.eraseFromParent();
  }
}

} // namespace

void correctLibrary(Module &library) {
  for (Function &function : library) {
    // corrections.cl uses noinline to keep functions separate. LLVM inlines no function without
    // built-ins into one that has them.
    function.removeFnAttr(Attribute::NoInline);
    function.removeFnAttr("no-builtins");
    if (!function.isDeclaration())
      saturate(function);
  }
}

} // namespace ursa::compiler::targets
