// The IR of one image before it is lowered, in a form that does not change with what else is in the
// program: no paths of sources, and names of local functions and variables that are counted in the
// image alone. What does not change need not be compiled again.
#pragma once

#include "llvm/IR/Module.h"

#include <string>

namespace ursa {

/// An image's module in bitcode, for the context that compiles it.
struct SplitIr {
  std::string name; ///< for people: its kernel, else its source
  std::string bitcode;
  std::string hash;       ///< of the bitcode that images are made of, without lines for diagnostics
  bool keepDebug = false; ///< the image gets debug information
};

/// Whether the user asked for debug information of any part of @p module; else what there is serves
/// diagnostics (SourceOptions::debug).
bool wantsDebugInfo(const llvm::Module &module);

/// Erases the functions of @p module that no entry point reaches; none when it has no entry point.
/// Those of libraries would be in every image else.
void eraseUnreachedFunctions(llvm::Module &module);

/// Makes the IR of an image of @p module, which is changed. @p name is its name when it has neither
/// one kernel nor one source. The hash is empty unless @p withHash.
SplitIr makeSplitIr(llvm::Module &module, const std::string &name, bool keepDebug, bool withHash);

/// Takes away what no image has, after lowering: module ids, and what served diagnostics only.
void finishImageIr(llvm::Module &module, bool keepDebug);

} // namespace ursa
