// Reads only the functions of a module that are needed: large modules take longer to read than
// most kernels to compile.
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace ursa::compiler::targets {

/// Reads the bodies of @p roots, of the functions that variables and aliases refer to, and of all
/// that these use. Every other function loses its body, and is erased if nothing refers to it.
/// @param module lazy, as llvm::getLazyBitcodeModule returns it; complete afterwards
llvm::Error readUsedFunctions(llvm::Module &module, llvm::ArrayRef<llvm::Function *> roots);

} // namespace ursa::compiler::targets
