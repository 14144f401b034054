// ursa-info: lists the devices, their adapters and their properties.
//
// Exit status 0, also without a device; 1 if an adapter was found that cannot be used, if the
// output cannot be written, or for an invalid command line.
#include "client/files.h"
#include "tools/info/inventory.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <cstdio>
#include <exception>

int main(int argc, char **argv) {
  bool json = false, verbose = false;
  CLI::App app{"Lists the devices that Ursa finds, and what they can.", "ursa-info"};
  app.add_flag("--json", json, "Print JSON, with everything that -v prints");
  app.set_version_flag("--version", "ursa-info of Ursa " URSA_VERSION, "Print the version and end");
  app.add_flag("-v,--verbose", verbose, "Print adapters and the limits of devices as well");
  try {
    app.parse(argc, argv);
    const ursa::info::Inventory inventory = ursa::info::collectInventory(json || verbose);
    ursa::client::writeStandardOutput(json ? inventoryJson(inventory)
                                           : inventoryText(inventory, verbose));
    for (const std::string &problem : inventory.problems())
      fmt::print(stderr, "error: {}\n", problem);
    return inventory.problems().empty() ? 0 : 1;
  } catch (const CLI::Success &asked) { // --help or --version
    return app.exit(asked);
  } catch (const CLI::ParseError &error) {
    fmt::print(stderr, "error: {}; 'ursa-info --help' shows the options.\n", error.what());
    return 1;
  } catch (const std::exception &error) {
    fmt::print(stderr, "error: {}\n", error.what());
    return 1;
  }
}
