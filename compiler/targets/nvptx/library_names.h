// Renames built-in functions to the names that libclc for NVPTX has for them.
//
// In device IR address space 4 is generic and 2 is constant; in libclc's names 4 is NVPTX's own
// constant memory and generic has no number:
//
//   before:  declare float @_Z10vload_halfmPU3AS4KDh(i64, ptr)
//   after:   declare float @_Z10vload_halfmPKDh(i64, ptr)
#pragma once

namespace llvm {
class Module;
}

namespace ursa::compiler::nvptx {

/// Renames the declarations of @p module, whose types are already NVPTX's.
void renameForLibrary(llvm::Module &module);

} // namespace ursa::compiler::nvptx
