// What the command-line tools over LLVM's option parser share: one `error:` line and status 1 for
// whatever goes wrong, be it an option, an input, or an internal failure of LLVM.
#pragma once

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace llvm::cl {
class OptionCategory;
} // namespace llvm::cl

namespace ursa {

/// Parses the command line with the options of @p category, runs @p run and returns the exit
/// status. Ends the process itself for --help and --version.
int toolMain(int argc, char **argv, llvm::cl::OptionCategory &category, llvm::StringRef overview,
             llvm::function_ref<llvm::Error()> run);

/// Runs @p run and returns the exit status, for a tool that has parsed its command line. A signal
/// that ends the process cleans up (signal_cleanup.h).
int runTool(llvm::function_ref<llvm::Error()> run);

/// Prints one `error:` line.
void printError(llvm::StringRef text);

} // namespace ursa
