// Defines library functions that programs call.
#pragma once

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Module.h"

namespace ursa {

enum class Definition {
  None,      ///< not defined
  Defined,   ///< defined
  Convergent ///< defined, and its work-items must run it together
};

/// Calls @p define for each function that is declared and used. Defined functions become internal
/// and are always inlined.
/// @param define creates the body of a function that it knows; it may declare others
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
    // The attributes of declarations do not hold for a body that reads registers and memory.
    function->setAttributes(llvm::AttributeList());
    function->addFnAttr(llvm::Attribute::AlwaysInline);
    function->addFnAttr(llvm::Attribute::NoUnwind);
    if (definition == Definition::Convergent)
      function->addFnAttr(llvm::Attribute::Convergent);
  }
}

} // namespace ursa
