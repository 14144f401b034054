// ursac FILES... -o OUT.ursa: compiles kernels, links them with fat objects and archives, and
// writes device images for all targets to one file. With -c, compiles each kernel source to a fat
// object.
#include "compiler/tools/tool_main.h"
#include "compiler/tools/ursac_options.h"

using namespace llvm;
using Action = ursa::compiler::tools::UrsacCommand::Action;

int main(int argc, char **argv) {
  return ursa::compiler::tools::runTool([&]() -> Error {
    auto command = ursa::compiler::tools::parseUrsacCommand(argc, argv);
    if (!command)
      return command.takeError();
    switch (command->action) {
    case Action::Compile:
      return ursa::compiler::frontend::runDriver(std::move(command->options));
    case Action::PrintHelp:
      ursa::compiler::tools::printUrsacHelp(outs());
      break;
    case Action::PrintVersion:
      outs() << ursa::compiler::frontend::driverVersion() << "\n";
      break;
    case Action::PrintTargets:
      ursa::compiler::tools::printUrsacTargets(outs());
      break;
    }
    return Error::success();
  });
}
