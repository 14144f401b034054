// See kept_variables.h.
#include "compiler/frontend/sycl/kept_variables.h"

#include "clang/AST/ASTConsumer.h"
#include "clang/AST/Attr.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Sema/Sema.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

#include <string>

namespace ursa::compiler::frontend::sycl {
namespace {

constexpr llvm::StringLiteral kPrefix = "__ursa_keep.";

/// extern "C" [[clang::sycl_external]] const void *NAME() { return &variable; }
clang::FunctionDecl *addressFunction(clang::Sema &sema, clang::VarDecl &variable,
                                     const std::string &name) {
  clang::ASTContext &context = sema.Context;
  const clang::SourceLocation place = variable.getLocation();
  const clang::QualType address = context.getPointerType(context.VoidTy.withConst());
  const clang::QualType type = context.getFunctionType(address, {}, {});
  auto *language = clang::LinkageSpecDecl::Create(context, context.getTranslationUnitDecl(), place,
                                                  place, clang::LinkageSpecLanguageIDs::C, true);
  auto *function = clang::FunctionDecl::Create(
      context, language, place, place, clang::DeclarationName(&context.Idents.get(name)), type,
      context.getTrivialTypeSourceInfo(type, place), clang::SC_None);
  function->addAttr(clang::SYCLExternalAttr::CreateImplicit(context));
  language->addDecl(function);
  const clang::Sema::ContextRAII inside(sema, function);
  clang::ExprResult value =
      sema.BuildDeclRefExpr(&variable, variable.getType(), clang::VK_LValue, place);
  value = sema.CreateBuiltinUnaryOp(place, clang::UO_AddrOf, value.get());
  value = sema.ImpCastExprToType(value.get(), address, clang::CK_BitCast);
  auto *result = clang::ReturnStmt::Create(context, place, value.get(), nullptr);
  function->setBody(
      clang::CompoundStmt::Create(context, {result}, clang::FPOptionsOverride(), place, place));
  return function;
}

} // namespace

void addKeepingFunctions(clang::CompilerInstance &compiler,
                         const std::vector<SpecializationId> &ids) {
  clang::Sema &sema = compiler.getSema();
  for (const SpecializationId &id : ids) {
    clang::VarDecl *definition = const_cast<clang::VarDecl *>(id.variable)->getDefinition();
    if (!definition || !isExternallyVisible(definition->getLinkageInternal()) ||
        sema.Context.GetGVALinkageForVariable(definition) != clang::GVA_StrongExternal)
      continue;
    clang::FunctionDecl *function = addressFunction(sema, *definition, kPrefix.str() + id.id);
    sema.Consumer.HandleTopLevelDecl(clang::DeclGroupRef(function));
  }
}

void keepVariables(llvm::Module &module) {
  llvm::SmallVector<llvm::GlobalValue *, 4> kept;
  for (llvm::Function &function : llvm::make_early_inc_range(module)) {
    llvm::StringRef name = function.getName();
    if (!name.consume_front(kPrefix))
      continue;
    if (llvm::GlobalVariable *variable = module.getGlobalVariable(name))
      kept.push_back(variable);
    function.eraseFromParent();
  }
  if (!kept.empty())
    llvm::appendToCompilerUsed(module, kept);
}

} // namespace ursa::compiler::frontend::sycl
