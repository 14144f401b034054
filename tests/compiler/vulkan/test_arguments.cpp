// See test_arguments.h.
#include "compiler/vulkan/test_arguments.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <fmt/format.h>
#include <stdexcept>

namespace ursa::test {
namespace {

struct TypeInfo {
  const char *name;
  ScalarType type;
  std::size_t size;
  bool isFloat;
};

constexpr TypeInfo kTypes[] = {
    {"char", ScalarType::Char, 1, false},    {"uchar", ScalarType::Uchar, 1, false},
    {"short", ScalarType::Short, 2, false},  {"ushort", ScalarType::Ushort, 2, false},
    {"int", ScalarType::Int, 4, false},      {"uint", ScalarType::Uint, 4, false},
    {"long", ScalarType::Long, 8, false},    {"ulong", ScalarType::Ulong, 8, false},
    {"half", ScalarType::Half, 2, true},     {"float", ScalarType::Float, 4, true},
    {"double", ScalarType::Double, 8, true},
};

const TypeInfo &infoOf(ScalarType type) {
  return *std::find_if(std::begin(kTypes), std::end(kTypes),
                       [&](const TypeInfo &info) { return info.type == type; });
}

/// Converts a number to an IEEE half, rounding towards zero.
std::uint16_t toHalf(double value) {
  if (std::isnan(value))
    return 0x7E00;
  const std::uint16_t sign = std::signbit(value) ? 0x8000 : 0;
  value = std::abs(value);
  if (value >= 65536)
    return static_cast<std::uint16_t>(sign | 0x7C00);
  if (value < std::ldexp(1.0, -14))
    return static_cast<std::uint16_t>(sign | static_cast<std::uint16_t>(std::ldexp(value, 24)));
  int exponent = 0;
  const double fraction = std::frexp(value, &exponent); // in [0.5, 1)
  const auto bits = static_cast<std::uint16_t>(std::ldexp(fraction, 11));
  return static_cast<std::uint16_t>(sign + ((exponent + 13) << 10) + bits);
}

double fromHalf(std::uint16_t bits) {
  const int exponent = bits >> 10 & 31;
  const int fraction = bits & 1023;
  double value = exponent == 0    ? std::ldexp(fraction, -24)
                 : exponent == 31 ? (fraction ? NAN : INFINITY)
                                  : std::ldexp(1024 + fraction, exponent - 25);
  return bits & 0x8000 ? -value : value;
}

template <typename T> void append(std::vector<std::byte> &bytes, T value) {
  const std::size_t offset = bytes.size();
  bytes.resize(offset + sizeof(value));
  std::memcpy(bytes.data() + offset, &value, sizeof(value));
}

void appendNumber(std::vector<std::byte> &bytes, ScalarType type, const std::string &text) {
  if (infoOf(type).isFloat) {
    const double value = std::stod(text);
    if (type == ScalarType::Double)
      append(bytes, value);
    else if (type == ScalarType::Float)
      append(bytes, static_cast<float>(value));
    else
      append(bytes, toHalf(value));
    return;
  }
  const std::uint64_t value = text.front() == '-'
                                  ? static_cast<std::uint64_t>(std::stoll(text, nullptr, 0))
                                  : std::stoull(text, nullptr, 0);
  const std::size_t offset = bytes.size();
  bytes.resize(offset + sizeOf(type));
  std::memcpy(bytes.data() + offset, &value, sizeOf(type));
}

std::vector<std::string> splitList(const std::string &text) {
  std::vector<std::string> parts;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    parts.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

void fill(TestArgument &argument, std::size_t count, const std::string &with,
          std::mt19937_64 &random) {
  const std::size_t dots = with.find("..");
  const bool isFloat = infoOf(argument.type).isFloat;
  if (with.find(',') != std::string::npos) {
    for (const std::string &part : splitList(with))
      appendNumber(argument.bytes, argument.type, part);
    argument.bytes.resize(count * sizeOf(argument.type));
    return;
  }
  for (std::size_t i = 0; i < count; ++i) {
    if (dots != std::string::npos || (with.empty() && isFloat)) {
      const double low = with.empty() ? -10 : std::stod(with.substr(0, dots));
      const double high = with.empty() ? 10 : std::stod(with.substr(dots + 2));
      // std::uniform_real_distribution would differ between standard libraries.
      const double unit = static_cast<double>(random() >> 11) * 0x1p-53;
      const double value = low + unit * (high - low);
      appendNumber(argument.bytes, argument.type,
                   isFloat ? fmt::format("{:.17g}", value)
                           : fmt::format("{}", static_cast<std::int64_t>(
                                                   std::floor(low + unit * (high - low + 1)))));
    } else if (with.empty()) {
      appendNumber(argument.bytes, argument.type, fmt::format("{}", random()));
    } else {
      appendNumber(argument.bytes, argument.type, with);
    }
  }
}

/// Maps floats to consecutive integers, in their order, so that differences count ulps.
std::int64_t ulpIndex(const std::byte *bytes, std::size_t size) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, bytes, size);
  const std::uint64_t sign = std::uint64_t{1} << (8 * size - 1);
  return bits & sign ? -static_cast<std::int64_t>(bits - sign) : static_cast<std::int64_t>(bits);
}

double numberAt(ScalarType type, const std::byte *bytes) {
  if (type == ScalarType::Double) {
    double value = 0;
    std::memcpy(&value, bytes, sizeof(value));
    return value;
  }
  if (type == ScalarType::Float) {
    float value = 0;
    std::memcpy(&value, bytes, sizeof(value));
    return static_cast<double>(value);
  }
  std::uint16_t bits = 0;
  std::memcpy(&bits, bytes, sizeof(bits));
  return fromHalf(bits);
}

std::string hex(const std::byte *bytes, std::size_t size) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, bytes, size);
  return fmt::format("{:#x}", bits);
}

} // namespace

