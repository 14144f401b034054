// See memory_functions.h.
#include "compiler/targets/vulkan/memory_functions.h"

#include "compiler/builtins/builtin.h"
#include "compiler/targets/common/vector_memory.h"
#include "compiler/targets/vulkan/builtin_body.h"

using namespace llvm;

namespace ursa::compiler::vulkan {
namespace {

/// Defines @p function by a call of the function of the same name for private memory, whose output
/// is copied.
void defineViaPrivateCopy(Function &function, const builtins::SecondResult &second) {
  Argument *pointer = function.getArg(function.arg_size() - 1);
  const std::string name = builtins::privateOverload(function.getName());
  if (name == function.getName())
    return;
  IRBuilder<> builder = builtins::beginBody(function);
  Type *type = function.getReturnType();
  if (second.isInteger)
    type = type->getWithNewType(builder.getInt32Ty());
  AllocaInst *copy = builder.CreateAlloca(type);
  SmallVector<Value *, 3> arguments;
  for (Argument &argument : function.args())
    arguments.push_back(&argument == pointer ? static_cast<Value *>(copy) : &argument);
  CallInst *call = builtins::callFunction(builder, name, function.getReturnType(), arguments);
  builder.CreateStore(builder.CreateLoad(type, copy), pointer);
  builder.CreateRet(call);
}

} // namespace

PreservedAnalyses MemoryFunctionsPass::run(Module &module, ModuleAnalysisManager &) {
  for (Function &function : make_early_inc_range(module)) {
    if (!function.isDeclaration() || function.isIntrinsic() || function.use_empty())
      continue;
    const builtins::Builtin builtin = builtins::describe(function.getName());
    if (const auto *access = std::get_if<builtins::VectorAccess>(&builtin))
      targets::defineVectorAccess(function, *access);
    else if (const auto *second = std::get_if<builtins::SecondResult>(&builtin);
             second && function.arg_size() &&
             function.getArg(function.arg_size() - 1)->getType()->isPointerTy() &&
             function.getArg(function.arg_size() - 1)->getType()->getPointerAddressSpace() != 0)
      defineViaPrivateCopy(function, *second);
  }
  return PreservedAnalyses::none();
}

} // namespace ursa::compiler::vulkan
