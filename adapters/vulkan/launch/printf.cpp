#include "adapters/vulkan/launch/printf.h"

#include <algorithm>
#include <cstdio>
#include <cstring>

namespace ursa::vulkan {
namespace {

// One conversion of a format, such as "%-8.3d". The compiler has split vector conversions into
// their elements, and every value is 32 or 64 bits wide.
struct Conversion {
  std::string flags; ///< with width and precision
  char kind = 0;
};

// Reads a conversion after its '%'.
// @return the position after it; npos if it is invalid
size_t readConversion(std::string_view text, size_t at, Conversion &conversion) {
  const size_t end = std::min(text.find_first_not_of("-+ #0123456789.", at), text.size());
  if (end == text.size() || !std::strchr("diouxXfFeEgGaAcsp", text[end]))
    return std::string_view::npos;
  conversion = {std::string(text.substr(at, end - at)), text[end]};
  return end + 1;
}

template <class T> std::string formatted(const std::string &format, T value) {
  char text[512]; // the kernel chooses the width; longer output is cut
  const int length = std::snprintf(text, sizeof(text), format.c_str(), value);
  return length < 0 ? "" : std::string(text, std::min<size_t>(sizeof(text) - 1, length));
}

double realOf(const std::byte *bytes, size_t size) {
  if (size == sizeof(double)) {
    double value = 0;
    std::memcpy(&value, bytes, sizeof(value));
    return value;
  }
  float value = 0;
  std::memcpy(&value, bytes, std::min(size, sizeof(value)));
  return value;
}

int64_t integerOf(const std::byte *bytes, size_t size, bool isSigned) {
  uint64_t value = 0;
  size = std::min(size, sizeof(value));
  std::memcpy(&value, bytes, size);
  const unsigned unused = 64 - 8 * static_cast<unsigned>(size);
  return isSigned && size != 0 ? static_cast<int64_t>(value << unused) >> unused
                               : static_cast<int64_t>(value);
}

std::string argumentText(const ImagePrintf &printf, const Conversion &conversion,
                         const std::byte *bytes, size_t size) {
  const std::string start = "%" + conversion.flags;
  switch (conversion.kind) {
  case 's': {
    const auto index = static_cast<uint64_t>(integerOf(bytes, size, false));
    const bool isKnown = index < printf.strings.size();
    return formatted(start + "s", isKnown ? printf.strings[index].c_str() : "(null)");
  }
  case 'c':
    return formatted(start + "c", static_cast<int>(integerOf(bytes, size, true)));
  case 'p':
    return formatted(start + "p", reinterpret_cast<void *>(integerOf(bytes, size, false)));
  case 'd':
  case 'i':
    return formatted(start + "lld",
                     static_cast<long long>(integerOf(bytes, size, /*isSigned=*/true)));
  case 'o':
  case 'u':
  case 'x':
  case 'X':
    return formatted(start + "ll" + conversion.kind,
                     static_cast<unsigned long long>(integerOf(bytes, size, false)));
  default:
    return formatted(start + conversion.kind, realOf(bytes, size));
  }
}

std::string recordText(const ImagePrintf &printf, const ImageFormat &format,
                       std::span<const std::byte> arguments) {
  std::string text;
  size_t argument = 0;
  for (size_t at = 0; at < format.text.size();) {
    if (format.text[at] != '%') {
      text += format.text[at++];
      continue;
    }
    if (format.text.compare(at, 2, "%%") == 0) {
      text += '%';
      at += 2;
      continue;
    }
    Conversion conversion;
    const size_t behind = readConversion(format.text, at + 1, conversion);
    if (behind == std::string_view::npos || argument == format.sizes.size()) {
      text += format.text[at++];
      continue;
    }
    const size_t size = format.sizes[argument++];
    text += argumentText(printf, conversion, arguments.data(), size);
    arguments = arguments.subspan((size + 3) / 4 * 4);
    at = behind;
  }
  return text;
}

} // namespace

std::string formatPrintf(const ImagePrintf &printf, std::span<const uint32_t> words) {
  std::string text;
  while (!words.empty() && words[0] != 0 && words[0] <= printf.formats.size()) {
    const ImageFormat &format = printf.formats[words[0] - 1];
    size_t length = 0;
    for (const uint32_t size : format.sizes)
      length += (size + 3) / 4;
    words = words.subspan(1);
    if (length > words.size())
      break;
    text += recordText(printf, format, std::as_bytes(words.first(length)));
    words = words.subspan(length);
  }
  return text;
}

} // namespace ursa::vulkan
