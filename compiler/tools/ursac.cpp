// ursac FILES... -o OUT.ursa: compiles kernels, links them with fat objects and archives, and
// writes device images for all targets to one file. With -c, compiles each kernel source to a fat
// object.
#include "compiler/tools/tool_main.h"
#include "compiler/tools/ursac_options.h"

using namespace llvm;
using Action = ursa::UrsacCommand::Action;

int main(int argc, char **argv) {
  return ursa::runTool([&]() -> Error {
    auto command = ursa::parseUrsacCommand(argc, argv);
    if (!command)
      return command.takeError();
    switch (command->action) {
    case Action::Compile:
      return ursa::runDriver(std::move(command->options));
    case Action::PrintHelp:
      ursa::printUrsacHelp(outs());
      break;
    case Action::PrintVersion:
      outs() << ursa::driverVersion() << "\n";
      break;
    case Action::PrintTargets:
      ursa::printUrsacTargets(outs());
      break;
    }
    return Error::success();
  });
}
