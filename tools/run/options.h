// The command line of ursa-run.
#pragma once

#include "ursa.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace ursa::run {

struct Options {
  std::string file;
  std::string kernel;
  std::string device;
  std::vector<size_t> global;
  std::vector<size_t> local;
  std::vector<size_t> offset;
  std::vector<std::string> arguments; ///< as given to --arg, in order
  std::vector<std::string> settings;  ///< as given to --set, in order
  ursa_specialization_mode_t mode = URSA_SPECIALIZATION_MODE_AUTO;
  unsigned repeat = 1;
  bool json = false;
  bool devices = false;
  bool list = false;
  std::string help; ///< output of --help or --version; if not empty, print it and exit
};

/// Parses the command line (without the program's name); throws a Failure that names the invalid
/// word.
Options parseOptions(const std::vector<std::string> &words);

/// Parses "X", "X,Y" or "X,Y,Z"; Failures name @p option. Zeros are valid only with @p allowZero.
std::vector<size_t> parseExtent(std::string_view option, std::string_view text, bool allowZero);

} // namespace ursa::run
