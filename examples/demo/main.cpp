// ursa-demo: a convolution whose radius and coefficients are specialization constants, on a
// picture, on every device, natively and emulated, measured and compared with plain C++.
#include "client/check.h"
#include "client/command_line.h"
#include "client/files.h"
#include "client/program.h"
#include "client/table.h"
#include "examples/demo/contact_sheet.h"
#include "examples/demo/convolution.h"
#include "examples/demo/synthetic.h"

#include <CLI/CLI.hpp>

#include <cctype>

namespace {

namespace fs = std::filesystem;
using namespace ursa::demo;
using ursa::client::Align;
using ursa::client::check;
using ursa::client::fail;

struct Options {
  std::string input;
  std::string output = "ursa-demo.png";
};

/// Leaves @p help empty if the program should continue.
Options parseOptions(int argc, char **argv, std::string &help) {
  Options options;
  CLI::App app{"Runs a convolution on a picture, on every device, natively and emulated.",
               "ursa-demo"};
  app.add_option("IMAGE.png", options.input, "Picture; the demo paints its own without");
  app.add_option("-o", options.output,
                 "Contact sheet to write (PNG); the filtered pictures are written beside it")
      ->capture_default_str()
      ->take_last(); // './ursa demo' names one in its build folder first
  help = ursa::client::parseCommandLine(app, argc, argv);
  return options;
}

ursa::client::ImagesHandle loadKernels() {
  const fs::path path =
      ursa::client::executableFolder().parent_path() / "share" / "ursa" / "convolution.ursa";
  ursa::client::ImagesHandle images;
  check(ursaImagesLoad(path.c_str(), images.out()),
        fmt::format("Loading the demo's kernel '{}'", path.string()));
  return images;
}

void printTable(const std::vector<DeviceRun> &runs, const Picture &picture) {
  std::vector<std::vector<std::string>> rows;
  for (const DeviceRun &run : runs) {
    if (!run.unsupported.empty())
      rows.push_back({run.device, run.mode, "not possible: " + run.unsupported});
    for (const Measurement &m : run.measurements)
      rows.push_back(
          {run.device, run.mode, m.filter, fmt::format("{:.2f}", m.firstMs),
           fmt::format("{:.2f}", m.steadyMs),
           fmt::format("{:.1f}", static_cast<double>(picture.pixels.size()) / 1e3 / m.steadyMs),
           fmt::format("{}{}", m.difference.largest, m.difference.isWrong ? " WRONG" : "")});
  }
  ursa::client::writeStandardOutput(
      ursa::client::formatTable({{"device"},
                                 {"mode"},
                                 {"filter"},
                                 {"first result [ms]", Align::Right},
                                 {"steady [ms]", Align::Right},
                                 {"Mpixel/s", Align::Right},
                                 {"largest difference", Align::Right}},
                                rows));
  ursa::client::print(
      "first result: set both constants, build, launch, wait; steady: one more launch, median; "
      "difference: to plain C++, of 255, {} is rounding\n"
      "SYCL: the same kernel in a SYCL program of one source\n"
      "plain C++: the same loops without constants, compiled with -O3\n",
      kTolerance);
}

/// Fails the demo at the first wrong pixel of any run.
void requireRight(const std::vector<DeviceRun> &runs) {
  for (const DeviceRun &run : runs)
    for (const Measurement &m : run.measurements)
      if (m.difference.isWrong)
        fail("{}, {}, {}: {}.", run.device, run.mode, m.filter, m.difference.firstWrong);
}

std::string upperCase(std::string text) {
  for (char &c : text)
    c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return text;
}

/// @param files holds the temporary file @p reserved for @p output
void writePictures(ursa::client::OutputFiles &files, const fs::path &reserved,
                   const fs::path &output, const Picture &before, const DeviceRun &run) {
  std::vector<Named> sheet = {{"BEFORE", before}};
  std::vector<fs::path> written = {output};
  for (const Measurement &m : run.measurements) {
    sheet.push_back({upperCase(m.filter), m.result});
    fs::path path = output;
    path.replace_filename(output.stem().string() + "-" + m.filter + output.extension().string());
    writePng(files.reserve(path), m.result);
    written.push_back(path);
  }
  writePng(reserved, makeContactSheet(sheet));
  files.commit();
  for (const fs::path &path : written)
    ursa::client::print("wrote {}\n", path.string());
}

void runDemo(const Options &options) {
  const Picture picture =
      options.input.empty() ? makeSyntheticPicture(1024, 768) : readPng(options.input);
  ursa::client::print("{}: {} x {} pixels\n\n",
                      options.input.empty() ? "own picture" : options.input, picture.width,
                      picture.height);
  ursa::client::OutputFiles files;
  if (!options.input.empty())
    files.addInput(options.input);
  const fs::path reserved = files.reserve(options.output); // fails before the work does
  std::vector<Task> tasks;
  for (Filter &filter : demoFilters()) {
    Picture reference = convolveReference(picture, filter);
    tasks.push_back({std::move(filter), std::move(reference)});
  }

  const ursa::client::DeviceList devices;
  devices.select(""); // fails without a device
  const ursa::client::ImagesHandle images = loadKernels();
  std::vector<DeviceRun> runs;
  const DeviceRun *shown = nullptr; // the first run that succeeded
  runs.reserve(5 * devices.all().size() + 1);
  for (const ursa::client::Device &device : devices.all()) {
    for (ursa_specialization_mode_t mode :
         {URSA_SPECIALIZATION_MODE_NATIVE, URSA_SPECIALIZATION_MODE_EMULATED,
          URSA_SPECIALIZATION_MODE_TIERED}) {
      DeviceRun &run =
          runs.emplace_back(runConvolution(device, images.get(), mode, picture, tasks));
      if (shown)
        for (Measurement &measurement : run.measurements)
          measurement.result = {}; // already compared, and pictures can be large
      else if (!run.measurements.empty())
        shown = &run;
    }
    const auto position = static_cast<size_t>(&device - devices.all().data());
    for (DeviceRun &run : runSycl(device, position, picture, tasks))
      runs.push_back(std::move(run));
  }
  runs.push_back(runPlain(picture, tasks));
  printTable(runs, picture);
  requireRight(runs);
  if (!shown)
    fail("No device could run the convolution: {}", runs.front().unsupported);
  writePictures(files, reserved, options.output, picture, *shown);
}

} // namespace

int main(int argc, char **argv) {
  return ursa::client::runProgram([&] {
    std::string help;
    const Options options = parseOptions(argc, argv, help);
    if (help.empty())
      runDemo(options);
    else
      ursa::client::writeStandardOutput(help);
    return 0;
  });
}
