// The command line of ursac: options of clang's kind, in a table that ursac.td defines.
#pragma once

#include "compiler/frontend/driver.h"

#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

#include <optional>

namespace ursa {

struct UrsacCommand {
  enum class Action { Compile, PrintHelp, PrintVersion, PrintTargets };
  Action action = Action::Compile;
  DriverOptions options; ///< to compile
};

/// Reads the command line, with response files (@FILE) in place of arguments. Fails with a
/// sentence.
llvm::Expected<UrsacCommand> parseUrsacCommand(int argc, char **argv);

/// Prints the targets with their options, and which of them are the default.
void printUrsacTargets(llvm::raw_ostream &out);

/// Prints the options in groups.
void printUrsacHelp(llvm::raw_ostream &out);

} // namespace ursa
