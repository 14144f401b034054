// See local_variables.h.
#include "compiler/targets/spirv/local_variables.h"

#include "compiler/targets/common/pointer_spaces.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/ReplaceConstant.h"

using namespace llvm;

namespace ursa {
namespace {

bool isEntry(const Function &function) {
  return function.getCallingConv() == CallingConv::SPIR_KERNEL;
}

std::string nameIn(const Function &kernel, const GlobalVariable &variable) {
  return (kernel.getName() + "." + variable.getName()).str();
}

void nameVariable(GlobalVariable &variable) {
  Module &module = *variable.getParent();
  convertUsersOfConstantsToInstructions({&variable});
  SetVector<Function *> users;
  for (User *user : variable.users())
    if (auto *instruction = dyn_cast<Instruction>(user))
      users.insert(instruction->getFunction());
  Function *only = nullptr;
  unsigned kernels = 0;
  for (Function &function : module)
    if (isEntry(function) && !function.isDeclaration()) {
      only = &function;
      ++kernels;
    }
  if (kernels == 1) {
    if (!variable.getName().starts_with(only->getName().str() + "."))
      variable.setName(nameIn(*only, variable));
    return;
  }
  for (const Function *user : users)
    if (!isEntry(*user))
      return;
  for (Function *kernel : users) {
    if (users.size() == 1) {
      if (!variable.getName().starts_with(kernel->getName().str() + "."))
        variable.setName(nameIn(*kernel, variable));
      return;
    }
    auto *own = new GlobalVariable(
        module, variable.getValueType(), variable.isConstant(), GlobalValue::InternalLinkage,
        variable.hasInitializer() ? variable.getInitializer() : nullptr, nameIn(*kernel, variable),
        nullptr, GlobalValue::NotThreadLocal, variable.getAddressSpace());
    own->setAlignment(variable.getAlign());
    variable.replaceUsesWithIf(own, [&](const Use &use) {
      auto *instruction = dyn_cast<Instruction>(use.getUser());
      return instruction && instruction->getFunction() == kernel;
    });
  }
  if (variable.use_empty())
    variable.eraseFromParent();
}

/// Adds the functions that use a value, through constants too.
void addUsers(const Value &value, SetVector<Function *> &functions) {
  for (const User *user : value.users()) {
    if (auto *instruction = dyn_cast<Instruction>(user))
      functions.insert(const_cast<Function *>(instruction->getFunction()));
    else if (isa<Constant>(user))
      addUsers(*user, functions);
  }
}

} // namespace

void inlineUsersOfLocalVariables(Module &module) {
  SetVector<Function *> functions;
  for (const GlobalVariable &variable : module.globals())
    if (variable.getAddressSpace() == kLocalSpace)
      addUsers(variable, functions);
  for (std::size_t i = 0; i < functions.size(); ++i) {
    Function &function = *functions[i];
    if (isEntry(function))
      continue;
    function.removeFnAttr(Attribute::NoInline);
    function.removeFnAttr(Attribute::OptimizeNone);
    function.addFnAttr(Attribute::AlwaysInline);
    for (User *user : function.users())
      if (auto *call = dyn_cast<CallInst>(user))
        call->removeFnAttr(Attribute::NoInline);
    addUsers(function, functions);
  }
}

void nameLocalVariables(Module &module) {
  SmallVector<GlobalVariable *, 8> variables;
  for (GlobalVariable &variable : module.globals())
    if (variable.getAddressSpace() == kLocalSpace && !variable.use_empty())
      variables.push_back(&variable);
  for (GlobalVariable *variable : variables) {
    // Local memory has no initial value; clang writes one for variables of SYCL sources.
    if (!variable->hasInitializer())
      continue;
    variable->setInitializer(UndefValue::get(variable->getValueType()));
    variable->setComdat(nullptr);
    variable->setLinkage(GlobalValue::InternalLinkage);
    nameVariable(*variable);
  }
}

} // namespace ursa
