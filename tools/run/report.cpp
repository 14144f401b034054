// Formats devices, kernels and runs as text and JSON.
#include "tools/run/report.h"

#include "support/readable_names.h"

#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

namespace ursa::run {

// Keys keep the order of insertion.
using Json = nlohmann::ordered_json;

namespace {

std::string dump(const Json &value) {
  return value.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

/// A name as it reads in the source, and behind it the mangled one, which is unique.
std::string bothNames(const std::string &name) {
  const std::string readable = readableName(name);
  return readable == name ? name : fmt::format("{} ({})", readable, name);
}

std::string_view kindName(ArgumentInfo::Kind kind) {
  switch (kind) {
  case ArgumentInfo::Kind::Pointer:
    return "pointer";
  case ArgumentInfo::Kind::Local:
    return "local";
  case ArgumentInfo::Kind::Image:
    return "image";
  case ArgumentInfo::Kind::Sampler:
    return "sampler";
  default:
    return "value";
  }
}

std::string argumentText(const ArgumentInfo &argument) {
  switch (argument.kind) {
  case ArgumentInfo::Kind::Pointer:
    return fmt::format("pointer to {} memory{}{}",
                       argument.space.empty() ? "global" : argument.space,
                       argument.type.empty() ? "" : ", ", argument.type);
  case ArgumentInfo::Kind::Local:
    return "local memory";
  case ArgumentInfo::Kind::Image:
  case ArgumentInfo::Kind::Sampler:
    return argument.type;
  default:
    return fmt::format("{}, {} bytes", argument.type, argument.size);
  }
}

// Which width of packs the last launch had, and why.
std::string widthText(const ursa_width_report_t &report) {
  const std::string width = report.width == 1 ? "one work-item at a time"
                                              : fmt::format("packs of {} work-items", report.width);
  const bool isMeasured = report.isMeasured != 0 || report.changes != 0;
  return fmt::format("{}{}{}\n", width, isMeasured ? ", as measured" : "",
                     report.untimedWidths == 0
                         ? ""
                         : fmt::format("; {} other width{} may be faster", report.untimedWidths,
                                       report.untimedWidths == 1 ? "" : "s"));
}

Json widthJson(const ursa_width_report_t &report) {
  return {{"items", report.width},           {"estimated", report.estimatedWidth},
          {"untimed", report.untimedWidths}, {"measured_before", report.isMeasured != 0},
          {"builds", report.buildsStarted},  {"timed_launches", report.timedLaunches},
          {"changes", report.changes}};
}

Json timesJson(const Times &times) { return {{"min", times.minMs}, {"median", times.medianMs}}; }

} // namespace

std::string devicesText(const std::vector<client::Device> &devices) {
  std::string text;
  for (const client::Device &device : devices)
    text += fmt::format("{}  {} ({}, {} compute units, {} MiB, driver {})\n", device.selector,
                        device.name, client::deviceTypeName(device.type), device.computeUnits,
                        device.memoryBytes >> 20, device.driver);
  return text;
}

std::string devicesJson(const std::vector<client::Device> &devices) {
  Json list = Json::array();
  for (const client::Device &device : devices)
    list.push_back({{"selector", device.selector},
                    {"name", device.name},
                    {"vendor", device.vendor},
                    {"driver", device.driver},
                    {"backend", device.backend},
                    {"type", client::deviceTypeName(device.type)},
                    {"compute_units", device.computeUnits},
                    {"memory_bytes", device.memoryBytes}});
  return dump(list);
}

std::string listText(const FileInfo &file) {
  std::string text;
  for (const std::string &target : file.targets)
    text += fmt::format("image {}\n", target);
  for (const KernelInfo &kernel : file.kernels) {
    text += fmt::format("kernel {}\n", bothNames(kernel.name));
    for (size_t i = 0; i < kernel.arguments.size(); ++i)
      text += fmt::format("  argument {} {}: {}\n", i, kernel.arguments[i].name,
                          argumentText(kernel.arguments[i]));
    if (!kernel.constants.empty())
      text +=
          "  reads " + withReadableNames(fmt::to_string(fmt::join(kernel.constants, ", "))) + "\n";
    if (kernel.requiredLocalSize)
      text += fmt::format("  requires local size {}\n", fmt::join(*kernel.requiredLocalSize, ","));
  }
  for (const ConstantInfo &constant : file.constants) {
    if (constant.type)
      text += fmt::format("constant {}: {} = {}\n", bothNames(constant.name), constant.typeSpelling,
                          constant.defaultText);
    else
      text += fmt::format("constant {}: {} bytes of unknown type\n", bothNames(constant.name),
                          constant.size);
  }
  return text;
}

std::string listJson(const FileInfo &file) {
  Json kernels = Json::array();
  for (const KernelInfo &kernel : file.kernels) {
    Json arguments = Json::array();
    for (const ArgumentInfo &argument : kernel.arguments)
      arguments.push_back({{"name", argument.name},
                           {"kind", kindName(argument.kind)},
                           {"space", argument.space},
                           {"type", argument.type},
                           {"size", argument.size}});
    Json entry = {{"name", kernel.name}, {"arguments", arguments}, {"reads", kernel.constants}};
    if (kernel.requiredLocalSize)
      entry["required_local_size"] = *kernel.requiredLocalSize;
    kernels.push_back(entry);
  }
  Json constants = Json::array();
  for (const ConstantInfo &constant : file.constants) {
    Json entry = {{"name", constant.name}, {"size", constant.size}};
    if (constant.type) {
      entry["type"] = constant.typeSpelling;
      entry["default"] = constant.defaultText;
    }
    constants.push_back(entry);
  }
  return dump({{"images", file.targets}, {"kernels", kernels}, {"constants", constants}});
}

namespace {

/// Formats a time in a readable unit.
std::string timeText(double milliseconds) {
  return milliseconds < 1 ? fmt::format("{:.2f} us", milliseconds * 1000)
                          : fmt::format("{:.3f} ms", milliseconds);
}

} // namespace

std::string runText(const RunReport &report) {
  std::string text = fmt::format(
      "{} on {} ({}), constants {}{}\n", report.kernel, report.device, report.deviceName,
      report.mode, report.tier.empty() ? "" : fmt::format(", the last launch {}", report.tier));
  for (const auto &[name, value] : report.constants)
    text += fmt::format("set {} = {}\n", name, value);
  text += fmt::format("build {}\n", timeText(report.buildMs));
  text += fmt::format("{} launch{}: wall clock min {}, median {}", report.repeat,
                      report.repeat == 1 ? "" : "es", timeText(report.wall.minMs),
                      timeText(report.wall.medianMs));
  if (report.profiled)
    text += fmt::format("; on the device min {}, median {}", timeText(report.profiled->minMs),
                        timeText(report.profiled->medianMs));
  text += "\n";
  if (report.width)
    text += widthText(*report.width);
  for (const WrittenFile &output : report.outputs)
    text += fmt::format("wrote {} ({} bytes, argument {} {})\n", output.file, output.bytes,
                        output.argument, output.name);
  return text;
}

std::string runJson(const RunReport &report) {
  Json constants = Json::object();
  for (const auto &[name, value] : report.constants)
    constants[name] = value;
  Json outputs = Json::array();
  for (const WrittenFile &output : report.outputs)
    outputs.push_back({{"argument", output.argument},
                       {"name", output.name},
                       {"file", output.file},
                       {"bytes", output.bytes}});
  return dump({{"device", {{"selector", report.device}, {"name", report.deviceName}}},
               {"kernel", report.kernel},
               {"mode", report.mode},
               {"tier", report.tier.empty() ? Json() : Json(report.tier)},
               {"global", report.global},
               {"local", report.local},
               {"offset", report.offset},
               {"constants", constants},
               {"build_ms", report.buildMs},
               {"repeat", report.repeat},
               {"wall_ms", timesJson(report.wall)},
               {"device_ms", report.profiled ? timesJson(*report.profiled) : Json()},
               {"width", report.width ? widthJson(*report.width) : Json()},
               {"outputs", outputs}});
}

} // namespace ursa::run