std::size_t sizeOf(ScalarType type) { return infoOf(type).size; }

TestArgument parseTestArgument(const std::string &text, std::mt19937_64 &random) {
  const std::size_t equals = text.find('=');
  std::string left = text.substr(0, equals);
  const std::string right = equals == std::string::npos ? "" : text.substr(equals + 1);
  TestArgument argument;
  std::size_t count = 0;
  const std::size_t bracket = left.find('[');
  if (bracket != std::string::npos) {
    count = std::stoul(left.substr(bracket + 1));
    left.resize(bracket);
    argument.kind = TestArgument::Kind::Buffer;
  }
  if (left == "local") {
    argument.kind = TestArgument::Kind::Local;
    argument.localBytes = static_cast<std::uint32_t>((count + 15) / 16 * 16);
    return argument;
  }
  if (left == "ref") {
    argument.kind = TestArgument::Kind::References;
    for (const std::string &part : splitList(right))
      argument.arguments.push_back(static_cast<unsigned>(std::stoul(part)));
    argument.bytes.resize(argument.arguments.size() * 8);
    return argument;
  }
  while (!left.empty() && left.back() >= '0' && left.back() <= '9')
    left.pop_back();
  for (const TypeInfo &info : kTypes)
    if (left == info.name) {
      argument.type = info.type;
      if (argument.kind == TestArgument::Kind::Buffer)
        fill(argument, count, right, random);
      else
        for (const std::string &part : splitList(right))
          appendNumber(argument.bytes, info.type, part);
      return argument;
    }
  throw std::runtime_error("'" + text + "' is not an argument; see test_arguments.h.");
}

std::string compareBuffers(ScalarType type, const std::vector<std::byte> &expected,
                           const std::vector<std::byte> &actual, const std::string &name,
                           double ulps, double absolute) {
  const TypeInfo &info = infoOf(type);
  for (std::size_t i = 0; i < expected.size(); i += info.size) {
    const std::byte *left = expected.data() + i;
    const std::byte *right = actual.data() + i;
    if (std::memcmp(left, right, info.size) == 0)
      continue;
    if (info.isFloat) {
      const double expectedNumber = numberAt(type, left);
      const double actualNumber = numberAt(type, right);
      if ((std::isnan(expectedNumber) && std::isnan(actualNumber)) ||
          expectedNumber == actualNumber || std::abs(expectedNumber - actualNumber) <= absolute ||
          std::abs(static_cast<double>(ulpIndex(left, info.size)) -
                   static_cast<double>(ulpIndex(right, info.size))) <= ulps)
        continue;
      return fmt::format("Element {} is {:.9g} for {} and {:.9g} on Vulkan.", i / info.size,
                         expectedNumber, name, actualNumber);
    }
    return fmt::format("Element {} is {} for {} and {} on Vulkan.", i / info.size,
                       hex(left, info.size), name, hex(right, info.size));
  }
  return "";
}

} // namespace ursa::test
