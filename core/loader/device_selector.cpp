#include "core/loader/device_selector.h"

#include <algorithm>
#include <charconv>
#include <numeric>

namespace ursa::core::loader {
namespace {

constexpr const char *kVariable = "ONEAPI_DEVICE_SELECTOR";
constexpr size_t kLongestPath = 3;

struct Backend {
  std::string_view word;
  std::optional<ur_backend_t> value; ///< none: the word is the name of an adapter
};

constexpr Backend kBackends[] = {{"level_zero", UR_BACKEND_LEVEL_ZERO},
                                 {"opencl", UR_BACKEND_OPENCL},
                                 {"cuda", UR_BACKEND_CUDA},
                                 {"hip", UR_BACKEND_HIP},
                                 {"native_cpu", UR_BACKEND_NATIVE_CPU},
                                 {"offload", UR_BACKEND_OFFLOAD},
                                 {"host", std::nullopt},
                                 {"vulkan", std::nullopt}};

/// The backends that adapters report.
constexpr std::pair<std::string_view, ur_backend_t> kAdapters[] = {
    {"host", UR_BACKEND_NATIVE_CPU},
    {"opencl", UR_BACKEND_OPENCL},
    {"vulkan", UR_BACKEND_UNKNOWN},
    {"cuda", UR_BACKEND_CUDA},
    {"level_zero", UR_BACKEND_LEVEL_ZERO},
    {"level_zero_v2", UR_BACKEND_LEVEL_ZERO},
    {"hip", UR_BACKEND_HIP},
    {"native_cpu", UR_BACKEND_NATIVE_CPU},
    {"offload", UR_BACKEND_OFFLOAD}};

struct Type {
  std::string_view word;
  ur_device_type_t value;
};

constexpr Type kTypes[] = {
    {"cpu", UR_DEVICE_TYPE_CPU}, {"gpu", UR_DEVICE_TYPE_GPU}, {"fpga", UR_DEVICE_TYPE_FPGA}};

char lowered(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

bool equalsIgnoringCase(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char x, char y) { return lowered(x) == lowered(y); });
}

template <class Row, size_t N> const Row *find(const Row (&rows)[N], std::string_view word) {
  const auto *row = std::find_if(std::begin(rows), std::end(rows),
                                 [word](const Row &r) { return equalsIgnoringCase(r.word, word); });
  return row == std::end(rows) ? nullptr : row;
}

/// Returns the number of insertions, deletions and changes of letters that turn one word into the
/// other.
size_t editDistance(std::string_view a, std::string_view b) {
  std::vector<size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), size_t{0});
  for (size_t i = 0; i < a.size(); ++i) {
    size_t diagonal = std::exchange(row[0], i + 1);
    for (size_t j = 0; j < b.size(); ++j) {
      const size_t change = diagonal + (lowered(a[i]) != lowered(b[j]));
      diagonal = row[j + 1];
      row[j + 1] = std::min({change, row[j] + 1, diagonal + 1});
    }
  }
  return row.back();
}

/// Returns the list of valid words; if one is similar to the given word, it comes first.
template <class Row, size_t N>
std::string nearest(const Row (&rows)[N], std::string_view word, std::string_view all) {
  constexpr size_t kLongest = 32; // a much longer text is not a misspelled word
  const Row *best = nullptr;
  size_t least = std::min<size_t>(word.size(), 4);
  for (const Row &row : rows) {
    const size_t distance = word.size() > kLongest ? least : editDistance(row.word, word);
    if (distance < least) {
      least = distance;
      best = &row;
    }
  }
  return best ? fmt::format("'{}' is the nearest of {}", best->word, all)
              : fmt::format("one of {} was expected", all);
}

/// Splits a text at separators. Returns at least one part; parts may be empty.
std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (size_t end = 0; end != text.npos; text.remove_prefix(end == text.npos ? 0 : end + 1)) {
    end = text.find(separator);
    parts.push_back(text.substr(0, end));
  }
  return parts;
}

/// Parses "0", "0.1" or "*.*" into indices; none if the word has another form.
std::optional<std::vector<std::optional<uint32_t>>> parsePath(std::string_view word) {
  std::vector<std::optional<uint32_t>> path;
  for (const std::string_view part : split(word, '.')) {
    if (part == "*") {
      path.emplace_back();
      continue;
    }
    uint32_t number = 0;
    const auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), number);
    if (error != std::errc() || end != part.data() + part.size())
      return std::nullopt;
    if (!path.empty() && !path.back())
      return std::nullopt;
    path.emplace_back(number);
  }
  if (path.size() > kLongestPath)
    return std::nullopt;
  return path;
}

/// Returns an example of a complete term for a word that stands alone.
std::string exampleFor(std::string_view word) {
  if (find(kTypes, word) || parsePath(word))
    return fmt::format("*:{}", word);
  if (find(kBackends, word))
    return fmt::format("{}:*", word);
  return "opencl:gpu or *:0";
}

} // namespace

