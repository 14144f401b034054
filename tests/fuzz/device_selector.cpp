// Fuzzes ONEAPI_DEVICE_SELECTOR. A second reading of the grammar, as plain as can be, must agree on
// what is a selector and on which devices it lets through.
#include "core/loader/device_selector.h"

#include "fuzz/require.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string>

namespace {

using ursa::Result;
using ursa::core::loader::DeviceSelector;
using ursa::core::loader::SelectableDevice;
using ursa::fuzz::require;

struct Device {
  ur_backend_t backend;
  const char *adapterName;
  const char *backendName;
  ur_device_type_t type;
  const char *typeName;
  uint32_t index;

  SelectableDevice selectable() const { return {backend, adapterName, type, index}; }
};

constexpr std::array kDevices = {
    Device{UR_BACKEND_LEVEL_ZERO, "level_zero", "level_zero", UR_DEVICE_TYPE_GPU, "gpu", 0},
    Device{UR_BACKEND_OPENCL, "opencl", "opencl", UR_DEVICE_TYPE_CPU, "cpu", 0},
    Device{UR_BACKEND_OPENCL, "opencl", "opencl", UR_DEVICE_TYPE_FPGA, "fpga", 1},
    Device{UR_BACKEND_CUDA, "cuda", "cuda", UR_DEVICE_TYPE_GPU, "gpu", 12},
    Device{UR_BACKEND_HIP, "hip", "hip", UR_DEVICE_TYPE_GPU, "gpu", 0xffffffff},
    Device{UR_BACKEND_NATIVE_CPU, "host", "native_cpu", UR_DEVICE_TYPE_CPU, "cpu", 0},
    Device{UR_BACKEND_OPENCL, "vulkan", "opencl", UR_DEVICE_TYPE_GPU, "gpu", 3},
    Device{UR_BACKEND_OFFLOAD, "offload", "offload", UR_DEVICE_TYPE_GPU, "gpu", 2}};

/// The parts of a device that are asked about, beginning with the whole.
const std::vector<uint32_t> kParts[] = {{}, {0}, {1}, {0, 0}, {0, 2}, {1, 0}};
constexpr size_t kPartCount = std::size(kParts);

using Seen = std::array<std::array<bool, kPartCount>, kDevices.size()>;

std::vector<std::string> split(const std::string &text, char separator) {
  std::vector<std::string> parts(1);
  for (const char c : text)
    if (c == separator)
      parts.emplace_back();
    else
      parts.back() += c;
  return parts;
}

bool isNumber(const std::string &word, uint64_t &number) {
  number = 0;
  for (const char c : word) {
    if (c < '0' || c > '9')
      return false;
    number = number * 10 + static_cast<uint64_t>(c - '0');
    if (number > 0xffffffff)
      return false;
  }
  return !word.empty();
}

/// A word for devices: of which type, or which of them and which of their parts.
struct Word {
  std::string type;
  std::vector<std::string> path;
};

bool readWord(const std::string &text, Word &word) {
  if (text == "cpu" || text == "gpu" || text == "fpga") {
    word = {text, {"*"}};
    return true;
  }
  word = {"", split(text, '.')};
  bool any = false;
  for (const std::string &part : word.path) {
    uint64_t number = 0;
    if (part != "*" && (any || !isNumber(part, number)))
      return false;
    any = part == "*";
  }
  return word.path.size() <= 3;
}

bool isIndex(const std::string &part, uint32_t index) {
  uint64_t number = 0;
  return part == "*" || (isNumber(part, number) && number == index);
}

bool isBackend(const std::string &word, const Device &device) {
  if (word == "host" || word == "vulkan")
    return word == device.adapterName;
  return word == "*" || word == device.backendName;
}

bool isKnownBackend(const std::string &word) {
  return std::any_of(kDevices.begin(), kDevices.end(),
                     [&word](const Device &d) { return isBackend(word, d); });
}

bool isDevice(const Word &word, const Device &device) {
  return (word.type.empty() || word.type == device.typeName) && isIndex(word.path[0], device.index);
}

bool isPart(const Word &word, const std::vector<uint32_t> &part) {
  if (word.path.size() != part.size() + 1)
    return false;
  for (size_t i = 0; i < part.size(); ++i)
    if (!isIndex(word.path[i + 1], part[i]))
      return false;
  return true;
}

/// Which devices and parts are seen; false when the text is no selector.
bool readPlainly(const std::string &text, Seen &seen) {
  Seen chosen{};
  std::array<bool, kDevices.size()> excluded{};
  bool choosing = false;
  for (std::string term : split(text, ';')) {
    const bool exclude = term.starts_with('!');
    term.erase(0, exclude ? 1 : 0);
    choosing = choosing || !exclude;
    const size_t colon = term.find(':');
    if (colon == term.npos || !isKnownBackend(term.substr(0, colon)))
      return false;
    for (const std::string &each : split(term.substr(colon + 1), ',')) {
      Word word;
      if (!readWord(each, word) || (exclude && word.path.size() > 1))
        return false;
      for (size_t i = 0; i < kDevices.size(); ++i) {
        if (!isBackend(term.substr(0, colon), kDevices[i]) || !isDevice(word, kDevices[i]))
          continue;
        excluded[i] = excluded[i] || exclude;
        for (size_t p = 0; p < kPartCount; ++p)
          chosen[i][p] = chosen[i][p] || (!exclude && isPart(word, kParts[p]));
      }
    }
  }
  for (size_t i = 0; i < kDevices.size(); ++i)
    for (size_t p = 0; p < kPartCount; ++p)
      seen[i][p] = (choosing ? chosen[i][p] : p == 0) && !excluded[i];
  return true;
}

/// The devices that a selector lets through, asked piece by piece.
Seen ask(const DeviceSelector &selector) {
  Seen seen{};
  for (size_t i = 0; i < kDevices.size(); ++i)
    for (size_t p = 0; p < kPartCount; ++p) {
      seen[i][p] = selector.accepts(kDevices[i].selectable(), kParts[p]);
      require(!seen[i][p] || kParts[p].size() <= selector.partDepth(kDevices[i].selectable()),
              "no part is deeper than is looked");
    }
  return seen;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  const std::string text(reinterpret_cast<const char *>(data), size);
  const Result<DeviceSelector> selector = DeviceSelector::parse(text);
  std::string small = text;
  std::transform(small.begin(), small.end(), small.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
  Seen seen{};
  require(readPlainly(small, seen) == static_cast<bool>(selector), "what is a selector");
  if (!selector) {
    ursa::fuzz::requireError(selector.error(), UR_RESULT_ERROR_INVALID_VALUE);
    return 0;
  }
  const Result<DeviceSelector> twice = DeviceSelector::parse(text + ";" + text);
  const Result<DeviceSelector> none = DeviceSelector::parse("!*:*;" + text);
  require(none && twice, "selectors can be joined");
  require(ask(*selector) == seen, "which devices are seen");
  require(ask(*twice) == seen, "to say it twice changes nothing");
  require(ask(*none) == Seen{}, "what is excluded is not seen");
  return 0;
}
