// See symbolic_ids.h.
#include "compiler/passes/symbolic_ids.h"

#include "compiler/passes/source_location.h"
#include "support/readable_names.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace ursa::compiler::passes {
namespace {

bool isMarkup(const Function &function) {
  return function.getName().contains("__sycl_getScalar2020SpecConstantValue") ||
         function.getName().contains("__sycl_getComposite2020SpecConstantValue");
}

Error setId(CallBase &call, StringRef unit) {
  const unsigned first = call.hasStructRetAttr() ? 1 : 0;
  if (call.arg_size() < first + 2)
    return createStringError(sourceLocation(call) + "A read of a specialization constant has " +
                             std::to_string(call.arg_size()) +
                             " operands; the headers are of another version.");
  const auto *variable =
      dyn_cast<GlobalVariable>(call.getArgOperand(first + 1)->stripPointerCasts());
  if (!variable)
    return createStringError(sourceLocation(call) +
                             "A specialization constant is read whose id is no variable.");
  const std::string id = symbolicId(variable->getName(), variable->hasLocalLinkage(), unit);
  Type *type = call.getArgOperand(first)->getType();
  call.setArgOperand(first, symbolicIdString(*call.getModule(), id, type));
  return Error::success();
}

} // namespace

std::string symbolicId(StringRef mangled, bool isInternal, StringRef unit) {
  return isInternal ? (mangled + StringRef(kTranslationUnit) + unit).str() : mangled.str();
}

Constant *symbolicIdString(Module &module, StringRef id, Type *type) {
  Constant *text = ConstantDataArray::getString(module.getContext(), id);
  const std::string name = ("ursa.id." + id).str();
  GlobalVariable *variable = module.getGlobalVariable(name, /*AllowInternal=*/true);
  if (!variable) {
    constexpr unsigned kGlobalSpace = 1;
    variable = new GlobalVariable(module, text->getType(), /*isConstant=*/true,
                                  GlobalValue::PrivateLinkage, text, name, nullptr,
                                  GlobalValue::NotThreadLocal, kGlobalSpace);
    variable->setUnnamedAddr(GlobalValue::UnnamedAddr::Global);
  }
  return ConstantExpr::getPointerBitCastOrAddrSpaceCast(variable, type);
}

Error setSymbolicIds(Module &module, StringRef unit) {
  for (Function &function : module) {
    if (function.getCallingConv() == CallingConv::SPIR_KERNEL && !function.isDeclaration() &&
        function.hasExternalLinkage())
      function.setLinkage(GlobalValue::WeakODRLinkage);
    if (!isMarkup(function))
      continue;
    if (!function.isDeclaration()) {
      function.deleteBody(); // it is there for types without linkage, for which C++ wants one
      function.setComdat(nullptr);
    }
    for (User *user : function.users())
      if (auto *call = dyn_cast<CallBase>(user); call && call->getCalledFunction() == &function)
        if (Error error = setId(*call, unit))
          return error;
  }
  return Error::success();
}

} // namespace ursa::compiler::passes