Result<DeviceSelector::Device> DeviceSelector::parseDevice(std::string_view word, bool exclude) {
  if (const Type *type = find(kTypes, word))
    return Device{type->value, {std::nullopt}};
  std::optional<std::vector<Index>> path = parsePath(word);
  if (!path)
    return makeError(UR_RESULT_ERROR_INVALID_VALUE, "'{}' is not a device of {}; {}.", word,
                     kVariable,
                     nearest(kTypes, word,
                             "cpu, gpu, fpga, *, a number, and sub-devices such as 0.1, 0.* and "
                             "*.*"));
  if (exclude && path->size() > 1)
    return makeError(UR_RESULT_ERROR_INVALID_VALUE,
                     "'{}' in {} stands in a term with '!', which takes whole devices away; '{}' "
                     "was expected.",
                     word, kVariable, word.substr(0, word.find('.')));
  return Device{std::nullopt, *std::move(path)};
}

Result<void> DeviceSelector::parseBackend(std::string_view word, Term &term) {
  if (word == "*")
    return {};
  const Backend *backend = find(kBackends, word);
  if (!backend)
    return makeError(UR_RESULT_ERROR_INVALID_VALUE, "'{}' is not a backend of {}; {}.", word,
                     kVariable,
                     nearest(kBackends, word,
                             "level_zero, opencl, cuda, hip, native_cpu, offload, host, vulkan and "
                             "*"));
  term.backend = backend->value;
  if (!backend->value)
    term.adapter = backend->word;
  return {};
}

Result<DeviceSelector::Term> DeviceSelector::parseTerm(std::string_view text) {
  Term term;
  std::string_view rest = text;
  if (rest.starts_with('!')) {
    term.exclude = true;
    rest.remove_prefix(1);
  }
  if (rest.empty())
    return makeError(UR_RESULT_ERROR_INVALID_VALUE,
                     "{} has an empty term '{}'; terms are separated by one ';', and there is none "
                     "at the end.",
                     kVariable, text);
  const size_t colon = rest.find(':');
  if (colon == rest.npos)
    return makeError(UR_RESULT_ERROR_INVALID_VALUE,
                     "'{}' in {} names no devices; backend:devices was expected, as in {}.", text,
                     kVariable, exampleFor(rest));
  URSA_CHECK(parseBackend(rest.substr(0, colon), term));
  for (const std::string_view word : split(rest.substr(colon + 1), ',')) {
    URSA_TRY(Device device, parseDevice(word, term.exclude));
    term.devices.push_back(std::move(device));
  }
  return term;
}

Result<DeviceSelector> DeviceSelector::parse(std::string_view text) {
  DeviceSelector selector;
  for (const std::string_view part : split(text, ';')) {
    URSA_TRY(Term term, parseTerm(part));
    selector.terms_.push_back(std::move(term));
  }
  return selector;
}

bool DeviceSelector::Term::matchesBackend(const SelectableDevice &device) const {
  return (!backend || *backend == device.backend) && (adapter.empty() || adapter == device.adapter);
}

bool DeviceSelector::Device::matchesDevice(const SelectableDevice &device) const {
  return (!type || *type == device.type) && (!path[0] || *path[0] == device.index);
}

bool DeviceSelector::Device::matches(const SelectableDevice &device,
                                     std::span<const uint32_t> part) const {
  return matchesDevice(device) &&
         std::equal(path.begin() + 1, path.end(), part.begin(), part.end(),
                    [](const Index &wanted, uint32_t is) { return !wanted || *wanted == is; });
}

bool DeviceSelector::excludes(const SelectableDevice &device) const {
  return std::any_of(terms_.begin(), terms_.end(), [&device](const Term &term) {
    return term.exclude && term.matchesBackend(device) &&
           std::any_of(term.devices.begin(), term.devices.end(),
                       [&device](const Device &d) { return d.matchesDevice(device); });
  });
}

bool DeviceSelector::accepts(const SelectableDevice &device, std::span<const uint32_t> part) const {
  if (excludes(device))
    return false;
  bool chooses = false;
  for (const Term &term : terms_) {
    if (term.exclude)
      continue;
    chooses = true;
    if (term.matchesBackend(device) &&
        std::any_of(term.devices.begin(), term.devices.end(),
                    [&](const Device &d) { return d.matches(device, part); }))
      return true;
  }
  return !chooses && part.empty();
}

bool DeviceSelector::Device::isAny() const { return !type && path.size() == 1 && !path[0]; }

bool DeviceSelector::mayAcceptOf(std::string_view adapter) const {
  const auto *known = std::find_if(std::begin(kAdapters), std::end(kAdapters),
                                   [&](const auto &row) { return row.first == adapter; });
  if (known == std::end(kAdapters))
    return true;
  const SelectableDevice device{known->second, adapter};
  bool chooses = false;
  bool isChosen = false;
  for (const Term &term : terms_) {
    const bool matches = term.matchesBackend(device);
    if (!term.exclude) {
      chooses = true;
      isChosen |= matches;
    } else if (matches && std::any_of(term.devices.begin(), term.devices.end(),
                                      [](const Device &each) { return each.isAny(); })) {
      return false;
    }
  }
  return !chooses || isChosen;
}

size_t DeviceSelector::partDepth(const SelectableDevice &device) const {
  size_t depth = 0;
  if (excludes(device))
    return depth;
  for (const Term &term : terms_) {
    if (term.exclude || !term.matchesBackend(device))
      continue;
    for (const Device &wanted : term.devices)
      if (wanted.matchesDevice(device))
        depth = std::max(depth, wanted.path.size() - 1);
  }
  return depth;
}

} // namespace ursa::core::loader
