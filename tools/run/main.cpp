// ursa-run: runs a kernel of a device-image file without a host program.
#include "client/program.h"
#include "tools/run/images.h"
#include "tools/run/options.h"
#include "tools/run/report.h"
#include "tools/run/runner.h"

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

} // namespace

int main(int argc, char **argv) {
  return ursa::client::runProgram([&] {
    ursa::client::writeStandardOutput(
        perform(parseOptions(std::vector<std::string>(argv + 1, argv + argc))));
    return 0;
  });
}
