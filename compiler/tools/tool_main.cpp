// See tool_main.h.
#include "compiler/tools/tool_main.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdlib>

using namespace llvm;

namespace ursa {
namespace {

/// LLVM's messages may have several lines; a log wants one.
std::string oneLine(StringRef text) {
  SmallVector<StringRef, 4> lines;
  text.trim().split(lines, '\n', -1, /*KeepEmpty=*/false);
  std::string line;
  for (StringRef part : lines)
    line += (line.empty() ? "" : " ") + part.trim().str();
  return line;
}

void printError(StringRef text) { errs() << "error: " << oneLine(text) << "\n"; }

[[noreturn]] void onFatalError(void *, const char *reason, bool) {
  printError(reason);
  std::_Exit(1);
}

/// The option parser's own sentence, without the name of the program before it and advice behind.
std::string optionError(StringRef text, StringRef program) {
  StringRef line = text.trim().split('\n').first;
  line.consume_front(program);
  line.consume_front(": ");
  return line.split("  Try:").first.str();
}

} // namespace

int toolMain(int argc, char **argv, cl::OptionCategory &category, StringRef overview,
             function_ref<Error()> run) {
  install_fatal_error_handler(onFatalError);
  cl::HideUnrelatedOptions(category);
  std::string problem;
  raw_string_ostream problems(problem);
  if (!cl::ParseCommandLineOptions(argc, argv, overview, &problems)) {
    printError(optionError(problem, sys::path::filename(argv[0])));
    return 1;
  }
  Error error = run();
  outs().flush();
  if (outs().has_error() && !error)
    error = createStringError("Standard output cannot be written: " + outs().error().message() +
                              ".");
  outs().clear_error(); // else its destructor ends the process
  if (!error)
    return 0;
  printError(toString(std::move(error)));
  return 1;
}

} // namespace ursa
