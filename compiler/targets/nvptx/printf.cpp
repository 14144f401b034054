// See printf.h.
#include "compiler/targets/nvptx/printf.h"

#include "compiler/passes/source_location.h"
#include "compiler/targets/common/assertion_format.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace ursa::compiler::nvptx {
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
      return createStringError(passes::sourceLocation(call) + "Function '" +
                               passes::sourceName(*call.getFunction()) +
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

/// Operands of a call that prints an assertion.
enum AssertionOperand : unsigned { File = 1, Line = 2, FirstId = 4, Condition = 10, Count = 11 };

bool isAssertion(const CallInst &call) {
  const auto *format = dyn_cast<GlobalVariable>(call.getArgOperand(0)->stripPointerCasts());
  if (!format || !format->hasInitializer() || call.arg_size() != AssertionOperand::Count)
    return false;
  const auto *text = dyn_cast<ConstantDataSequential>(format->getInitializer());
  return text && text->isCString() && text->getAsCString() == URSA_ASSERTION_FORMAT;
}

void lowerAssertion(CallInst &call) {
  IRBuilder<> builder(&call);
  const auto pointer = [&](unsigned index) {
    return builder.CreateAddrSpaceCast(call.getArgOperand(index), builder.getPtrTy());
  };
  FunctionCallee callee = call.getModule()->getOrInsertFunction(
      kAssertFunction, builder.getVoidTy(), builder.getPtrTy(), builder.getPtrTy(),
      builder.getInt32Ty(), builder.getPtrTy(), builder.getInt64Ty());
  cast<Function>(callee.getCallee())->setDoesNotReturn();
  constexpr std::uint64_t kCharacterSize = 1;
  Value *condition = pointer(AssertionOperand::Condition);
  Value *file = pointer(AssertionOperand::File);
  Value *function = pointer(AssertionOperand::Line + 1);
  builder.CreateCall(callee, {condition, file, call.getArgOperand(AssertionOperand::Line), function,
                              builder.getInt64(kCharacterSize)});
  SmallVector<CallInst *, 6> ids; // a kernel that reads its global id takes an offset
  for (unsigned i = AssertionOperand::FirstId; i < AssertionOperand::Condition; ++i)
    if (auto *id = dyn_cast<CallInst>(call.getArgOperand(i)))
      ids.push_back(id);
  call.replaceAllUsesWith(PoisonValue::get(call.getType()));
  call.eraseFromParent();
  for (CallInst *id : ids)
    if (id->use_empty())
      id->eraseFromParent();
}

} // namespace

Error definePrintf(Module &module, bool hasAssertions) {
  Function *function = module.getFunction("printf");
  if (!function || !function->isDeclaration())
    return Error::success();
  for (User *user : make_early_inc_range(function->users()))
    if (auto *call = dyn_cast<CallInst>(user); call && call->getCalledFunction() == function) {
      if (hasAssertions && isAssertion(*call))
        lowerAssertion(*call);
      else if (Error error = lowerCall(*call))
        return error;
    }
  return Error::success();
}

} // namespace ursa::compiler::nvptx
