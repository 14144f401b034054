// The command line of ursac++: that of clang, and options of its own.
#pragma once

#include "compiler/frontend/sycl_driver.h"

#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

namespace ursa::compiler::tools {

struct SyclCommand {
  enum class Kind { Run, PrintHelp, PrintVersion, PrintTargets, PrintForeignOptions };
  Kind kind = Kind::Run;
  frontend::SyclOptions options;
  std::vector<std::string> notes;    ///< about options that are ignored, for who links
  std::vector<std::string> warnings; ///< about options that are not known
  bool isQuiet = false;              ///< -w
};

/// Parses a command line; response files are expanded.
llvm::Expected<SyclCommand> parseSyclCommand(int argc, char **argv);

void printSyclHelp(llvm::raw_ostream &out);

} // namespace ursa::compiler::tools
