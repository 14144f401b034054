// ursac++ FILES... -o PROGRAM: compiles SYCL sources for all devices and the host, and links
// programs, with the command line of g++ or clang++.
#include "compiler/frontend/child_process.h"
#include "compiler/frontend/clang_driver.h"
#include "compiler/frontend/driver.h"
#include "compiler/tools/foreign_options.h"
#include "compiler/tools/tool_main.h"
#include "compiler/tools/ursacxx_options.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using Kind = ursa::compiler::tools::SyclCommand::Kind;

namespace {

/// Tells which options are ignored. Notes are for the link, once for a program.
void report(const ursa::compiler::tools::SyclCommand &command) {
  using Action = ursa::compiler::frontend::SyclOptions::Action;
  if (command.isQuiet)
    return;
  for (const std::string &warning : command.warnings)
    errs() << "warning: " << warning << "\n";
  const Action action = command.options.action;
  if (action == Action::Link || action == Action::LinkDevice)
    for (const std::string &note : command.notes)
      errs() << "note: " << note << "\n";
}

/// Tells what is missing where clang has no OpenMP: Debian has <omp.h> and the library in a package
/// of their own.
void explainOpenMp(const ursa::compiler::frontend::SyclOptions &options) {
  const auto isOpenMp = [](StringRef option) {
    return option == "-fopenmp" || option == "-fopenmp=libomp";
  };
  if (!options.hostCompiler.empty() || none_of(options.hostOptions, isOpenMp))
    return;
  Expected<std::string> clang = ursa::compiler::frontend::findClang();
  if (!clang)
    return consumeError(clang.takeError());
  SmallString<128> library;
  if (sys::fs::real_path(*clang, library))
    return;
  sys::path::remove_filename(library);
  sys::path::append(library, "..", "lib", "libomp.so");
  if (!sys::fs::exists(library))
    errs() << "note: clang's OpenMP is not installed, which -fopenmp needs: Debian has it in "
              "libomp-22-dev.\n";
}

/// Returns the exit status of the command that failed; 0 if none did.
Expected<int> run(const ursa::compiler::tools::SyclCommand &command) {
  switch (command.kind) {
  case Kind::Run:
    report(command);
    {
      Expected<int> status = ursa::compiler::frontend::runSyclDriver(command.options);
      if (status && *status != 0)
        explainOpenMp(command.options);
      return status;
    }
  case Kind::PrintHelp:
    ursa::compiler::tools::printSyclHelp(outs());
    return 0;
  case Kind::PrintVersion:
    outs() << "ursac++" << StringRef(ursa::compiler::frontend::driverVersion()).drop_front(5)
           << "\n";
    return 0;
  case Kind::PrintTargets:
    return ursa::compiler::frontend::runProgram(
        {command.options.prefix + "/bin/ursac", "--list-targets"}, "");
  case Kind::PrintForeignOptions:
    ursa::compiler::tools::printForeignOptions(outs());
    return 0;
  }
  return 0;
}

} // namespace

int main(int argc, char **argv) {
  int status = 0; // of a command, which has printed its errors itself
  const int own = ursa::compiler::tools::runTool([&]() -> Error {
    auto command = ursa::compiler::tools::parseSyclCommand(argc, argv);
    if (!command)
      return command.takeError();
    auto result = run(*command);
    if (!result)
      return result.takeError();
    status = *result;
    return Error::success();
  });
  return own != 0 ? own : status;
}
