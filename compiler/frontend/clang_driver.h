// Runs stock clang to make device IR of a kernel source.
#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace ursa {

/// How sources are compiled.
struct SourceOptions {
  /// Options that clang takes as they are: -IDIR, -DNAME, -W..., -cl-fast-relaxed-math.
  std::vector<std::string> clangOptions;
  std::string standard;    ///< value of -cl-std=; empty: CL3.0 or CLC++2021
  char optimization = '2'; ///< '0' to '3'
  /// Keep debug information. Without it, device IR has lines for diagnostics, which no image gets.
  bool debug = false;
  std::string deviceInclude; ///< folder of Ursa's device headers
};

/// What a run of clang writes.
struct ClangOutputs {
  std::string bitcode;
  std::string dependencies;  ///< a rule of make with the files read; empty: none is wanted
  bool systemHeaders = true; ///< are among the dependencies
};

/// Whether @p path has the extension of a kernel source: .cl for OpenCL C, .clcpp and .cpp for C++
/// for OpenCL.
bool isKernelSource(llvm::StringRef path);

/// The path of clang: $URSA_CLANG, the one found when Ursa was built, or clang-22 in $PATH.
llvm::Expected<std::string> findClang();

/// The command that compiles @p source to device IR.
std::vector<std::string> clangCommand(const std::string &source, const SourceOptions &options,
                                      const std::string &clang, const ClangOutputs &outputs);

/// Runs a command of clangCommand. What it prints passes through, or goes to the file @p printed
/// when that is not empty.
llvm::Error runClang(const std::vector<std::string> &command, const std::string &printed);

/// A command as a person would type it.
std::string commandText(const std::vector<std::string> &command);

} // namespace ursa
