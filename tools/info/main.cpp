// ursa-info: lists the devices, their adapters and their properties.
//
// Exit status 0, also without a device; 1 if an adapter was found that cannot be used, if the
// output cannot be written, or for an invalid command line.
#include "client/command_line.h"
#include "client/program.h"
#include "tools/info/inventory.h"

#include <CLI/CLI.hpp>

int main(int argc, char **argv) {
  bool json = false, verbose = false, toggles = false;
  CLI::App app{"Lists the devices that Ursa finds, and what they can.", "ursa-info"};
  app.add_flag("--json", json, "Print JSON, with everything that -v prints");
  app.add_flag("--toggles", toggles, "Print all toggles, workarounds for drivers, and no devices");
  app.set_version_flag("--version", "ursa-info of Ursa " URSA_VERSION, "Print the version and end");
  app.add_flag("-v,--verbose", verbose, "Print adapters and the limits of devices as well");
  return ursa::client::runProgram([&] {
    if (const std::string asked = ursa::client::parseCommandLine(app, argc, argv); !asked.empty()) {
      ursa::client::writeStandardOutput(asked);
      return 0;
    }
    if (toggles) {
      ursa::client::writeStandardOutput(json ? ursa::info::togglesJson()
                                             : ursa::info::togglesText());
      return 0;
    }
    const ursa::info::Inventory inventory = ursa::info::collectInventory(json || verbose);
    ursa::client::writeStandardOutput(json ? inventoryJson(inventory)
                                           : inventoryText(inventory, verbose));
    for (const std::string &problem : inventory.problems())
      ursa::client::printError(problem);
    return inventory.problems().empty() ? 0 : 1;
  });
}
