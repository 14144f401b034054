// Runs the kernel, through the C ABI only.
#include "tools/run/runner.h"

#include "client/check.h"
#include "client/device_memory.h"
#include "client/files.h"
#include "tools/run/arguments.h"
#include "tools/run/constant_value.h"
#include "tools/run/images.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <memory>

namespace ursa::run {

using client::check;
using client::fail;

namespace {

using Clock = std::chrono::steady_clock;
using Kind = ArgumentSpec::Kind;

double millisecondsSince(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

/// One --set: the constant and its bytes.
struct Setting {
  std::string name;
  std::string text;
  std::vector<std::byte> value;
};

Setting readSetting(const FileInfo &file, const std::string &text) {
  const size_t equals = text.find('=');
  if (equals == text.npos || equals == 0)
    fail("--set {} is not of the form NAME=VALUE or NAME=@FILE.", text);
  Setting setting{text.substr(0, equals), text.substr(equals + 1), {}};
  const ConstantInfo &constant = file.constant(setting.name);
  setting.name = constant.name;
  if (setting.text.starts_with('@')) {
    setting.value = client::readFile(setting.text.substr(1), constant.size);
    if (setting.value.size() != constant.size)
      fail("Constant '{}' is {} bytes; file '{}' has {}.", constant.name, constant.size,
           setting.text.substr(1), setting.value.size());
  } else if (constant.type) {
    setting.value =
        parseConstantValue(constant.name, *constant.type, constant.typeSpelling, setting.text);
  } else {
    fail("The file does not tell the type of constant '{}'; give its {} bytes as {}=@FILE.",
         constant.name, constant.size, constant.name);
  }
  return setting;
}

/// A kernel argument on the device. `data` is what a buffer holds before every launch.
struct BoundArgument {
  ArgumentSpec spec;
  std::vector<std::byte> data; ///< bytes of a value, initial content of a buffer
  std::unique_ptr<client::DeviceMemory> memory;

  bool isOutput() const { return spec.kind == Kind::Out || spec.kind == Kind::InOut; }

  ursa_kernel_arg_t launchArgument() const {
    if (memory)
      return memory->argument();
    if (spec.kind == Kind::Local)
      return {UR_EXP_KERNEL_ARG_TYPE_LOCAL, spec.size, nullptr};
    return {UR_EXP_KERNEL_ARG_TYPE_VALUE, data.size(), data.data()};
  }
};

/// Fails, before anything runs, if an output would be written over an input or another output. The
/// result of inout may replace its own input.
void checkFiles(const std::vector<ArgumentSpec> &specs, const Options &options) {
  client::InputFiles inputs;
  std::vector<std::string> outputs;
  inputs.add(options.file);
  for (const std::string &setting : options.settings)
    if (const size_t file = setting.find("=@"); file != setting.npos)
      inputs.add(setting.substr(file + 2));
  for (const ArgumentSpec &spec : specs) {
    const bool isInPlace =
        spec.kind == Kind::InOut && client::isSameFile(spec.inputFile, spec.outputFile);
    if (!spec.inputFile.empty() && !isInPlace)
      inputs.add(spec.inputFile);
    if (!spec.outputFile.empty())
      outputs.push_back(spec.outputFile);
  }
  client::checkOutputs(inputs, outputs);
}

/// Reads the input files of the arguments and checks what can be checked without a device.
std::vector<BoundArgument> readArguments(const KernelInfo &kernel, const Options &options) {
  std::vector<ArgumentSpec> specs;
  for (const std::string &text : options.arguments)
    specs.push_back(parseArgument(text));
  checkArguments(kernel, specs);

  checkFiles(specs, options);
  std::vector<BoundArgument> bound;
  for (size_t i = 0; i < specs.size(); ++i) {
    BoundArgument argument{.spec = std::move(specs[i])};
    const ArgumentSpec &spec = argument.spec;
    if (spec.kind == Kind::Value)
      argument.data = spec.value;
    else if (!spec.inputFile.empty())
      argument.data = client::readFile(spec.inputFile);
    if (spec.kind == Kind::Bytes)
      checkBytes(kernel, i, spec, argument.data.size());
    if ((spec.kind == Kind::In || spec.kind == Kind::InOut) && argument.data.empty())
      fail("File '{}' is empty; a buffer needs at least one byte.", spec.inputFile);
    bound.push_back(std::move(argument));
  }
  return bound;
}

void allocateBuffers(const client::Session &session, std::vector<BoundArgument> &arguments) {
  for (BoundArgument &argument : arguments) {
    const bool isBuffer = argument.isOutput() || argument.spec.kind == Kind::In;
    if (!isBuffer)
      continue;
    const bool isOut = argument.spec.kind == Kind::Out;
    const size_t size = isOut ? argument.spec.size : argument.data.size();
    // Allocate first, because the device reports a size that is too large.
    argument.memory = std::make_unique<client::DeviceMemory>(session, size);
    argument.data.resize(size);
    argument.memory->upload(argument.data);
  }
}

/// The local size of launches: as requested, otherwise the one that the kernel requires.
std::vector<size_t> chooseLocalSize(const KernelInfo &kernel, const Options &options) {
  if (!kernel.requiredLocalSize)
    return options.local;
  auto begin = kernel.requiredLocalSize->begin();
  std::vector<size_t> required(begin, begin + static_cast<std::ptrdiff_t>(options.global.size()));
  if (!options.local.empty() && options.local != required)
    fail("Kernel '{}' requires the local size {}; {} was given.", kernel.name,
         fmt::format("{}", fmt::join(required, ",")),
         fmt::format("{}", fmt::join(options.local, ",")));
  return required;
}

std::optional<double> profiledMilliseconds(ur_event_handle_t event) {
  uint64_t start = 0, end = 0;
  if (urEventGetProfilingInfo(event, UR_PROFILING_INFO_COMMAND_START, sizeof(start), &start,
                              nullptr) != UR_RESULT_SUCCESS ||
      urEventGetProfilingInfo(event, UR_PROFILING_INFO_COMMAND_END, sizeof(end), &end, nullptr) !=
          UR_RESULT_SUCCESS ||
      end < start)
    return std::nullopt;
  return static_cast<double>(end - start) / 1e6;
}

void launchAll(const client::Session &session, ur_kernel_handle_t kernel, const Options &options,
               std::vector<BoundArgument> &arguments, RunReport &report) {
  std::vector<ursa_kernel_arg_t> launchArguments;
  launchArguments.reserve(arguments.size());
  for (const BoundArgument &argument : arguments)
    launchArguments.push_back(argument.launchArgument());

  const std::string doing =
      fmt::format("Launching kernel '{}' on {}", report.kernel, session.device.selector);
  std::vector<double> wall, profiled;
  for (unsigned i = 0; i < options.repeat; ++i) {
    if (i > 0)
      for (BoundArgument &argument : arguments)
        if (argument.isOutput())
          argument.memory->upload(argument.data);
    client::EventHandle event;
    const auto start = Clock::now();
    check(ursaEnqueueKernelLaunch(
              session.queue.get(), kernel, static_cast<uint32_t>(report.global.size()),
              report.offset.empty() ? nullptr : report.offset.data(), report.global.data(),
              report.local.empty() ? nullptr : report.local.data(),
              static_cast<uint32_t>(launchArguments.size()), launchArguments.data(), 0, nullptr,
              event.out()),
          doing, session.device.adapter);
    const ur_event_handle_t launched = event.get();
    check(urEventWait(1, &launched), doing, session.device.adapter);
    wall.push_back(millisecondsSince(start));
    if (auto ms = profiledMilliseconds(launched))
      profiled.push_back(*ms);
  }
  report.wall = summarize(wall);
  if (profiled.size() == wall.size())
    report.profiled = summarize(profiled);
}

void writeOutputs(const KernelInfo &kernel, const std::vector<BoundArgument> &arguments,
                  RunReport &report) {
  client::OutputFiles files;
  for (size_t i = 0; i < arguments.size(); ++i) {
    const BoundArgument &argument = arguments[i];
    if (!argument.isOutput())
      continue;
    std::vector<std::byte> result(argument.memory->size());
    argument.memory->download(result);
    files.add(argument.spec.outputFile, result);
    report.outputs.push_back(
        {i, kernel.arguments[i].name, argument.spec.outputFile, result.size()});
  }
  files.commit();
}

} // namespace

Times summarize(std::vector<double> ms) {
  std::sort(ms.begin(), ms.end());
  const size_t middle = ms.size() / 2;
  const double median = ms.size() % 2 ? ms[middle] : (ms[middle - 1] + ms[middle]) / 2;
  return {ms.front(), median};
}

RunReport runKernel(const Options &options) {
  client::DeviceList devices;
  client::ImagesHandle images = loadImages(options.file);
  const FileInfo file = describeImages(readProperties(images.get()));
  const KernelInfo &kernelInfo = file.kernel(options.kernel);
  std::vector<BoundArgument> unbound = readArguments(kernelInfo, options);
  std::vector<Setting> settings;
  for (const std::string &text : options.settings)
    settings.push_back(readSetting(file, text));

  const client::Device &device = devices.select(options.device);
  RunReport report;
  report.device = device.selector;
  report.deviceName = device.name;
  report.kernel = options.kernel;
  report.global = options.global;
  report.local = chooseLocalSize(kernelInfo, options);
  report.offset = options.offset;
  report.repeat = options.repeat;

  const client::Session session(device);
  std::vector<BoundArgument> arguments =
      std::move(unbound); // this destroys their buffers before the session
  client::BundleHandle bundle;
  check(ursaBundleCreate(session.context.get(), 1, &device.handle, images.get(), options.mode,
                         bundle.out()),
        fmt::format("Choosing an image of '{}' for {}", options.file, device.selector),
        device.adapter);
  for (const Setting &setting : settings) {
    check(ursaBundleSetSpecializationConstant(bundle.get(), setting.name.c_str(),
                                              setting.value.size(), setting.value.data()),
          fmt::format("Setting constant '{}'", setting.name), device.adapter);
    report.constants.emplace_back(setting.name, setting.text);
  }
  ursa_specialization_mode_t mode = URSA_SPECIALIZATION_MODE_NONE;
  check(ursaBundleGetMode(bundle.get(), device.handle, &mode), "Asking for the mode");
  report.mode = client::specializationModeName(mode);

  const auto start = Clock::now();
  check(ursaBundleBuild(bundle.get(), ("--ursa-kernels=" + kernelInfo.name).c_str()),
        fmt::format("Building '{}' for {}", options.file, device.selector), device.adapter);
  client::KernelHandle kernel;
  check(ursaBundleGetKernel(bundle.get(), device.handle, kernelInfo.name.c_str(), kernel.out()),
        fmt::format("Getting kernel '{}'", kernelInfo.name), device.adapter);
  report.buildMs = millisecondsSince(start);

  allocateBuffers(session, arguments);
  launchAll(session, kernel.get(), options, arguments, report);
  if (mode == URSA_SPECIALIZATION_MODE_TIERED) {
    ursa_tier_report_t tiers{};
    check(ursaBundleGetTierReport(bundle.get(), device.handle, &tiers), "Asking for the tier");
    report.tier = tiers.lastLaunch == URSA_TIER_NATIVE ? "native" : "emulated";
  }
  ursa_width_report_t width{};
  if (urKernelGetInfo(kernel.get(), URSA_KERNEL_INFO_WIDTH_REPORT, sizeof(width), &width,
                      nullptr) == UR_RESULT_SUCCESS)
    report.width = width;
  writeOutputs(kernelInfo, arguments, report);
  return report;
}

} // namespace ursa::run
