// Formats an inventory as text and as JSON.
#include "tools/info/report.h"

#include "client/table.h"
#include "format/toggles.h"

#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace ursa::info {
namespace {

// Keys keep the order of insertion.
using Json = nlohmann::ordered_json;

template <class... Visitors> struct Overloaded : Visitors... { using Visitors::operator()...; };
template <class... Visitors> Overloaded(Visitors...) -> Overloaded<Visitors...>;

std::string numberText(uint64_t number, Unit unit) {
  switch (unit) {
  case Unit::Bytes:
    return formatBytes(number);
  case Unit::Bits:
    return fmt::format("{} bits", number);
  case Unit::Megahertz:
    return fmt::format("{} MHz", number);
  case Unit::Nanoseconds:
    return fmt::format("{} ns", number);
  case Unit::None:
    break;
  }
  return fmt::format("{}", number);
}

std::string valueText(const Limit &limit) {
  return std::visit(Overloaded{[&limit](uint64_t number) { return numberText(number, limit.unit); },
                               [](bool flag) { return std::string(flag ? "yes" : "no"); },
                               [](const std::string &text) { return text; },
                               [](const std::vector<uint64_t> &list) {
                                 return fmt::format("{}", fmt::join(list, ", "));
                               }},
                    limit.value);
}

/// Converts a key such as "max_work_group_size" to words.
std::string titleOf(std::string key) {
  std::replace(key.begin(), key.end(), '_', ' ');
  return key;
}

using Lines = std::vector<std::pair<std::string, std::string>>;

/// Formats a titled block of lines with aligned values. Lines without a value are left out.
std::string block(const std::string &title, const Lines &lines) {
  size_t width = 0;
  for (const auto &[name, value] : lines)
    width = std::max(width, name.size());
  std::string text = "\n" + title + "\n";
  for (const auto &[name, value] : lines)
    if (!value.empty())
      text += fmt::format("  {:<{}}  {}\n", name, width, value);
  return text;
}

std::string adapterText(const AdapterInfo &adapter) {
  const bool loaded = !adapter.backend.empty();
  return block("adapter " + adapter.name,
               {{"library", adapter.library.empty() ? "inside the program" : adapter.library},
                {"backend", adapter.backend},
                {"version", loaded ? fmt::format("{}", adapter.version) : ""},
                {"problem", adapter.problem}});
}

std::string deviceText(const DeviceInfo &device) {
  Lines lines = {{"name", device.name},
                 {"vendor", device.vendor},
                 {"type", device.type},
                 {"adapter", device.adapter},
                 {"driver", device.driver},
                 {"platform", device.platform.name},
                 {"platform vendor", device.platform.vendor},
                 {"platform version", device.platform.version},
                 {"API version", device.platform.apiVersion},
                 {"memory", formatBytes(device.memoryBytes)},
                 {"specialization", fmt::format("{}", fmt::join(device.specialization, ", "))}};
  if (device.toggles)
    lines.emplace_back("toggles", device.toggles->empty()
                                      ? "none"
                                      : fmt::format("{}", fmt::join(*device.toggles, ", ")));
  for (const Limit &limit : device.limits)
    lines.emplace_back(titleOf(limit.key), valueText(limit));
  return block("device " + device.selector, lines);
}

Json adapterJson(const AdapterInfo &adapter) {
  Json json = {{"name", adapter.name}, {"library", adapter.library}};
  if (!adapter.backend.empty()) {
    json["backend"] = adapter.backend;
    json["version"] = adapter.version;
  }
  json["problem"] = adapter.problem.empty() ? Json() : Json(adapter.problem);
  return json;
}

Json deviceJson(const DeviceInfo &device) {
  Json limits = Json::object();
  for (const Limit &limit : device.limits)
    std::visit([&](const auto &value) { limits[limit.key] = value; }, limit.value);
  Json json = {{"selector", device.selector},
               {"name", device.name},
               {"vendor", device.vendor},
               {"type", device.type},
               {"backend", device.backend},
               {"adapter", device.adapter},
               {"driver", device.driver},
               {"memory_bytes", device.memoryBytes},
               {"specialization", device.specialization},
               {"platform",
                {{"name", device.platform.name},
                 {"vendor", device.platform.vendor},
                 {"version", device.platform.version},
                 {"api_version", device.platform.apiVersion}}}};
  if (device.toggles)
    json["toggles"] = *device.toggles;
  json["limits"] = limits;
  return json;
}

} // namespace

