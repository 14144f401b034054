// Dependency files: the rules by which make and Ninja know that an output is older than what it was
// made of. Clang writes one for each source; ours has one rule for the driver's output.
#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace ursa {

/// What -MD, -MMD, -MF, -MT, -MQ and -MP ask for.
struct DependencyOptions {
  bool wanted = false;
  bool systemHeaders = true;
  std::string file;                 ///< empty: the output's name with the extension .d
  std::vector<std::string> targets; ///< of the rule, as they are written; empty: the output
  bool phonyTargets = false;        ///< a rule without prerequisites for each header
};

/// @p path as make reads it: spaces, '#' and '$' are escaped.
std::string makeQuoted(llvm::StringRef path);

/// The prerequisites of the rule that clang wrote, unescaped.
std::vector<std::string> readPrerequisites(llvm::StringRef text);

/// The rule of @p output over @p prerequisites, each once, in their order. The first @p inputs of
/// them have no phony target.
std::string dependencyText(const DependencyOptions &options, const std::string &output,
                           const std::vector<std::string> &prerequisites, std::size_t inputs);

} // namespace ursa
