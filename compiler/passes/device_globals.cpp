// See device_globals.h.
#include "compiler/passes/device_globals.h"

#include "compiler/passes/thread_argument.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/ReplaceConstant.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;

namespace ursa::compiler::passes {
namespace {

constexpr unsigned kGlobalSpace = 1;

/// Returns an error if anything but an instruction uses a variable.
Error checkUsers(const GlobalVariable &variable, StringRef id) {
  for (const User *user : variable.users()) {
    if (isa<Instruction>(user))
      continue;
    while (!isa<GlobalValue>(user) && user->hasOneUse())
      user = user->user_back();
    return createStringError("The initial value of '" + user->getName() +
                             "' holds the address of the device_global '" + id +
                             "', which only device code knows.");
  }
  return Error::success();
}

/// Replaces uses of a variable by the result of a call in each function that uses it. Returns the
/// function that is called.
Function &replaceByCalls(GlobalVariable &variable) {
  Module &module = *variable.getParent();
  auto *type = FunctionType::get(PointerType::get(module.getContext(), kGlobalSpace), false);
  Function *source =
      Function::Create(type, GlobalValue::ExternalLinkage, "__ursa_device_global", module);
  MapVector<Function *, Instruction *> calls;
  for (Use &use : make_early_inc_range(variable.uses())) {
    Function *function = cast<Instruction>(use.getUser())->getFunction();
    Instruction *&call = calls[function];
    if (!call)
      call = CallInst::Create(type, source, "", function->getEntryBlock().getFirstInsertionPt());
    use.set(call);
  }
  return *source;
}

AttrBuilder attributesOf(const GlobalVariable &variable, StringRef id) {
  const DataLayout &layout = variable.getDataLayout();
  AttrBuilder attributes(variable.getContext());
  attributes.addAttribute(Attribute::NoUndef);
  attributes.addAlignmentAttr(
      layout.getValueOrABITypeAlignment(variable.getAlign(), variable.getValueType()));
  attributes.addDereferenceableAttr(
      layout.getTypeAllocSize(variable.getValueType()).getFixedValue());
  attributes.addAttribute(kDeviceGlobalAttribute, id);
  return attributes;
}

Expected<std::vector<std::string>> lower(GlobalVariable &variable) {
  const std::string id = variable.getAttribute(kDeviceGlobalAttribute).getValueAsString().str();
  if (variable.getAddressSpace() != kGlobalSpace)
    return createStringError("The device_global '" + id + "' is in address space " +
                             Twine(variable.getAddressSpace()) + "; it must be in global memory.");
  removeFromUsedLists(*variable.getParent(),
                      [&](Constant *used) { return used->stripPointerCasts() == &variable; });
  convertUsersOfConstantsToInstructions({&variable});
  variable.removeDeadConstantUsers();
  if (Error error = checkUsers(variable, id))
    return error;
  const ThreadedParameter parameter{"ursa.device_global", "", attributesOf(variable, id)};
  Function &source = replaceByCalls(variable);
  variable.eraseFromParent();
  return threadResult(source, "uses the device_global '" + id + "'", parameter, [](Function &) {});
}

/// Makes the memory of the barrier of all work-groups a variable, in the place of a function.
void addRootBarrier(Module &module) {
  Function *function = module.getFunction(kRootBarrierFunction);
  if (!function || !function->isDeclaration())
    return;
  auto *type = ArrayType::get(Type::getInt32Ty(module.getContext()), 2);
  auto *variable =
      new GlobalVariable(module, type, /*isConstant=*/false, GlobalValue::ExternalLinkage, nullptr,
                         "ursa.root_barrier", nullptr, GlobalValue::NotThreadLocal, kGlobalSpace);
  variable->addAttribute(kDeviceGlobalAttribute, kRootBarrierId);
  for (User *user : make_early_inc_range(function->users()))
    if (auto *call = dyn_cast<CallInst>(user); call && call->getType() == variable->getType()) {
      call->replaceAllUsesWith(variable);
      call->eraseFromParent();
    }
  if (function->use_empty())
    function->eraseFromParent();
}

} // namespace

Expected<std::vector<std::string>> lowerDeviceGlobals(Module &module) {
  addRootBarrier(module);
  std::vector<std::string> notExported;
  for (GlobalVariable &variable : make_early_inc_range(module.globals())) {
    if (!variable.hasAttribute(kDeviceGlobalAttribute))
      continue;
    auto functions = lower(variable);
    if (!functions)
      return functions.takeError();
    notExported.insert(notExported.end(), functions->begin(), functions->end());
  }
  return notExported;
}

PreservedAnalyses DeviceGlobalsPass::run(Module &module, ModuleAnalysisManager &) {
  if (auto notExported = lowerDeviceGlobals(module); !notExported)
    module.getContext().emitError(toString(notExported.takeError()));
  return PreservedAnalyses::none();
}

} // namespace ursa::compiler::passes
