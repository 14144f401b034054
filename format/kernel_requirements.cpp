#include "format/kernel_requirements.h"

#include <sstream>

namespace ursa::format {
namespace {

constexpr std::string_view kSubGroupSize = "subGroupSize";
constexpr std::string_view kLocalSize = "localSize";
constexpr std::string_view kLocalBytes = "localBytes";

} // namespace

std::string writeKernelRequirements(const KernelRequirements &requirements) {
  std::ostringstream lines;
  for (const std::string &capability : requirements.capabilities)
    lines << capability << "\n";
  if (requirements.subGroupSize != 0)
    lines << kSubGroupSize << " " << requirements.subGroupSize << "\n";
  if (const auto &size = requirements.localSize)
    lines << kLocalSize << " " << (*size)[0] << " " << (*size)[1] << " " << (*size)[2] << "\n";
  if (requirements.localBytes != 0)
    lines << kLocalBytes << " " << requirements.localBytes << "\n";
  std::string text = lines.str();
  if (!text.empty())
    text.pop_back();
  return text;
}

std::string readKernelRequirements(std::string_view lines, KernelRequirements &requirements) {
  std::istringstream stream{std::string(lines)};
  for (std::string line; std::getline(stream, line);) {
    std::istringstream words(line);
    std::string key, rest;
    words >> key;
    if (key == kSubGroupSize) {
      words >> requirements.subGroupSize;
    } else if (key == kLocalBytes) {
      words >> requirements.localBytes;
    } else if (key == kLocalSize) {
      requirements.localSize.emplace();
      for (uint32_t &size : *requirements.localSize)
        words >> size;
    } else {
      requirements.capabilities.push_back(key);
    }
    if (!words || words >> rest)
      return line;
  }
  return "";
}

} // namespace ursa::format
