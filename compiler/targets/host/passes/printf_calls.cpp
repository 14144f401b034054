#include "compiler/targets/host/passes/printf_calls.h"

#include "compiler/builtins/builtin.h"
#include "compiler/targets/host/runtime/kernel_printf.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

#include <vector>

namespace ursa::host {
namespace {

PrintedKind kindOf(const llvm::Type *type) {
  return type->isFloatingPointTy() ? PrintedKind::Real
         : type->isPointerTy()     ? PrintedKind::Pointer
                                   : PrintedKind::Integer;
}

// The 64 bits that stand for a scalar. 0 for types that no printf takes.
llvm::Value *wordOf(llvm::IRBuilder<> &builder, llvm::Value *value) {
  llvm::Type *type = value->getType();
  llvm::Type *word = builder.getInt64Ty();
  if (type->isFloatingPointTy())
    return builder.CreateBitCast(builder.CreateFPCast(value, builder.getDoubleTy()), word);
  if (type->isPointerTy())
    return builder.CreatePtrToInt(value, word);
  return type->isIntegerTy() ? builder.CreateZExtOrTrunc(value, word) : builder.getInt64(0);
}

void lower(llvm::CallInst &call) {
  llvm::Module &module = *call.getModule();
  const llvm::DataLayout &layout = module.getDataLayout();
  llvm::IRBuilder<> builder(&call);
  std::vector<llvm::Value *> words;
  for (const llvm::Use &argument : llvm::drop_begin(call.args())) {
    auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(argument->getType());
    llvm::Type *type = argument->getType()->getScalarType();
    const unsigned count = vector ? vector->getNumElements() : 1;
    const uint64_t bytes = type->isSized() ? layout.getTypeStoreSize(type).getKnownMinValue() : 0;
    words.push_back(builder.getInt64(printedHeader(kindOf(type), bytes, count)));
    for (unsigned i = 0; i < count; ++i)
      words.push_back(
          wordOf(builder, vector ? builder.CreateExtractElement(argument, i) : argument.get()));
  }
  auto *type = llvm::ArrayType::get(builder.getInt64Ty(), words.size());
  llvm::BasicBlock &entry = call.getFunction()->getEntryBlock();
  llvm::Value *record =
      llvm::IRBuilder<>(&entry, entry.getFirstInsertionPt()).CreateAlloca(type, nullptr, "printed");
  for (size_t i = 0; i < words.size(); ++i)
    builder.CreateStore(words[i], builder.CreateConstInBoundsGEP2_64(type, record, 0, i));
  const auto callee =
      module.getOrInsertFunction(kPrintfSymbol, builder.getInt32Ty(), builder.getPtrTy(),
                                 builder.getPtrTy(), builder.getInt32Ty());
  llvm::Value *result =
      builder.CreateCall(callee, {call.getArgOperand(0), record,
                                  builder.getInt32(static_cast<uint32_t>(call.arg_size() - 1))});
  call.replaceAllUsesWith(builder.CreateIntCast(result, call.getType(), /*isSigned=*/true));
  call.eraseFromParent();
}

bool isPrintf(const llvm::Function &function) {
  return function.isDeclaration() && builtins::describeAs<builtins::Printf>(function.getName()) &&
         function.arg_size() >= 1 && function.getArg(0)->getType()->isPointerTy() &&
         function.getReturnType()->isIntegerTy();
}

} // namespace

void lowerPrintf(llvm::Module &module) {
  for (llvm::Function &function : llvm::make_early_inc_range(module)) {
    if (!isPrintf(function))
      continue;
    for (llvm::User *user : llvm::make_early_inc_range(function.users()))
      if (auto *call = llvm::dyn_cast<llvm::CallInst>(user);
          call && call->getCalledOperand() == &function && call->arg_size() >= 1)
        lower(*call);
    if (function.use_empty())
      function.eraseFromParent();
  }
}

} // namespace ursa::host
