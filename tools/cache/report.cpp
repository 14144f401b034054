#include "tools/cache/report.h"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>

namespace ursa::cache {
namespace {

using core::cache::DiskStore;

// Splits the text of a key into its lines. The values stay as they are escaped.
std::vector<std::pair<std::string, std::string>> factsOf(std::string_view key) {
  std::vector<std::pair<std::string, std::string>> facts;
  while (!key.empty()) {
    const std::string_view line = key.substr(0, key.find('\n'));
    const size_t equals = std::min(line.find('='), line.size());
    facts.emplace_back(line.substr(0, equals), line.substr(std::min(equals + 1, line.size())));
    key.remove_prefix(std::min(line.size() + 1, key.size()));
  }
  return facts;
}

std::string factOf(const DescribedEntry &entry, std::string_view name) {
  const auto found =
      std::ranges::find_if(entry.facts, [name](const auto &fact) { return fact.first == name; });
  return found == entry.facts.end() ? "" : found->second;
}

std::string timeText(std::chrono::system_clock::time_point time) {
  return fmt::format("{:%Y-%m-%d %H:%M}",
                     fmt::localtime(std::chrono::system_clock::to_time_t(time)));
}

} // namespace

std::vector<DescribedEntry> describeEntries(const DiskStore &store) {
  std::vector<DescribedEntry> described;
  for (DiskStore::Entry &entry : store.entries()) {
    const auto contents = store.inspect(entry.name);
    if (!contents && !store.contains(entry.name))
      continue; // another process removed it
    described.push_back({std::move(entry),
                         contents ? factsOf(contents->key) : decltype(factsOf(""))(),
                         contents.has_value()});
  }
  return described;
}

std::string sizeText(uint64_t bytes) {
  constexpr std::array<const char *, 4> kUnits = {"KiB", "MiB", "GiB", "TiB"};
  constexpr double kStep = 1024;
  if (bytes < 1024)
    return fmt::format("{} B", bytes);
  double size = static_cast<double>(bytes) / kStep;
  size_t unit = 0;
  for (; size >= kStep && unit + 1 < kUnits.size(); ++unit)
    size /= kStep;
  return fmt::format("{:.1f} {}", size, kUnits[unit]);
}

std::string listText(const DiskStore &store, const std::vector<DescribedEntry> &entries,
                     bool withFacts) {
  std::string text;
  uint64_t bytes = 0;
  if (!entries.empty())
    text += fmt::format("{:<32}  {:>10}  {:<16}  {:<8}  {}\n", "entry", "size", "last use",
                        "adapter", "contents");
  for (const DescribedEntry &entry : entries) {
    bytes += entry.entry.bytes;
    text +=
        fmt::format("{:<32}  {:>10}  {:<16}  {:<8}  {}\n", entry.entry.name,
                    sizeText(entry.entry.bytes), timeText(entry.entry.lastUse),
                    factOf(entry, "adapter"), entry.isIntact ? factOf(entry, "kind") : "damaged");
    if (withFacts)
      for (const auto &[name, value] : entry.facts)
        text += fmt::format("    {}: {}\n", name, value);
  }
  return text + fmt::format("{} {}, {} of {} in {}\n", entries.size(),
                            entries.size() == 1 ? "entry" : "entries", sizeText(bytes),
                            sizeText(store.limit()), store.folder().string());
}

std::string listJson(const DiskStore &store, const std::vector<DescribedEntry> &entries) {
  using nlohmann::ordered_json;
  ordered_json list = ordered_json::array();
  for (const DescribedEntry &entry : entries) {
    ordered_json key = ordered_json::object();
    for (const auto &[name, value] : entry.facts)
      key[name] = value;
    list.push_back({{"name", entry.entry.name},
                    {"bytes", entry.entry.bytes},
                    {"last_use", std::chrono::system_clock::to_time_t(entry.entry.lastUse)},
                    {"intact", entry.isIntact},
                    {"key", std::move(key)}});
  }
  const ordered_json all = {
      {"folder", store.folder().string()}, {"limit", store.limit()}, {"entries", std::move(list)}};
  // Names of devices may hold any bytes.
  return all.dump(2, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

} // namespace ursa::cache
