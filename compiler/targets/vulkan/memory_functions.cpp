// See memory_functions.h.
#include "compiler/targets/vulkan/memory_functions.h"

#include "compiler/targets/common/opencl_names.h"
#include "compiler/targets/vulkan/builtin_body.h"
#include "compiler/targets/vulkan/half_functions.h"

#include "llvm/ADT/StringSwitch.h"

using namespace llvm;

namespace ursa::vulkan {
namespace {

/// A name such as vloada_half3 or vstore_half4_rtz taken apart.
struct VectorAccess {
  bool isLoad = false;
  bool isAligned = false; ///< vloada, vstorea: aligned to the whole vector
  bool isHalf = false;
  unsigned count = 1;
  StringRef rounding; ///< "", "rte", "rtz", "rtp", "rtn"
};

std::optional<VectorAccess> parse(StringRef name) {
  VectorAccess access;
  access.isLoad = name.consume_front("vload");
  if (!access.isLoad && !name.consume_front("vstore"))
    return std::nullopt;
  access.isAligned = name.consume_front("a");
  access.isHalf = name.consume_front("_half");
  if (!name.empty() && name[0] != '_' && name.consumeInteger(10, access.count))
    return std::nullopt;
  if (name.consume_front("_"))
    access.rounding = name;
  return access;
}

void defineVectorAccess(Function &function, const VectorAccess &access) {
  IRBuilder<> builder = beginBody(function);
  Value *index = function.getArg(access.isLoad ? 0 : 1);
  Value *pointer = function.getArg(access.isLoad ? 1 : 2);
  Type *type = access.isLoad ? function.getReturnType() : function.getArg(0)->getType();
  Type *element = access.isHalf ? builder.getHalfTy() : type->getScalarType();
  Type *inMemory = type->getWithNewType(element);
  const unsigned size = element->getScalarSizeInBits() / 8;
  const bool isPadded = access.isAligned && access.count == 3;
  const unsigned stride = isPadded ? 4 : access.count;
  const Align align(access.isAligned ? size * stride : size);
  Value *place = builder.CreateGEP(
      element, pointer, builder.CreateMul(index, ConstantInt::get(index->getType(), stride)));
  if (!access.isLoad) {
    Value *value = function.getArg(0);
    if (access.isHalf)
      value = roundToHalf(builder, value, access.rounding);
    builder.CreateAlignedStore(value, place, align);
    builder.CreateRetVoid();
    return;
  }
  Value *value = builder.CreateAlignedLoad(inMemory, place, align);
  if (access.isHalf)
    value = builder.CreateFPExt(value, type);
  builder.CreateRet(value);
}

bool writesThroughPointer(StringRef name) {
  return StringSwitch<bool>(name)
      .Cases({"frexp", "modf", "sincos", "fract", "remquo", "lgamma_r"}, true)
      .Default(false);
}

/// Calls the function of the same name for private memory, and copies what it wrote.
void defineThroughCopy(Function &function) {
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
    if (auto access = parse(name))
      defineVectorAccess(function, *access);
    else if (writesThroughPointer(name) && function.arg_size() &&
             function.getArg(function.arg_size() - 1)->getType()->isPointerTy() &&
             function.getArg(function.arg_size() - 1)->getType()->getPointerAddressSpace() != 0)
      defineThroughCopy(function);
  }
  return PreservedAnalyses::none();
}

} // namespace ursa::vulkan
