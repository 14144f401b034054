// What the command-line tools over LLVM's option parser share: one `error:` line and a status for
// whatever goes wrong, be it an option, an input, or an internal failure of LLVM.
#pragma once

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

#include <string>

namespace llvm::cl {
class OptionCategory;
} // namespace llvm::cl

namespace ursa {

/// An error with an exit status of its own, as that of a command which the tool ran.
class StatusError : public llvm::ErrorInfo<StatusError> {
public:
  static char ID;

  StatusError(std::string sentence, int status) : sentence_(std::move(sentence)), status_(status) {}

  int status() const { return status_; }
  void log(llvm::raw_ostream &out) const override { out << sentence_; }
  std::error_code convertToErrorCode() const override { return llvm::inconvertibleErrorCode(); }

private:
  std::string sentence_;
  int status_;
};

/// Parses the command line with the options of @p category, runs @p run and returns the exit
/// status: 0, that of a StatusError, or 1. Ends the process itself for --help and --version.
int toolMain(int argc, char **argv, llvm::cl::OptionCategory &category, llvm::StringRef overview,
             llvm::function_ref<llvm::Error()> run);

/// Runs @p run and returns the exit status, for a tool that has parsed its command line. A signal
/// that ends the process cleans up (signal_cleanup.h).
int runTool(llvm::function_ref<llvm::Error()> run);

/// Prints one `error:` line.
void printError(llvm::StringRef text);

} // namespace ursa
