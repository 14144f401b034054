// Reads and checks the command line of ursa-run.
#include "tools/run/options.h"

#include "client/command_line.h"
#include "client/failure.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <charconv>
#include <map>

namespace ursa::run {

using client::fail;

std::vector<size_t> parseExtent(std::string_view option, std::string_view text, bool allowZero) {
  std::vector<size_t> extent;
  for (size_t begin = 0; begin <= text.size();) {
    const size_t end = std::min(text.find(',', begin), text.size());
    const char *first = text.data() + begin;
    const char *last = text.data() + end;
    size_t value = 0;
    auto [stop, error] = std::from_chars(first, last, value);
    if (error != std::errc() || stop != last || first == last || (value == 0 && !allowZero))
      fail("{} '{}' is not X, X,Y or X,Y,Z of {} whole numbers.", option, text,
           allowZero ? "non-negative" : "positive");
    extent.push_back(value);
    begin = end + 1;
  }
  if (extent.size() > 3)
    fail("{} '{}' has {} dimensions; 1 to 3 are possible.", option, text, extent.size());
  return extent;
}

namespace {

ursa_specialization_mode_t parseMode(const std::string &text) {
  static const std::map<std::string_view, ursa_specialization_mode_t> modes = {
      {"auto", URSA_SPECIALIZATION_MODE_AUTO},
      {"native", URSA_SPECIALIZATION_MODE_NATIVE},
      {"emulated", URSA_SPECIALIZATION_MODE_EMULATED},
      {"tiered", URSA_SPECIALIZATION_MODE_TIERED}};
  auto found = modes.find(text);
  if (found == modes.end())
    fail("--mode '{}' is not native, emulated, tiered or auto.", text);
  return found->second;
}

unsigned parseRepeat(const std::string &text) {
  unsigned value = 0;
  const char *end = text.data() + text.size();
  auto [stop, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc() || stop != end || value == 0)
    fail("--repeat '{}' is not a positive whole number.", text);
  return value;
}

void checkDimensions(const char *option, const std::vector<size_t> &extent,
                     const std::vector<size_t> &global) {
  if (!extent.empty() && extent.size() != global.size())
    fail("{} has {} dimensions and --global {}; they must be as many.", option, extent.size(),
         global.size());
}

void checkCombination(const Options &options) {
  if (options.devices)
    return;
  if (options.file.empty())
    fail("No FILE.ursa was given; 'ursa-run --help' shows the options.");
  if (options.list)
    return;
  if (options.kernel.empty())
    fail("No --kernel was given; 'ursa-run {} --list' shows the kernels.", options.file);
  if (options.global.empty())
    fail(
        "No --global was given: how many work-items to run, as --global 1024 or --global 640,480.");
  checkDimensions("--local", options.local, options.global);
  checkDimensions("--offset", options.offset, options.global);
}

} // namespace

Options parseOptions(const std::vector<std::string> &words) {
  Options options;
  std::string global, local, offset, mode = "auto", repeat = "1";

  CLI::App app{"Runs a kernel of a device-image file that ursac wrote.", "ursa-run"};
  app.add_option("FILE", options.file, "Device-image file, as ursac writes it");
  app.add_option("--kernel", options.kernel, "Kernel to run");
  app.add_option("--device", options.device, "Device, as --devices prints it; the first without");
  app.add_option("--global", global, "Work-items: X[,Y[,Z]]");
  app.add_option("--local", local,
                 "Work-items of a work-group: X[,Y[,Z]]; the device's choice without");
  app.add_option("--offset", offset, "Global offset: X[,Y[,Z]]");
  app.add_option(
         "--arg", options.arguments,
         "The next kernel argument: in:FILE, out:BYTES:FILE, inout:FILE:OUTFILE, local:BYTES, "
         "i32:V, u32:V, i64:V, u64:V, f32:V, f64:V or bytes:@FILE")
      ->allow_extra_args(false);
  app.add_option(
         "--set", options.settings,
         "Specialization constant: NAME=VALUE, composites as {1,2,{3,4}}, or NAME=@FILE with "
         "the raw bytes")
      ->allow_extra_args(false);
  app.add_option("--mode", mode,
                 "How constants reach the device: native, emulated, tiered or auto");
  app.add_option("--repeat", repeat, "Launches; each starts from the same inputs");
  app.add_flag("--json", options.json, "Print JSON");
  app.add_flag("--devices", options.devices, "Print the devices, selector first, and end");
  app.add_flag("--list", options.list, "Print the kernels and constants of FILE and end");

  app.set_version_flag("--version", "ursa-run of Ursa " URSA_VERSION, "Print the version and end");

  options.help = client::parseCommandLine(app, words);
  if (!options.help.empty())
    return options;

  if (!global.empty())
    options.global = parseExtent("--global", global, false);
  if (!local.empty())
    options.local = parseExtent("--local", local, false);
  if (!offset.empty())
    options.offset = parseExtent("--offset", offset, true);
  options.mode = parseMode(mode);
  options.repeat = parseRepeat(repeat);
  checkCombination(options);
  return options;
}

} // namespace ursa::run
