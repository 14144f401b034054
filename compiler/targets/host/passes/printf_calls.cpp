#include "compiler/targets/host/passes/printf_calls.h"

#include "compiler/builtins/builtin.h"
#include "compiler/targets/host/runtime/kernel_printf.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

#include <vector>

using namespace llvm;

namespace ursa::compiler::host {
namespace {

PrintedKind kindOf(const Type *type) {
  return type->isFloatingPointTy() ? PrintedKind::Real
         : type->isPointerTy()     ? PrintedKind::Pointer
                                   : PrintedKind::Integer;
}

// The 64 bits that stand for a scalar. 0 for types that no printf takes.
Value *wordOf(IRBuilder<> &builder, Value *value) {
  Type *type = value->getType();
  Type *word = builder.getInt64Ty();
  if (type->isFloatingPointTy())
    return builder.CreateBitCast(builder.CreateFPCast(value, builder.getDoubleTy()), word);
  if (type->isPointerTy())
    return builder.CreatePtrToInt(value, word);
  return type->isIntegerTy() ? builder.CreateZExtOrTrunc(value, word) : builder.getInt64(0);
}

void lower(CallInst &call) {
  Module &module = *call.getModule();
  const DataLayout &layout = module.getDataLayout();
  IRBuilder<> builder(&call);
  std::vector<Value *> words;
  for (const Use &argument : drop_begin(call.args())) {
    auto *vector = dyn_cast<FixedVectorType>(argument->getType());
    Type *type = argument->getType()->getScalarType();
    const unsigned count = vector ? vector->getNumElements() : 1;
    const uint64_t bytes = type->isSized() ? layout.getTypeStoreSize(type).getKnownMinValue() : 0;
    words.push_back(builder.getInt64(printedHeader(kindOf(type), bytes, count)));
    for (unsigned i = 0; i < count; ++i)
      words.push_back(
          wordOf(builder, vector ? builder.CreateExtractElement(argument, i) : argument.get()));
  }
  auto *type = ArrayType::get(builder.getInt64Ty(), words.size());
  BasicBlock &entry = call.getFunction()->getEntryBlock();
  Value *record =
      IRBuilder<>(&entry, entry.getFirstInsertionPt()).CreateAlloca(type, nullptr, "printed");
  for (size_t i = 0; i < words.size(); ++i)
    builder.CreateStore(words[i], builder.CreateConstInBoundsGEP2_64(type, record, 0, i));
  const auto callee =
      module.getOrInsertFunction(kPrintfSymbol, builder.getInt32Ty(), builder.getPtrTy(),
                                 builder.getPtrTy(), builder.getInt32Ty());
  Value *result =
      builder.CreateCall(callee, {call.getArgOperand(0), record,
                                  builder.getInt32(static_cast<uint32_t>(call.arg_size() - 1))});
  call.replaceAllUsesWith(builder.CreateIntCast(result, call.getType(), /*isSigned=*/true));
  call.eraseFromParent();
}

bool isPrintf(const Function &function) {
  return function.isDeclaration() && builtins::describeAs<builtins::Printf>(function.getName()) &&
         function.arg_size() >= 1 && function.getArg(0)->getType()->isPointerTy() &&
         function.getReturnType()->isIntegerTy();
}

} // namespace

void lowerPrintf(Module &module) {
  for (Function &function : make_early_inc_range(module)) {
    if (!isPrintf(function))
      continue;
    for (User *user : make_early_inc_range(function.users()))
      if (auto *call = dyn_cast<CallInst>(user);
          call && call->getCalledOperand() == &function && call->arg_size() >= 1)
        lower(*call);
    if (function.use_empty())
      function.eraseFromParent();
  }
}

} // namespace ursa::compiler::host
