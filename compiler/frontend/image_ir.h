// The IR of one image before lowering, normalized so that it does not depend on the rest of the
// program: without paths of sources, and with names of local functions and variables numbered per
// image. An image whose normalized IR is unchanged need not be compiled again.
#pragma once

#include "llvm/IR/Module.h"

#include <string>

namespace ursa::compiler::frontend {

/// An image's module as bitcode, to be loaded into the context that compiles it.
struct SplitIr {
  std::string name; ///< display name: its kernel, else its source
  std::string bitcode;
  std::string hash;       ///< hash of the bitcode, without what only diagnostics need
  bool keepDebug = false; ///< the image gets debug information
};

/// Returns whether the user requested debug information for any part of @p module. Otherwise, debug
/// information only serves diagnostics (SourceOptions::debug).
bool hasRequestedDebugInfo(const llvm::Module &module);

/// Erases the functions of @p module that no entry point reaches, unless it has no entry point.
/// Otherwise, functions of libraries would be in every image.
void eraseUnreachedFunctions(llvm::Module &module);

/// Creates the IR of an image of @p module, which is modified. @p name is its name if it has
/// several kernels of several sources. The hash is empty unless @p withHash is set.
SplitIr createSplitIr(llvm::Module &module, const std::string &name, bool keepDebug, bool withHash);

/// Removes module ids and what only diagnostics need after lowering.
void stripImageIr(llvm::Module &module, bool keepDebug);

} // namespace ursa::compiler::frontend
