// Dependency files for make and Ninja. Clang writes one for each source; ursac writes one rule for
// its output.
#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace ursa::compiler::frontend {

/// The options -MD, -MMD, -MF, -MT, -MQ and -MP.
struct DependencyOptions {
  bool enabled = false;
  bool systemHeaders = true;
  std::string file;                 ///< empty: the output's name with extension .d
  std::vector<std::string> targets; ///< targets of the rule, unquoted; empty: the output
  bool phonyTargets = false;        ///< write an empty rule for each header
};

/// Returns @p path escaped for make: spaces, '#' and '$'.
std::string quoteForMake(llvm::StringRef path);

/// Returns the prerequisites of the rule that clang wrote, unescaped.
std::vector<std::string> readPrerequisites(llvm::StringRef text);

/// Returns the rule of @p output over @p prerequisites, each once, in their order. The first @p
/// inputs of them have no phony target.
std::string dependencyText(const DependencyOptions &options, const std::string &output,
                           const std::vector<std::string> &prerequisites, std::size_t inputs);

} // namespace ursa::compiler::frontend
