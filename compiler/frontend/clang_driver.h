// Runs stock clang to make device IR of a kernel source.
#pragma once

#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace ursa {

/// What to compile, and how.
struct SourceOptions {
  std::string source;                ///< .cl: OpenCL C; .cpp, .clcpp: C++ for OpenCL
  std::vector<std::string> includes; ///< folders
  std::vector<std::string> defines;  ///< NAME or NAME=VALUE
  std::string standard;              ///< value of -cl-std=; empty: CL3.0 or CLC++2021
  char optimization = '2';           ///< '0' to '3'
};

/// The path of clang: $URSA_CLANG, the one found when Ursa was built, or clang-22 in $PATH.
llvm::Expected<std::string> findClang();

/// The command that compiles @p options.source to device IR in bitcode file @p output. Device
/// headers are looked for in @p deviceInclude. Fails when the source's extension is unknown.
llvm::Expected<std::vector<std::string>> clangCommand(const SourceOptions &options,
                                                      const std::string &clang,
                                                      const std::string &deviceInclude,
                                                      const std::string &output);

/// Runs a command; its output passes through.
llvm::Error runCommand(const std::vector<std::string> &command);

/// A command as a person would type it.
std::string commandText(const std::vector<std::string> &command);

} // namespace ursa
