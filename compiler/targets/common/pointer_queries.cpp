// See pointer_queries.h.
#include "compiler/targets/common/pointer_queries.h"

#include "compiler/targets/common/address_spaces.h"
#include "compiler/targets/common/opencl_names.h"
#include "compiler/targets/common/pointer_spaces.h"
#include "compiler/targets/common/pointer_tags.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace ursa {
namespace {

/// Returns the space that a function such as to_global casts to.
std::optional<unsigned> queriedSpace(StringRef name) {
  return StringSwitch<std::optional<unsigned>>(name)
      .Cases({"__to_global", "__spirv_GenericCastToPtrExplicit_ToGlobal"}, kGlobalSpace)
      .Cases({"__to_local", "__spirv_GenericCastToPtrExplicit_ToLocal"}, kLocalSpace)
      .Cases({"__to_private", "__spirv_GenericCastToPtrExplicit_ToPrivate"}, kPrivateSpace)
      .Default(std::nullopt);
}

/// Replaces a query by the pointer in the queried space, or null if it points to another; get_fence
/// by its flags. A query of an unknown pointer stays a call.
void resolveQuery(CallInst &call, StringRef name) {
  Value *pointer = call.getArgOperand(0);
  const auto tagged = PointerTags().find(*pointer);
  if (!tagged)
    return;
  IRBuilder<> builder(&call);
  builder.SetCurrentDebugLocation(call.getDebugLoc());
  Value *result = nullptr;
  if (const auto space = queriedSpace(name)) {
    Value *null = Constant::getNullValue(call.getType());
    result = !is_contained(tagged->spaces, *space)
                 ? null
                 : builder.CreateSelect(builder.CreateICmpEQ(tagged->tag, builder.getInt32(*space)),
                                        builder.CreateAddrSpaceCast(pointer, call.getType()), null);
  } else {
    constexpr unsigned kLocalFence = 1, kGlobalFence = 2;
    result = builder.CreateSelect(builder.CreateICmpEQ(tagged->tag, builder.getInt32(kLocalSpace)),
                                  ConstantInt::get(call.getType(), kLocalFence),
                                  ConstantInt::get(call.getType(), kGlobalFence));
  }
  call.replaceAllUsesWith(result);
  call.eraseFromParent();
}

bool isQuery(const Function &function) {
  const StringRef name = openclBaseName(function.getName());
  return function.isDeclaration() && !function.use_empty() && function.arg_size() &&
         isGenericPointer(function.getArg(0)->getType()) &&
         (name == "get_fence" || queriedSpace(name));
}

} // namespace

void resolvePointerQueries(Module &module) {
  if (none_of(module, isQuery))
    return;
  inferAddressSpaces(module);
  for (Function &function : make_early_inc_range(module)) {
    if (!isQuery(function))
      continue;
    for (User *user : make_early_inc_range(function.users()))
      if (auto *call = dyn_cast<CallInst>(user); call && call->getCalledFunction() == &function)
        resolveQuery(*call, openclBaseName(function.getName()));
    if (function.use_empty())
      function.eraseFromParent();
  }
}

std::unique_ptr<Module> cloneWithPointerQueriesResolved(const Module &device, bool isObject) {
  if (none_of(device, isQuery))
    return nullptr;
  std::unique_ptr<Module> clone = CloneModule(device);
  if (!isObject)
    for (Function &function : *clone)
      if (!function.isDeclaration() && function.getCallingConv() != CallingConv::SPIR_KERNEL)
        function.setLinkage(GlobalValue::InternalLinkage);
  resolvePointerQueries(*clone);
  return clone;
}

} // namespace ursa
