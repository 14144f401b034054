// Parses the command line of a program with CLI11.
#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
} // namespace CLI

namespace ursa::client {

/// Parses the words after the program's name. Returns what --help or --version asks for, which the
/// program prints instead of running; otherwise "". Throws a Failure that names the invalid word.
std::string parseCommandLine(CLI::App &app, const std::vector<std::string> &words);
std::string parseCommandLine(CLI::App &app, int argc, char **argv);

} // namespace ursa::client
