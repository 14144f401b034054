// Links the definitions of OpenCL's built-in functions from libclc into a module for another
// target.
//
// libclc has no build for a CPU. Its nvptx64 build is generic LLVM IR apart from address spaces, so
// that the needed functions can be retargeted like the module itself. Functions are matched by
// name: if libclc lacks a pointer overload for the requested address space (generic or constant),
// an overload for another address space is used, which is correct if the target has only one.
#pragma once

#include "compiler/targets/common/retarget.h"
#include "support/builtin_library_path.h"

#include <cstdint>
#include <functional>
#include <string>

namespace ursa::compiler::targets {

/// Defines the functions that @p module declares and the library at @p path has, except those for
/// which @p keep returns true. The definitions become internal. Fails if the library is needed and
/// cannot be read: the functions of the default library that kernels use most are embedded in the
/// program.
/// @param before bitcode of libraries that are searched before all others, in this order, as 32-bit
///               words, which must outlive the module's context; empty ones are skipped
llvm::Error linkBuiltins(llvm::Module &module, llvm::StringRef path, const RetargetOptions &options,
                         const std::function<bool(llvm::StringRef)> &keep,
                         llvm::ArrayRef<llvm::ArrayRef<std::uint32_t>> before = {});

} // namespace ursa::compiler::targets
