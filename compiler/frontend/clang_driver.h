// Runs stock clang to compile a kernel source to device IR.
#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace ursa::compiler::frontend {

/// How sources are compiled.
struct SourceOptions {
  /// Options that are passed to clang unchanged: -IDIR, -DNAME, -W..., -cl-fast-relaxed-math.
  std::vector<std::string> clangOptions;
  std::string standard;    ///< value of -cl-std=; empty: CL3.0 or CLC++2021
  char optimization = '2'; ///< '0' to '3'
  /// Keep debug information. Without it, device IR has line tables for diagnostics, which are
  /// stripped from images.
  bool debug = false;
  std::string deviceInclude; ///< directory of Ursa's device headers
};

/// The output files of a run of clang.
struct ClangOutputs {
  std::string bitcode;
  std::string dependencies;  ///< dependency file; empty: none
  bool systemHeaders = true; ///< include system headers in the dependencies
};

/// Returns whether @p path has the extension of a kernel source: .cl for OpenCL C, .clcpp and .cpp
/// for C++ for OpenCL.
bool isKernelSource(llvm::StringRef path);

/// Returns the path of clang: $URSA_CLANG, the one found when Ursa was built, or clang-22 in $PATH.
llvm::Expected<std::string> findClang();

/// Returns the command that compiles @p source to device IR.
std::vector<std::string> clangCommand(const std::string &source, const SourceOptions &options,
                                      const std::string &clang, const ClangOutputs &outputs);

/// Runs a command of clangCommand. Its output passes through, or goes to the file @p outputPath if
/// that is not empty.
llvm::Error runClang(const std::vector<std::string> &command, const std::string &outputPath);

/// Returns a command as shell text.
std::string commandText(const std::vector<std::string> &command);

} // namespace ursa::compiler::frontend
