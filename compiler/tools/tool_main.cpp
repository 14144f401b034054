// See tool_main.h.
#include "compiler/tools/tool_main.h"

#include "compiler/targets/common/fatal_errors.h"
#include "support/readable_names.h"
#include "support/signal_cleanup.h"
#include "support/standard_streams.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdlib>
#include <optional>
#include <sys/mman.h>
#include <unistd.h>

using namespace llvm;

namespace ursa::compiler::tools {
namespace {

/// Extracts the option parser's message, without the program name before it and the advice after
/// it.
std::string optionError(StringRef text, StringRef program) {
  StringRef line = text.trim().split('\n').first;
  line.consume_front(program);
  line.consume_front(": ");
  return line.split("  Try:").first.str();
}

/// Captures standard error while it lives: the parser writes some of its errors there, regardless
/// of the stream it is given.
class StandardErrorCapture {
public:
  StandardErrorCapture() : captured_(::memfd_create("errors", MFD_CLOEXEC)) {
    original_ = ::dup(STDERR_FILENO);
    ::dup2(captured_, STDERR_FILENO);
  }
  ~StandardErrorCapture() { ::close(captured_); }

  /// Stops capturing and returns the captured text.
  std::string release() {
    errs().flush();
    restore();
    std::string text;
    char buffer[1024];
    ::lseek(captured_, 0, SEEK_SET);
    for (ssize_t count; (count = ::read(captured_, buffer, sizeof(buffer))) > 0;)
      text.append(buffer, static_cast<std::size_t>(count));
    return text;
  }

  /// Ends a capture, if there is one.
  static void restore() {
    if (original_ < 0)
      return;
    ::dup2(original_, STDERR_FILENO);
    ::close(original_);
    original_ = -1;
  }

private:
  int captured_;
  static int original_; ///< standard error while it is captured, otherwise -1
};

int StandardErrorCapture::original_ = -1;

/// Reports output that is lost when the option parser ends the process, which it does after --help
/// and --version. LLVM's streams would end the process in their destructors.
void checkOutputAtExit() {
  StandardErrorCapture::restore();
  errs().clear_error();
  outs().flush();
  if (!outs().has_error())
    return;
  printError("Standard output cannot be written: " + outs().error().message() + ".");
  std::_Exit(1);
}

} // namespace

void printError(StringRef text) {
  writeStandardError("error: " + targets::oneLine(withReadableNames(text)) + "\n");
}

char StatusError::ID = 0;

int toolMain(int argc, char **argv, cl::OptionCategory &category, StringRef overview,
             function_ref<Error()> run) {
  reserveStandardDescriptors();
  outs(); // is destroyed after the function that is registered now
  errs();
  std::atexit(checkOutputAtExit);
  cl::HideUnrelatedOptions(category);
  std::string problem;
  raw_string_ostream problems(problem);
  StandardErrorCapture standardError;
  const bool parsed = cl::ParseCommandLineOptions(argc, argv, overview, &problems);
  problem += standardError.release();
  if (!parsed) {
    printError(optionError(problem, sys::path::filename(argv[0])));
    return 1;
  }
  return runTool(run);
}

int runTool(function_ref<Error()> run) {
  reserveStandardDescriptors();
  targets::installFatalErrorHandlers();
  cleanUpOnSignals();
  std::optional<Error> result;
  std::string reason;
  if (!targets::runRecoverably([&] { result.emplace(run()); }, reason)) {
    printError(reason);
    std::quick_exit(1); // removes incomplete files
  }
  Error error = std::move(*result);
  outs().flush();
  if (outs().has_error() && !error)
    error =
        createStringError("Standard output cannot be written: " + outs().error().message() + ".");
  // Otherwise, their destructors end the process.
  outs().clear_error();
  errs().clear_error();
  int status = 0;
  handleAllErrors(
      std::move(error),
      [&](const StatusError &info) {
        printError(info.message());
        status = info.status();
      },
      [&](const ErrorInfoBase &info) {
        printError(info.message());
        status = 1;
      });
  return status;
}

} // namespace ursa::compiler::tools
