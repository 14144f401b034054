#include "format/property_reader.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>
#include <unordered_set>

namespace ursa::format {
namespace {

constexpr size_t kBitsPerDigit = 6;
constexpr size_t kLengthBytes = 8;

// The value of each base64 digit, -1 for anything else.
constexpr std::array<int8_t, 256> digitValues() {
  std::array<int8_t, 256> values{};
  values.fill(-1);
  for (size_t value = 0; value < kBase64.size(); ++value)
    values[static_cast<unsigned char>(kBase64[value])] = static_cast<int8_t>(value);
  return values;
}

Error badText(size_t line, std::string_view problem) {
  return makeError(UR_RESULT_ERROR_INVALID_BINARY, "Line {} of the property sets {}.", line,
                   problem);
}

Result<Property> parseProperty(std::string_view line) {
  const auto problem = [](std::string_view text) {
    return Error{UR_RESULT_ERROR_INVALID_BINARY, std::string(text)};
  };
  // Neither a number nor base64 contains '=', but a name may.
  const size_t equals = line.rfind('=');
  if (equals == line.npos || equals == 0)
    return problem("is not of the form name=type|value");
  const std::string_view value = line.substr(equals + 1);
  if (value.size() < 2 || value[1] != '|' || (value[0] != '1' && value[0] != '2'))
    return problem("has no type 1 or 2 before its value");

  std::string name(line.substr(0, equals));
  if (value[0] == '2')
    return decodeProperty(std::move(name), value.substr(2));
  const char *end = value.data() + value.size();
  uint32_t number = 0;
  const auto [parsedTo, status] = std::from_chars(value.data() + 2, end, number);
  if (status != std::errc() || parsedTo != end)
    return problem("has a value that is no unsigned 32-bit number");
  return Property(std::move(name), number);
}

} // namespace

Result<Property> decodeProperty(std::string name, std::string_view text) {
  static constexpr std::array<int8_t, 256> kDigits = digitValues();
  const auto problem = [](std::string message) {
    return Error{UR_RESULT_ERROR_INVALID_BINARY, std::move(message)};
  };

  std::string bytes;
  bytes.reserve(text.size() * kBitsPerDigit / 8);
  unsigned pending = 0; // bits that do not yet form a byte, least significant first
  size_t pendingBits = 0;
  for (const char character : text) {
    const int8_t digit = kDigits[static_cast<unsigned char>(character)];
    if (digit < 0)
      return problem("has a value with a character that is not base64");
    pending |= static_cast<unsigned>(static_cast<unsigned char>(digit)) << pendingBits;
    pendingBits += kBitsPerDigit;
    if (pendingBits >= 8) {
      bytes.push_back(static_cast<char>(pending & 0xff));
      pending >>= 8;
      pendingBits -= 8;
    }
  }
  if (pending != 0 || pendingBits >= kBitsPerDigit)
    return problem("has a value that ends inside a byte");
  if (bytes.size() < kLengthBytes)
    return problem("has a value without its length");
  uint64_t bits = 0;
  std::memcpy(&bits, bytes.data(), kLengthBytes);
  const std::string_view value = std::string_view(bytes).substr(kLengthBytes);
  // A bit set, for example one per kernel argument, may end inside its last byte.
  if (bits / 8 + (bits % 8 != 0 ? 1 : 0) != value.size())
    return problem(
        fmt::format("has a value of {} bytes that says it has {} bits", value.size(), bits));
  return Property(std::move(name), value, bits);
}

Result<std::vector<PropertySet>> readPropertySets(std::string_view text) {
  std::vector<PropertySet> result;
  std::unordered_set<std::string_view> setNames;
  std::unordered_set<std::string> names; // of the current set
  for (size_t line = 1; !text.empty(); ++line) {
    std::string_view content = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), content.size() + 1));
    if (!content.empty() && content.back() == '\r')
      content.remove_suffix(1);
    if (content.empty())
      continue;
    if (content.front() == '[' && content.back() == ']') {
      const std::string_view name = content.substr(1, content.size() - 2);
      if (!setNames.insert(name).second)
        return badText(line, fmt::format("begins the set '{}' a second time", name));
      result.push_back(PropertySet(name));
      names = std::unordered_set<std::string>(); // clear() would take time proportional to the
                                                 // largest set so far
      continue;
    }
    if (result.empty())
      return badText(line, "comes before any [set]");
    Result<Property> property = parseProperty(content);
    if (!property)
      return badText(line, property.error().message);
    if (!names.insert(property->name).second)
      return badText(line, fmt::format("gives the property '{}' a second time", property->name));
    result.back().properties.push_back(*std::move(property));
  }
  return result;
}

} // namespace ursa::format
