// See memory_functions.h.
#include "compiler/targets/vulkan/memory_functions.h"

#include "compiler/targets/common/opencl_names.h"
#include "compiler/targets/common/vector_memory.h"
#include "compiler/targets/vulkan/builtin_body.h"

#include "llvm/ADT/StringSwitch.h"

using namespace llvm;

namespace ursa::vulkan {
namespace {

/// Returns whether math function @p name stores a second result through its last argument.
bool hasPointerOutput(StringRef name) {
  return StringSwitch<bool>(name)
      .Cases({"frexp", "modf", "sincos", "fract", "remquo", "lgamma_r"}, true)
      .Default(false);
}

/// Defines @p function by a call of the function of the same name for private memory, whose output
/// is copied.
void defineViaPrivateCopy(Function &function) {
  Argument *pointer = function.getArg(function.arg_size() - 1);
  std::string name = function.getName().str();
  const std::size_t space = name.find("PU3AS");
  if (space == std::string::npos)
    return;
  name.erase(space + 1, 5); // "PU3AS4i" is "Pi"
  IRBuilder<> builder = beginBody(function);
  const bool isInteger = StringSwitch<bool>(openclBaseName(name))
                             .Cases({"frexp", "remquo", "lgamma_r"}, true)
                             .Default(false);
  Type *type = function.getReturnType();
  if (isInteger)
    type = type->getWithNewType(builder.getInt32Ty());
  AllocaInst *copy = builder.CreateAlloca(type);
  SmallVector<Value *, 3> arguments;
  SmallVector<Type *, 3> types;
  for (Argument &argument : function.args()) {
    arguments.push_back(&argument == pointer ? static_cast<Value *>(copy) : &argument);
    types.push_back(arguments.back()->getType());
  }
  FunctionCallee callee = function.getParent()->getOrInsertFunction(
      name, FunctionType::get(function.getReturnType(), types, false));
  CallInst *call = builder.CreateCall(callee, arguments);
  call->setCallingConv(CallingConv::SPIR_FUNC);
  cast<Function>(callee.getCallee())->setCallingConv(CallingConv::SPIR_FUNC);
  builder.CreateStore(builder.CreateLoad(type, copy), pointer);
  builder.CreateRet(call);
}

} // namespace

PreservedAnalyses MemoryFunctionsPass::run(Module &module, ModuleAnalysisManager &) {
  for (Function &function : make_early_inc_range(module)) {
    if (!function.isDeclaration() || function.isIntrinsic() || function.use_empty())
      continue;
    const StringRef name = openclBaseName(function.getName());
    if (name.size() == function.getName().size())
      continue;
    if (const auto access = VectorAccess::parse(name))
      defineVectorAccess(function, *access);
    else if (hasPointerOutput(name) && function.arg_size() &&
             function.getArg(function.arg_size() - 1)->getType()->isPointerTy() &&
             function.getArg(function.arg_size() - 1)->getType()->getPointerAddressSpace() != 0)
      defineViaPrivateCopy(function);
  }
  return PreservedAnalyses::none();
}

} // namespace ursa::vulkan
