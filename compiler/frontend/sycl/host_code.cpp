// See host_code.h.
#include "compiler/frontend/sycl/host_code.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Module.h"

namespace ursa::compiler::frontend::sycl {
namespace {

/// Whether a variable is a table of virtual functions or describes a type, by the names of the
/// Itanium ABI: virtual table, table of virtual tables, table during construction, type information
/// and its name.
bool isTable(const llvm::GlobalVariable &variable) {
  const llvm::StringRef name = variable.getName();
  return llvm::any_of(llvm::ArrayRef<llvm::StringRef>{"_ZTV", "_ZTT", "_ZTC", "_ZTI", "_ZTS"},
                      [&](llvm::StringRef prefix) { return name.starts_with(prefix); });
}

/// Adds the functions that a constant refers to, and the aliases of functions.
void addFunctions(const llvm::Constant &constant,
                  llvm::SmallSetVector<llvm::GlobalValue *, 16> &functions,
                  llvm::SmallPtrSetImpl<const llvm::Constant *> &seen) {
  if (!seen.insert(&constant).second || llvm::isa<llvm::GlobalVariable>(constant))
    return;
  if (auto *function = llvm::dyn_cast<llvm::GlobalValue>(&constant))
    functions.insert(const_cast<llvm::GlobalValue *>(function));
  for (const llvm::Use &operand : constant.operands())
    if (const auto *inner = llvm::dyn_cast<llvm::Constant>(operand))
      addFunctions(*inner, functions, seen);
}

void makeInternal(llvm::GlobalValue &value) {
  value.setLinkage(llvm::GlobalValue::InternalLinkage);
  value.setVisibility(llvm::GlobalValue::DefaultVisibility);
  if (auto *object = llvm::dyn_cast<llvm::GlobalObject>(&value))
    object->setComdat(nullptr);
}

} // namespace

void removeHostCode(llvm::Module &module, const llvm::StringSet<> &external) {
  for (const char *name : {"llvm.global_ctors", "llvm.global_dtors"})
    if (llvm::GlobalVariable *list = module.getNamedGlobal(name))
      list->eraseFromParent();
  llvm::SmallSetVector<llvm::GlobalValue *, 16> functions;
  llvm::SmallPtrSet<const llvm::Constant *, 16> seen;
  for (llvm::GlobalVariable &variable : module.globals()) {
    if (variable.isDeclaration() || !isTable(variable))
      continue;
    addFunctions(*variable.getInitializer(), functions, seen);
    makeInternal(variable);
  }
  // Those that kernels call stay, like the tables of objects that kernels make. Inline functions
  // that nothing calls go by themselves; others are there because virtual functions call them.
  const auto isKernel = [](const llvm::GlobalValue &value) {
    const auto *function = llvm::dyn_cast<llvm::Function>(&value);
    return function && function->getCallingConv() == llvm::CallingConv::SPIR_KERNEL;
  };
  for (llvm::Function &function : module)
    if (function.hasExternalLinkage() || function.hasWeakODRLinkage())
      functions.insert(&function);
  for (llvm::GlobalAlias &alias : module.aliases())
    functions.insert(&alias);
  for (llvm::GlobalValue *function : functions)
    if (!function->isDeclaration() && !isKernel(*function) &&
        !external.contains(function->getName()))
      makeInternal(*function);
}

} // namespace ursa::compiler::frontend::sycl