std::vector<std::string> Inventory::problems() const {
  std::vector<std::string> sentences;
  for (const AdapterInfo &adapter : adapters)
    if (!adapter.problem.empty())
      sentences.push_back(
          fmt::format("The adapter '{}' cannot be used. {}", adapter.name, adapter.problem));
  return sentences;
}

std::string formatBytes(uint64_t bytes) {
  constexpr const char *kUnits[] = {"bytes", "KiB", "MiB", "GiB", "TiB"};
  double value = static_cast<double>(bytes);
  size_t unit = 0;
  for (; value >= 1024 && unit + 1 < std::size(kUnits); ++unit)
    value /= 1024;
  const std::string number = fmt::format("{:.1f}", value);
  return fmt::format("{} {}", number.ends_with(".0") ? number.substr(0, number.size() - 2) : number,
                     kUnits[unit]);
}

std::string togglesText() {
  std::string text;
  for (const format::ToggleInfo &info : format::toggleTable())
    text += block(std::string(info.name), {{"of", format::partsOf(info)},
                                           {"does", std::string(info.does)},
                                           {"drivers", std::string(info.drivers)},
                                           {"bug", std::string(info.bug)},
                                           {"everywhere", std::string(info.reason)}});
  return text.substr(text.find_first_not_of('\n'));
}

std::string togglesJson() {
  Json toggles = Json::array();
  for (const format::ToggleInfo &info : format::toggleTable()) {
    Json toggle = {{"name", info.name}, {"of", format::partsOf(info)},
                   {"does", info.does}, {"drivers", info.drivers},
                   {"bug", info.bug},   {"of_devices", info.isOn == format::ToggleDefault::Device}};
    if (!info.reason.empty())
      toggle["everywhere"] = info.reason;
    toggles.push_back(std::move(toggle));
  }
  return Json({{"toggles", toggles}}).dump(2) + "\n";
}

std::string inventoryText(const Inventory &inventory, bool verbose) {
  using client::Align;
  std::vector<std::vector<std::string>> rows;
  for (const DeviceInfo &device : inventory.devices)
    rows.push_back({device.selector, device.name, device.type, device.backend, device.adapter,
                    device.driver, formatBytes(device.memoryBytes),
                    fmt::format("{}", fmt::join(device.specialization, ", "))});
  std::string text = rows.empty() ? "No device was found.\n"
                                  : client::formatTable({{"device"},
                                                         {"name"},
                                                         {"type"},
                                                         {"backend"},
                                                         {"adapter"},
                                                         {"driver"},
                                                         {"memory", Align::Right},
                                                         {"specialization"}},
                                                        rows);
  if (!verbose)
    return text;
  for (const AdapterInfo &adapter : inventory.adapters)
    text += adapterText(adapter);
  for (const DeviceInfo &device : inventory.devices)
    text += deviceText(device);
  return text;
}

std::string inventoryJson(const Inventory &inventory) {
  Json adapters = Json::array(), devices = Json::array();
  for (const AdapterInfo &adapter : inventory.adapters)
    adapters.push_back(adapterJson(adapter));
  for (const DeviceInfo &device : inventory.devices)
    devices.push_back(deviceJson(device));
  // Names come from drivers and may not be valid UTF-8.
  return Json({{"adapters", adapters}, {"devices", devices}})
             .dump(2, ' ', false, Json::error_handler_t::replace) +
         "\n";
}

} // namespace ursa::info
