// See local_variables.h.
#include "compiler/targets/spirv/local_variables.h"

#include "compiler/targets/common/pointer_spaces.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace ursa::compiler::spirv {
namespace {

bool isEntry(const Function &function) {
  return function.getCallingConv() == CallingConv::SPIR_KERNEL;
}

/// Returns the only kernel of a module; null if there are several.
const Function *onlyKernel(const Module &module) {
  const Function *only = nullptr;
  for (const Function &function : module)
    if (isEntry(function) && !function.isDeclaration()) {
      if (only)
        return nullptr;
      only = &function;
    }
  return only;
}

bool isUsedLocal(const GlobalVariable &variable) {
  return variable.getAddressSpace() == targets::kLocalSpace && !variable.use_empty() &&
         variable.hasInitializer();
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

SetVector<Function *> functionsThatUse(const Value &value) {
  SetVector<Function *> functions;
  addUsers(value, functions);
  return functions;
}

void inlineUsers(ArrayRef<const Value *> values) {
  SetVector<Function *> functions;
  for (const Value *value : values)
    addUsers(*value, functions);
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

void inlineUsersOfLocalVariables(Module &module) {
  SmallVector<const Value *, 8> variables;
  for (const GlobalVariable &variable : module.globals())
    if (variable.getAddressSpace() == targets::kLocalSpace)
      variables.push_back(&variable);
  inlineUsers(variables);
}

void dropInitialValues(Module &module) {
  // Clang writes initial values for variables of SYCL sources.
  for (GlobalVariable &variable : module.globals())
    if (isUsedLocal(variable)) {
      variable.setInitializer(UndefValue::get(variable.getValueType()));
      variable.setComdat(nullptr);
      variable.setLinkage(GlobalValue::InternalLinkage);
    }
}

void nameLocalVariables(Module &module) {
  if (const Function *kernel = onlyKernel(module))
    for (GlobalVariable &variable : module.globals())
      if (isUsedLocal(variable) && !variable.getName().starts_with(kernel->getName().str() + "."))
        variable.setName(kernel->getName() + "." + variable.getName());
}

} // namespace ursa::compiler::spirv
