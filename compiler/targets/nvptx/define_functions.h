// Bodies for the library's functions that programs call.
#pragma once

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Module.h"

namespace ursa {

enum class Definition {
  None,      ///< the function is none of those
  Plain,     ///< it has a body
  Convergent ///< and its work-items must run it together
};

/// Offers each function that is declared and used, and makes those that got a body the module's
/// own, to be inlined.
/// @param define gives the function a body if it is one of those; it may declare others
inline void defineFunctions(llvm::Module &module,
                            llvm::function_ref<Definition(llvm::Function &)> define) {
  llvm::SmallVector<llvm::Function *, 8> declared;
  for (llvm::Function &function : module)
    if (function.isDeclaration() && !function.isIntrinsic() && !function.use_empty())
      declared.push_back(&function);
  for (llvm::Function *function : declared) {
    const Definition definition = define(*function);
    if (definition == Definition::None)
      continue;
    function->setLinkage(llvm::GlobalValue::InternalLinkage);
    // Declarations promise more than a body that reads registers and memory keeps.
    function->setAttributes(llvm::AttributeList());
    function->addFnAttr(llvm::Attribute::AlwaysInline);
    function->addFnAttr(llvm::Attribute::NoUnwind);
    if (definition == Definition::Convergent)
      function->addFnAttr(llvm::Attribute::Convergent);
  }
}

} // namespace ursa
