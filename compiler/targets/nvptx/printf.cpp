// See printf.h.
#include "compiler/targets/nvptx/printf.h"

#include "compiler/passes/source_location.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace ursa {
namespace {

/// Applies C's default argument promotions.
Value *promoteArgument(IRBuilder<> &builder, Value *argument) {
  Type *type = argument->getType();
  if (type->isHalfTy() || type->isFloatTy())
    return builder.CreateFPExt(argument, builder.getDoubleTy());
  if (type->isIntegerTy() && type->getIntegerBitWidth() < 32)
    return builder.CreateZExt(argument, builder.getInt32Ty());
  if (type->isPointerTy())
    return builder.CreateAddrSpaceCast(argument, builder.getPtrTy());
  return argument;
}

Error lowerCall(CallInst &call) {
  Module &module = *call.getModule();
  IRBuilder<> builder(&call);
  SmallVector<Value *, 8> arguments;
  SmallVector<Type *, 8> types;
  for (const Use &argument : drop_begin(call.args())) {
    if (argument->getType()->isVectorTy())
      return createStringError(sourceLocation(call) + "Function '" +
                               sourceName(*call.getFunction()) +
                               "' prints a vector, which NVPTX images do not; print its elements.");
    arguments.push_back(promoteArgument(builder, argument.get()));
    types.push_back(arguments.back()->getType());
  }
  Value *record = Constant::getNullValue(builder.getPtrTy());
  if (!arguments.empty()) {
    auto *type = StructType::get(call.getContext(), types);
    BasicBlock &entry = call.getFunction()->getEntryBlock();
    record =
        IRBuilder<>(&entry, entry.getFirstInsertionPt()).CreateAlloca(type, nullptr, "printed");
    for (const auto &[index, argument] : enumerate(arguments))
      builder.CreateStore(argument,
                          builder.CreateStructGEP(type, record, static_cast<unsigned>(index)));
  }
  auto callee = module.getOrInsertFunction(kPrintFunction, builder.getInt32Ty(), builder.getPtrTy(),
                                           builder.getPtrTy());
  Value *format = builder.CreateAddrSpaceCast(call.getArgOperand(0), builder.getPtrTy());
  Value *result = builder.CreateCall(callee, {format, record});
  call.replaceAllUsesWith(result);
  call.eraseFromParent();
  return Error::success();
}

} // namespace

Error definePrintf(Module &module) {
  Function *function = module.getFunction("printf");
  if (!function || !function->isDeclaration())
    return Error::success();
  for (User *user : make_early_inc_range(function->users()))
    if (auto *call = dyn_cast<CallInst>(user); call && call->getCalledFunction() == function)
      if (Error error = lowerCall(*call))
        return error;
  return Error::success();
}

} // namespace ursa
