#include "compiler/targets/host/passes/inline_calls.h"

#include "compiler/targets/common/pack_functions.h"
#include "compiler/targets/host/passes/kernel_entry.h"
#include "compiler/targets/host/passes/local_memory.h"
#include "compiler/targets/host/passes/work_item_functions.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;

namespace ursa::compiler::host {
namespace {

using Functions = SetVector<Function *>;

// Adds the functions with an instruction that uses the value, directly or in a constant expression.
void addUsers(const Value &value, Functions &functions) {
  for (const User *user : value.users()) {
    if (const auto *instruction = dyn_cast<Instruction>(user))
      functions.insert(const_cast<Function *>(instruction->getFunction()));
    else if (isa<ConstantExpr>(user))
      addUsers(*user, functions);
  }
}

// Returns the functions that depend on the work-item, in the order of discovery.
Functions dependentFunctions(Module &module) {
  Functions dependent;
  for (Function &function : module)
    if (isWorkItemFunction(function) || isBarrier(function) || isSubGroupOperation(function) ||
        targets::packFunction(function))
      addUsers(function, dependent);
  for (GlobalVariable *variable : localVariables(module))
    addUsers(*variable, dependent);
  for (size_t i = 0; i < dependent.size(); ++i) // grows during the iteration
    addUsers(*dependent[i], dependent);
  return dependent;
}

// Clones each kernel that other functions call and redirects the calls to the clone, so that the
// kernel itself is never inlined.
void cloneCalledKernels(Module &module) {
  for (Function *kernel : kernelsOf(module)) {
    if (kernel->use_empty())
      continue;
    ValueToValueMapTy map;
    Function *clone = CloneFunction(kernel, map);
    clone->setName(kernel->getName() + ".called");
    clone->setLinkage(GlobalValue::InternalLinkage);
    clone->removeFnAttr("ursa-kernel");
    kernel->replaceAllUsesWith(clone);
  }
}

CallBase *firstCallInto(Function &caller, const Functions &dependent) {
  for (Instruction &instruction : instructions(caller))
    if (auto *call = dyn_cast<CallBase>(&instruction))
      if (Function *callee = call->getCalledFunction(); callee && dependent.contains(callee))
        return call;
  return nullptr;
}

Result<void> inlineInto(Function &kernel, const Functions &dependent) {
  // Without recursion, each function is inlined at most once per path; the generous limit stops
  // recursive inlining.
  constexpr size_t kMaxCalls = 20000;
  size_t calls = 0;
  while (CallBase *call = firstCallInto(kernel, dependent)) {
    const std::string callee = call->getCalledFunction()->getName().str();
    InlineFunctionInfo info;
    const InlineResult result = InlineFunction(*call, info);
    if (!result.isSuccess() || ++calls > kMaxCalls)
      return makeError(UR_RESULT_ERROR_PROGRAM_BUILD_FAILURE,
                       "Function '{}' depends on its work-item but cannot be inlined into kernel "
                       "'{}': {}.",
                       callee, kernel.getName().str(),
                       result.isSuccess() ? "too many calls, or recursion"
                                          : result.getFailureReason());
  }
  return {};
}

Result<void> refuseRecursion(const Functions &dependent) {
  // Depth-first search over calls between dependent functions.
  SmallPtrSet<Function *, 16> finished;
  SmallPtrSet<Function *, 16> open;
  const std::function<Function *(Function *)> cycleFrom = [&](Function *function) -> Function * {
    if (finished.contains(function))
      return nullptr;
    if (!open.insert(function).second)
      return function;
    for (Instruction &instruction : instructions(*function))
      if (auto *call = dyn_cast<CallBase>(&instruction))
        if (Function *callee = call->getCalledFunction(); callee && dependent.contains(callee))
          if (Function *cycle = cycleFrom(callee))
            return cycle;
    open.erase(function);
    finished.insert(function);
    return nullptr;
  };
  for (Function *function : dependent)
    if (Function *cycle = cycleFrom(function))
      return makeError(UR_RESULT_ERROR_PROGRAM_BUILD_FAILURE,
                       "Function '{}' is recursive and depends on its work-item.",
                       cycle->getName().str());
  return {};
}

} // namespace

Result<void> inlineIntoKernels(Module &module) {
  cloneCalledKernels(module);
  const Functions dependent = dependentFunctions(module);
  for (Function *function : dependent)
    for (const User *user : function->users()) {
      const auto *call = dyn_cast<CallBase>(user);
      if (!call || call->getCalledFunction() != function || function->hasFnAttribute("ursa-kernel"))
        return makeError(UR_RESULT_ERROR_PROGRAM_BUILD_FAILURE,
                         "Function '{}' depends on its work-item but its address is taken.",
                         function->getName().str());
    }
  URSA_CHECK(refuseRecursion(dependent));
  for (Function *kernel : kernelsOf(module))
    URSA_CHECK(inlineInto(*kernel, dependent));

  // Removes functions that were inlined everywhere, so that later stages see only kernels.
  std::vector<GlobalValue *> inlined;
  for (Function *function : dependent)
    if (!function->hasFnAttribute("ursa-kernel"))
      inlined.push_back(function);
  removeFromUsedLists(module, [&inlined](Constant *constant) {
    return is_contained(inlined, constant->stripPointerCasts());
  });
  for (GlobalValue *function : inlined)
    cast<Function>(function)->deleteBody();
  for (GlobalValue *function : inlined)
    if (function->use_empty())
      function->eraseFromParent();
  return {};
}

} // namespace ursa::compiler::host
