// Shared code of the command-line tools: one `error:` line and an exit status for every failure, in
// options, inputs, or LLVM itself.
#pragma once

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

#include <string>

namespace llvm::cl {
class OptionCategory;
} // namespace llvm::cl

namespace ursa::compiler::tools {

/// An error with its own exit status, such as that of a command that the tool ran.
class StatusError : public llvm::ErrorInfo<StatusError> {
public:
  static char ID;

  StatusError(std::string text, int status) : text_(std::move(text)), status_(status) {}

  int status() const { return status_; }
  void log(llvm::raw_ostream &out) const override { out << text_; }
  std::error_code convertToErrorCode() const override { return llvm::inconvertibleErrorCode(); }

private:
  std::string text_;
  int status_;
};

/// Parses the command line with the options of @p category, calls @p run and returns the exit
/// status: 0, that of a StatusError, or 1. Exits for --help and --version.
int toolMain(int argc, char **argv, llvm::cl::OptionCategory &category, llvm::StringRef overview,
             llvm::function_ref<llvm::Error()> run);

/// Calls @p run and returns the exit status, for a tool that parses its own command line. A signal
/// that ends the process removes temporary files (signal_cleanup.h).
int runTool(llvm::function_ref<llvm::Error()> run);

/// Prints one `error:` line.
void printError(llvm::StringRef text);

} // namespace ursa::compiler::tools
