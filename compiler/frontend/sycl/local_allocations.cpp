// See local_allocations.h.
#include "compiler/frontend/sycl/local_allocations.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/Cloning.h"

namespace ursa::compiler::frontend::sycl {
namespace {

constexpr llvm::StringLiteral kAllocate = "__ursa_allocate_local_memory";
constexpr unsigned kLocal = 3; // SPIR's address space

llvm::SmallVector<llvm::CallBase *, 8> callsOf(llvm::Function &function) {
  llvm::SmallVector<llvm::CallBase *, 8> calls;
  for (llvm::User *user : function.users())
    if (auto *call = llvm::dyn_cast<llvm::CallBase>(user);
        call && call->getCalledFunction() == &function)
      calls.push_back(call);
  return calls;
}

/// Inlines the functions that must be inlined and call @p function, directly or through others.
void inlineCallers(llvm::Function &function) {
  llvm::SmallSetVector<llvm::Function *, 8> templates;
  for (llvm::CallBase *call : callsOf(function))
    if (call->getFunction()->hasFnAttribute(llvm::Attribute::AlwaysInline))
      templates.insert(call->getFunction());
  for (llvm::Function *one : templates) {
    inlineCallers(*one);
    for (llvm::CallBase *call : callsOf(*one)) {
      llvm::InlineFunctionInfo info;
      llvm::InlineFunction(*call, info);
    }
    if (one->use_empty())
      one->eraseFromParent();
  }
}

} // namespace

void lowerLocalAllocations(llvm::Module &module) {
  llvm::Function *allocate = module.getFunction(kAllocate);
  if (!allocate)
    return;
  inlineCallers(*allocate);
  for (llvm::CallBase *call : callsOf(*allocate)) {
    const auto *bytes = llvm::dyn_cast<llvm::ConstantInt>(call->getArgOperand(0));
    const auto *alignment = llvm::dyn_cast<llvm::ConstantInt>(call->getArgOperand(1));
    if (!bytes || !alignment) {
      module.getContext().emitError(call, "The size of local memory is not a constant.");
      continue;
    }
    auto *type =
        llvm::ArrayType::get(llvm::Type::getInt8Ty(module.getContext()), bytes->getZExtValue());
    auto *variable = new llvm::GlobalVariable(
        module, type, /*isConstant=*/false, llvm::GlobalValue::InternalLinkage,
        llvm::UndefValue::get(type), call->getFunction()->getName() + ".local", nullptr,
        llvm::GlobalValue::NotThreadLocal, kLocal);
    variable->setAlignment(llvm::MaybeAlign(alignment->getZExtValue()));
    call->replaceAllUsesWith(variable);
    call->eraseFromParent();
  }
  if (allocate->use_empty())
    allocate->eraseFromParent();
}

} // namespace ursa::compiler::frontend::sycl
