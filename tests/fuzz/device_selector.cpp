// Fuzzes ONEAPI_DEVICE_SELECTOR. A second reading of the grammar, as plain as can be, must agree on
// what is a selector and on which devices it lets through.
#include "core/loader/device_selector.h"

#include "fuzz/require.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string>

namespace {

using namespace ursa;
using fuzz::require;

struct Device {
  ur_backend_t backend;
  const char *backendName;
  ur_device_type_t type;
  const char *typeName;
  uint32_t index;
};

constexpr std::array kDevices = {
    Device{UR_BACKEND_LEVEL_ZERO, "level_zero", UR_DEVICE_TYPE_GPU, "gpu", 0},
    Device{UR_BACKEND_OPENCL, "opencl", UR_DEVICE_TYPE_CPU, "cpu", 0},
    Device{UR_BACKEND_OPENCL, "opencl", UR_DEVICE_TYPE_FPGA, "fpga", 1},
    Device{UR_BACKEND_CUDA, "cuda", UR_DEVICE_TYPE_GPU, "gpu", 12},
    Device{UR_BACKEND_HIP, "hip", UR_DEVICE_TYPE_GPU, "gpu", 0xffffffff},
    Device{UR_BACKEND_NATIVE_CPU, "native_cpu", UR_DEVICE_TYPE_CPU, "cpu", 0},
    Device{UR_BACKEND_OFFLOAD, "offload", UR_DEVICE_TYPE_GPU, "gpu", 2}};

/// The parts between separators. A separator at the very end is let pass.
std::vector<std::string> split(const std::string &text, char separator) {
  std::vector<std::string> parts(1);
  for (const char c : text)
    if (c == separator)
      parts.emplace_back();
    else
      parts.back() += c;
  if (parts.size() > 1 && parts.back().empty())
    parts.pop_back();
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

/// Which devices are seen; false when the text is no selector.
bool readPlainly(const std::string &text, std::array<bool, kDevices.size()> &seen) {
  std::array<bool, kDevices.size()> chosen{};
  std::array<bool, kDevices.size()> excluded{};
  bool choosing = false;
  for (std::string term : split(text, ';')) {
    const bool exclude = term.starts_with('!');
    term.erase(0, exclude ? 1 : 0);
    choosing = choosing || !exclude;
    const size_t colon = term.find(':');
    if (colon == term.npos)
      return false;
    const std::string backend = term.substr(0, colon);
    if (backend != "*" && std::none_of(kDevices.begin(), kDevices.end(),
                                       [&](const Device &d) { return backend == d.backendName; }))
      return false;
    for (const std::string &word : split(term.substr(colon + 1), ',')) {
      uint64_t number = 0;
      const bool numbered = isNumber(word, number);
      if (!numbered && word != "*" && word != "cpu" && word != "gpu" && word != "fpga")
        return false;
      for (size_t i = 0; i < kDevices.size(); ++i) {
        const Device &device = kDevices[i];
        if ((backend == "*" || backend == device.backendName) &&
            (numbered ? number == device.index : word == "*" || word == device.typeName))
          (exclude ? excluded : chosen)[i] = true;
      }
    }
  }
  for (size_t i = 0; i < kDevices.size(); ++i)
    seen[i] = (chosen[i] || !choosing) && !excluded[i];
  return true;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  const std::string text(reinterpret_cast<const char *>(data), size);
  const Result<DeviceSelector> selector = DeviceSelector::parse(text);
  std::string small = text;
  std::transform(small.begin(), small.end(), small.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
  std::array<bool, kDevices.size()> seen{};
  require(readPlainly(small, seen) == static_cast<bool>(selector), "what is a selector");
  if (!selector) {
    fuzz::requireError(selector.error(), UR_RESULT_ERROR_INVALID_VALUE);
    return 0;
  }
  const Result<DeviceSelector> twice = DeviceSelector::parse(text + ";" + text);
  const Result<DeviceSelector> none = DeviceSelector::parse("!*:*;" + text);
  require(none && (twice || text.ends_with(';')), "selectors can be joined");
  for (size_t i = 0; i < kDevices.size(); ++i) {
    const auto accepts = [&device = kDevices[i]](const DeviceSelector &s) {
      return s.accepts(device.backend, device.type, device.index);
    };
    require(accepts(*selector) == seen[i], "which devices are seen");
    require(!twice || accepts(*twice) == seen[i], "to say it twice changes nothing");
    require(!accepts(*none), "what is excluded is not seen");
  }
  return 0;
}
