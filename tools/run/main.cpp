// ursa-run: runs a kernel of a device-image file without a host program.
#include "client/failure.h"
#include "client/files.h"
#include "core/support/signal_cleanup.h"
#include "tools/run/images.h"
#include "tools/run/options.h"
#include "tools/run/report.h"
#include "tools/run/runner.h"

#include <cstdio>
#include <exception>

namespace {

using namespace ursa::run;

std::string perform(const Options &options) {
  if (!options.help.empty())
    return options.help;
  if (options.devices) {
    ursa::client::DeviceList devices;
    devices.select(""); // fails without a device
    return options.json ? devicesJson(devices.all()) : devicesText(devices.all());
  }
  if (options.list) {
    ursa::client::DeviceList loader; // images need a started loader
    const FileInfo file = describeImages(readProperties(loadImages(options.file).get()));
    return options.json ? listJson(file) : listText(file);
  }
  const RunReport report = runKernel(options);
  return options.json ? runJson(report) : runText(report);
}

/// Joins the lines of a message, because messages of libraries may have several.
std::string singleLine(std::string text) {
  for (char &c : text)
    if (c == '\n' || c == '\r')
      c = ' ';
  return text.substr(0, text.find_last_not_of(' ') + 1);
}

} // namespace

int main(int argc, char **argv) {
  ursa::cleanUpOnSignals();
  try {
    ursa::client::writeStandardOutput(
        perform(parseOptions(std::vector<std::string>(argv + 1, argv + argc))));
    return 0;
  } catch (const std::exception &error) {
    fmt::print(stderr, "error: {}\n", singleLine(error.what()));
    return 1;
  }
}
