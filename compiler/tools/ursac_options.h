// The command line of ursac: clang-style options from the table in ursac.td.
#pragma once

#include "compiler/frontend/driver.h"

#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

#include <optional>

namespace ursa::compiler::tools {

struct UrsacCommand {
  enum class Action { Compile, PrintHelp, PrintVersion, PrintTargets };
  Action action = Action::Compile;
  frontend::DriverOptions options; ///< for Action::Compile
};

/// Parses the command line, and expands response files (@FILE).
llvm::Expected<UrsacCommand> parseUrsacCommand(int argc, char **argv);

/// Prints the targets with their options, and which of them are the default.
void printUrsacTargets(llvm::raw_ostream &out);

/// Prints the options in groups.
void printUrsacHelp(llvm::raw_ostream &out);

} // namespace ursa::compiler::tools
