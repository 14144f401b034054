// Why a target rejects a kernel, in the terms of the source: targets know the names of device code
// only.
//
//   Variable '_ZL5words' has ...   ->   conv.cpp:12:7: Variable 'words' has ...
#pragma once

#include "llvm/ADT/StringMap.h"
#include "llvm/IR/Module.h"

#include <string>

namespace ursa::compiler::frontend {

class SourcePlaces {
public:
  /// Reads where the kernels and variables of @p module are in their sources.
  explicit SourcePlaces(const llvm::Module &module);

  /// Returns @p reason with demangled names. The place of the first variable or kernel that it
  /// names, or else of the only kernel, comes first, unless it has one.
  std::string explain(llvm::StringRef reason) const;

private:
  llvm::StringMap<std::string> places_;
  std::string onlyKernel_; ///< its place; empty if there are several
};

} // namespace ursa::compiler::frontend
