#include "adapters/host/jit/build_options.h"

#include <charconv>
#include <optional>
#include <sstream>

namespace ursa::host::jit {
namespace {

std::optional<std::vector<std::byte>> parseBytes(std::string_view digits) {
  if (digits.empty() || digits.size() % 2 != 0 ||
      digits.size() > 2 * compiler::host::kMostShapingBytes)
    return std::nullopt;
  std::vector<std::byte> bytes;
  for (; !digits.empty(); digits.remove_prefix(2)) {
    unsigned value = 0;
    const auto [rest, code] = std::from_chars(digits.data(), digits.data() + 2, value, 16);
    if (code != std::errc() || rest != digits.data() + 2)
      return std::nullopt;
    bytes.push_back(static_cast<std::byte>(value));
  }
  return bytes;
}

// Adds to the arguments that earlier options have set.
Result<void> parseArguments(const std::string &text, compiler::host::ArgumentValues &values) {
  std::istringstream list(text);
  for (std::string one; std::getline(list, one, ',');) {
    uint32_t index = 0;
    const char *const end = one.data() + one.size();
    const auto [rest, code] = std::from_chars(one.data(), end, index);
    auto bytes = code == std::errc() && rest != end && *rest == ':'
                     ? parseBytes(std::string_view(rest + 1, end))
                     : std::nullopt;
    if (!bytes)
      return makeError(UR_RESULT_ERROR_PROGRAM_BUILD_FAILURE,
                       "The build option '{}{}' is no list of arguments and their bytes, as "
                       "2:07000000.",
                       kArgumentsOption, text);
    values[index] = *std::move(bytes);
  }
  return {};
}

} // namespace

std::optional<unsigned> parseWidth(std::string_view text) {
  for (const unsigned width : {1U, 4U, 8U, 16U, 32U, 64U})
    if (text == std::to_string(width))
      return width;
  return std::nullopt;
}

Result<BuildOptions> parseOptions(std::string_view options, std::string &log) {
  BuildOptions result;
  std::istringstream words{std::string(options)};
  for (std::string word; words >> word;) {
    if (word.size() == 3 && word.starts_with("-O") && word[2] >= '0' && word[2] <= '3') {
      result.level = word[2] - '0';
    } else if (word == "-cl-opt-disable") {
      result.level = 0;
    } else if (word.starts_with(kKernelsOption)) {
      std::istringstream names(word.substr(kKernelsOption.size()));
      for (std::string name; std::getline(names, name, ',');)
        result.kernels.insert(name);
    } else if (word.starts_with(kArgumentsOption)) {
      URSA_CHECK(parseArguments(word.substr(kArgumentsOption.size()), result.arguments));
    } else if (word.starts_with(kWidthOption)) {
      const auto width = parseWidth(std::string_view(word).substr(kWidthOption.size()));
      if (!width)
        return makeError(UR_RESULT_ERROR_PROGRAM_BUILD_FAILURE,
                         "The build option '{}' has no width; widths are 1, 4, 8, 16 and 32.",
                         word);
      result.width = *width;
    } else {
      log += fmt::format("note: the build option '{}' has no effect on this device\n", word);
    }
  }
  return result;
}

} // namespace ursa::host::jit
