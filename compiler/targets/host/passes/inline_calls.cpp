#include "compiler/targets/host/passes/inline_calls.h"

#include "compiler/targets/host/passes/kernel_entry.h"
#include "compiler/targets/host/passes/local_memory.h"
#include "compiler/targets/host/passes/work_item_functions.h"

#include <llvm/ADT/SetVector.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/ModuleUtils.h>

namespace ursa::host {
namespace {

using Functions = llvm::SetVector<llvm::Function *>;

// Adds the functions with an instruction that uses the value, directly or in a constant expression.
void addUsers(const llvm::Value &value, Functions &functions) {
  for (const llvm::User *user : value.users()) {
    if (const auto *instruction = llvm::dyn_cast<llvm::Instruction>(user))
      functions.insert(const_cast<llvm::Function *>(instruction->getFunction()));
    else if (llvm::isa<llvm::ConstantExpr>(user))
      addUsers(*user, functions);
  }
}

// Returns the functions that depend on the work-item, in the order of discovery.
Functions dependentFunctions(llvm::Module &module) {
  Functions dependent;
  for (llvm::Function &function : module)
    if (isWorkItemFunction(function) || isBarrier(function))
      addUsers(function, dependent);
  for (llvm::GlobalVariable *variable : localVariables(module))
    addUsers(*variable, dependent);
  for (size_t i = 0; i < dependent.size(); ++i) // grows during the iteration
    addUsers(*dependent[i], dependent);
  return dependent;
}

// Clones each kernel that other functions call and redirects the calls to the clone, so that the
// kernel itself is never inlined.
void cloneCalledKernels(llvm::Module &module) {
  for (llvm::Function *kernel : kernelsOf(module)) {
    if (kernel->use_empty())
      continue;
    llvm::ValueToValueMapTy map;
    llvm::Function *clone = llvm::CloneFunction(kernel, map);
    clone->setName(kernel->getName() + ".called");
    clone->setLinkage(llvm::GlobalValue::InternalLinkage);
    clone->removeFnAttr("ursa-kernel");
    kernel->replaceAllUsesWith(clone);
  }
}

llvm::CallBase *firstCallInto(llvm::Function &caller, const Functions &dependent) {
  for (llvm::Instruction &instruction : llvm::instructions(caller))
    if (auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction))
      if (llvm::Function *callee = call->getCalledFunction(); callee && dependent.contains(callee))
        return call;
  return nullptr;
}

Result<void> inlineInto(llvm::Function &kernel, const Functions &dependent) {
  // Without recursion, each function is inlined at most once per path; the generous limit stops
  // recursive inlining.
  constexpr size_t kMaxCalls = 20000;
  size_t calls = 0;
  while (llvm::CallBase *call = firstCallInto(kernel, dependent)) {
    const std::string callee = call->getCalledFunction()->getName().str();
    llvm::InlineFunctionInfo info;
    const llvm::InlineResult result = llvm::InlineFunction(*call, info);
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
  llvm::SmallPtrSet<llvm::Function *, 16> finished;
  llvm::SmallPtrSet<llvm::Function *, 16> open;
  const std::function<llvm::Function *(llvm::Function *)> cycleFrom =
      [&](llvm::Function *function) -> llvm::Function * {
    if (finished.contains(function))
      return nullptr;
    if (!open.insert(function).second)
      return function;
    for (llvm::Instruction &instruction : llvm::instructions(*function))
      if (auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction))
        if (llvm::Function *callee = call->getCalledFunction();
            callee && dependent.contains(callee))
          if (llvm::Function *cycle = cycleFrom(callee))
            return cycle;
    open.erase(function);
    finished.insert(function);
    return nullptr;
  };
  for (llvm::Function *function : dependent)
    if (llvm::Function *cycle = cycleFrom(function))
      return makeError(UR_RESULT_ERROR_PROGRAM_BUILD_FAILURE,
                       "Function '{}' is recursive and depends on its work-item.",
                       cycle->getName().str());
  return {};
}

} // namespace

Result<void> inlineIntoKernels(llvm::Module &module) {
  cloneCalledKernels(module);
  const Functions dependent = dependentFunctions(module);
  for (llvm::Function *function : dependent)
    for (const llvm::User *user : function->users()) {
      const auto *call = llvm::dyn_cast<llvm::CallBase>(user);
      if (!call || call->getCalledFunction() != function || function->hasFnAttribute("ursa-kernel"))
        return makeError(UR_RESULT_ERROR_PROGRAM_BUILD_FAILURE,
                         "Function '{}' depends on its work-item but its address is taken.",
                         function->getName().str());
    }
  URSA_CHECK(refuseRecursion(dependent));
  for (llvm::Function *kernel : kernelsOf(module))
    URSA_CHECK(inlineInto(*kernel, dependent));

  // Removes functions that were inlined everywhere, so that later stages see only kernels.
  std::vector<llvm::GlobalValue *> inlined;
  for (llvm::Function *function : dependent)
    if (!function->hasFnAttribute("ursa-kernel"))
      inlined.push_back(function);
  llvm::removeFromUsedLists(module, [&inlined](llvm::Constant *constant) {
    return llvm::is_contained(inlined, constant->stripPointerCasts());
  });
  for (llvm::GlobalValue *function : inlined)
    llvm::cast<llvm::Function>(function)->deleteBody();
  for (llvm::GlobalValue *function : inlined)
    if (function->use_empty())
      function->eraseFromParent();
  return {};
}

} // namespace ursa::host
