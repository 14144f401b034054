// See command_line.h.
#include "client/command_line.h"

#include "client/failure.h"

#include <CLI/CLI.hpp>

namespace ursa::client {

std::string parseCommandLine(CLI::App &app, const std::vector<std::string> &words) {
  try {
    // CLI11 expects the words in reverse order.
    app.parse(std::vector<std::string>(words.rbegin(), words.rend()));
  } catch (const CLI::CallForHelp &) {
    return app.help();
  } catch (const CLI::CallForVersion &version) {
    return std::string(version.what()) + "\n";
  } catch (const CLI::ParseError &error) {
    fail("{}; '{} --help' shows the options.", error.what(), app.get_name());
  }
  return "";
}

std::string parseCommandLine(CLI::App &app, int argc, char **argv) {
  return parseCommandLine(app, std::vector<std::string>(argv + 1, argv + argc));
}

} // namespace ursa::client
