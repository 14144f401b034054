// See pointer_queries.h.
#include "compiler/targets/common/pointer_queries.h"

#include "compiler/builtins/definitions.h"
#include "compiler/targets/common/address_spaces.h"
#include "compiler/targets/common/pointer_spaces.h"
#include "compiler/targets/common/pointer_tags.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace ursa::compiler::targets {
namespace {

/// Replaces a query by the pointer in the queried space, or null if it points to another; get_fence
/// by its flags. A query of an unknown pointer stays a call.
void resolveQuery(CallInst &call, const builtins::PointerQuery &query) {
  Value *pointer = call.getArgOperand(0);
  const auto tagged = PointerTags().find(*pointer);
  if (!tagged)
    return;
  IRBuilder<> builder(&call);
  builder.SetCurrentDebugLocation(call.getDebugLoc());
  Value *result = nullptr;
  if (query.space) {
    Value *null = Constant::getNullValue(call.getType());
    result = !is_contained(tagged->spaces, *query.space)
                 ? null
                 : builder.CreateSelect(
                       builder.CreateICmpEQ(tagged->tag, builder.getInt32(*query.space)),
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

std::optional<builtins::PointerQuery> queryOf(const Function &function) {
  if (!function.isDeclaration() || function.use_empty() || function.arg_empty() ||
      !isGenericPointer(function.getArg(0)->getType()))
    return std::nullopt;
  return builtins::describeAs<builtins::PointerQuery>(function.getName());
}

void resolveQueries(Module &module) {
  for (Function &function : make_early_inc_range(module)) {
    const auto query = queryOf(function);
    if (!query)
      continue;
    for (CallInst *call : builtins::callsOf(function))
      resolveQuery(*call, *query);
    if (function.use_empty())
      function.eraseFromParent();
  }
}

/// Has functions inlined that ask about pointers of their callers. Returns false if there are none.
bool inlineAskers(Module &module) {
  bool isChanged = false;
  for (Function &query : module) {
    if (!queryOf(query))
      continue;
    for (CallInst *call : builtins::callsOf(query)) {
      Function &asker = *call->getFunction();
      if (!asker.hasLocalLinkage() || asker.getCallingConv() == CallingConv::SPIR_KERNEL ||
          asker.hasFnAttribute(Attribute::AlwaysInline)) // a recursive one stays
        continue;
      asker.removeFnAttr(Attribute::NoInline);
      asker.removeFnAttr(Attribute::OptimizeNone);
      asker.addFnAttr(Attribute::AlwaysInline);
      for (CallInst *each : builtins::callsOf(asker))
        each->removeFnAttr(Attribute::NoInline);
      isChanged = true;
    }
  }
  return isChanged;
}

} // namespace

void resolvePointerQueries(Module &module) {
  if (none_of(module, queryOf))
    return;
  do {
    inferAddressSpaces(module);
    resolveQueries(module);
  } while (inlineAskers(module));
}

std::unique_ptr<Module> cloneWithPointerQueriesResolved(const Module &device, bool isObject) {
  if (none_of(device, queryOf))
    return nullptr;
  std::unique_ptr<Module> clone = CloneModule(device);
  if (!isObject)
    for (Function &function : *clone)
      if (!function.isDeclaration() && function.getCallingConv() != CallingConv::SPIR_KERNEL)
        function.setLinkage(GlobalValue::InternalLinkage);
  resolvePointerQueries(*clone);
  return clone;
}

} // namespace ursa::compiler::targets
