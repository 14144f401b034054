// Links the definitions of OpenCL's built-in functions from libclc into a module for another
// target.
//
// libclc has no build for a CPU. Its nvptx64 one is generic LLVM IR apart from address spaces, so
// that what a module needs of it can be retargeted like the module itself. Names decide: a built-in
// over pointers is taken for another address space when libclc does not have it for the one asked
// for (as generic or constant), which is right where the target has only one.
#pragma once

#include "compiler/targets/common/retarget.h"

#include <functional>
#include <string>

namespace ursa {

/// Path of libclc's bitcode: the variable URSA_LIBCLC, else where it was when this was built.
std::string builtinLibraryPath();

/// Defines what @p module declares and the library at @p path has; functions that @p keep is true
/// for stay declarations. The definitions become internal. Fails when the library is needed and
/// cannot be read: of the one that this was built with, the functions that kernels use most are in
/// the program.
llvm::Error linkBuiltins(llvm::Module &module, llvm::StringRef path, const RetargetOptions &options,
                         const std::function<bool(llvm::StringRef)> &keep);

} // namespace ursa
