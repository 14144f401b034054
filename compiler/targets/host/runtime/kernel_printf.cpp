#include "compiler/targets/host/runtime/kernel_printf.h"

#include <algorithm>
#include <bit>
#include <cstdio>
#include <cstring>
#include <string_view>

namespace ursa::compiler::host {
namespace {

constexpr unsigned kWidest = 4096; ///< width and precision that are honoured

// A conversion of a format: "%-8.3v4hld".
struct Conversion {
  std::string flags;
  unsigned width = 0;
  int precision = -1;    ///< -1 for none
  std::string_view size; ///< "hh", "h", "hl", "l" or ""
  char kind = 0;
};

unsigned readNumber(std::string_view &text) {
  unsigned number = 0;
  for (; !text.empty() && text.front() >= '0' && text.front() <= '9'; text.remove_prefix(1))
    number = std::min(kWidest, number * 10 + static_cast<unsigned>(text.front() - '0'));
  return number;
}

// Reads a conversion behind its '%', and what it consists of goes from the text. @return whether it
// is one
bool readConversion(std::string_view &text, Conversion &conversion) {
  std::string_view rest = text;
  const size_t flags = std::min(rest.find_first_not_of("-+ #0"), rest.size());
  conversion.flags = rest.substr(0, flags);
  rest.remove_prefix(flags);
  conversion.width = readNumber(rest);
  if (rest.starts_with('.')) {
    rest.remove_prefix(1);
    conversion.precision = static_cast<int>(readNumber(rest));
  }
  if (rest.starts_with('v')) { // the argument says how many elements it has
    rest.remove_prefix(1);
    readNumber(rest);
  }
  for (const std::string_view size : {"hh", "hl", "h", "ll", "l"})
    if (rest.starts_with(size)) {
      conversion.size = size;
      rest.remove_prefix(size.size());
      break;
    }
  if (rest.empty() || !std::strchr("diouxXfFeEgGaAcsp", rest.front()))
    return false;
  conversion.kind = rest.front();
  text = rest.substr(1);
  return true;
}

template <class T> std::string formatted(const Conversion &conversion, const char *size, T value) {
  std::string format = "%" + conversion.flags;
  if (conversion.width != 0)
    format += std::to_string(conversion.width);
  if (conversion.precision >= 0)
    format += '.' + std::to_string(conversion.precision);
  format += size;
  format += conversion.kind;
  const int length = std::snprintf(nullptr, 0, format.c_str(), value);
  if (length <= 0)
    return "";
  std::string text(static_cast<size_t>(length), '\0');
  std::snprintf(text.data(), text.size() + 1, format.c_str(), value);
  return text;
}

// An argument of the record.
struct Argument {
  PrintedKind kind;
  unsigned bytes;
  std::span<const uint64_t> elements;
};

// As many bits as the type has, and no more than the conversion names.
uint64_t integerOf(const Argument &argument, uint64_t word, const Conversion &conversion,
                   bool isSigned) {
  unsigned bytes = std::clamp(argument.bytes, 1u, 8u);
  if (conversion.size == "hh")
    bytes = 1;
  else if (conversion.size == "h")
    bytes = std::min(bytes, 2u);
  const unsigned unused = 64 - 8 * bytes;
  word <<= unused;
  return isSigned ? static_cast<uint64_t>(static_cast<int64_t>(word) >> unused) : word >> unused;
}

std::string elementText(const Argument &argument, uint64_t word, const Conversion &conversion) {
  switch (conversion.kind) {
  case 'd':
  case 'i':
    return formatted(conversion, "ll",
                     static_cast<long long>(integerOf(argument, word, conversion, true)));
  case 'o':
  case 'u':
  case 'x':
  case 'X':
    return formatted(conversion, "ll",
                     static_cast<unsigned long long>(integerOf(argument, word, conversion, false)));
  case 'c':
    return formatted(conversion, "", static_cast<int>(word & 0xFF));
  case 'p':
    return formatted(conversion, "", reinterpret_cast<const void *>(word));
  case 's': {
    const auto *text = argument.kind == PrintedKind::Pointer && word != 0
                           ? reinterpret_cast<const char *>(word)
                           : "(null)";
    return formatted(conversion, "", text);
  }
  default:
    return formatted(conversion, "",
                     argument.kind == PrintedKind::Real ? std::bit_cast<double>(word)
                                                        : static_cast<double>(word));
  }
}

std::string argumentText(const Argument &argument, const Conversion &conversion) {
  std::string text;
  for (const uint64_t &word : argument.elements) {
    if (&word != argument.elements.data())
      text += ',';
    text += elementText(argument, word, conversion);
  }
  return text;
}

} // namespace

std::string kernelText(const char *format, const uint64_t *record, uint32_t count) {
  std::string text;
  for (std::string_view rest = format; !rest.empty();) {
    const size_t plain = std::min(rest.find('%'), rest.size());
    text += rest.substr(0, plain);
    rest.remove_prefix(plain);
    if (rest.empty())
      break;
    rest.remove_prefix(1);
    Conversion conversion;
    if (rest.starts_with('%'))
      rest.remove_prefix(1);
    else if (count != 0 && readConversion(rest, conversion)) {
      const uint64_t header = *record++;
      const Argument argument{static_cast<PrintedKind>(header & 0xFF),
                              static_cast<unsigned>(header >> 8 & 0xFF),
                              {record, header >> 16}};
      text += argumentText(argument, conversion);
      record += argument.elements.size();
      --count;
      continue;
    }
    text += '%';
  }
  return text;
}

int32_t printKernelText(const char *format, const uint64_t *record, uint32_t count) noexcept {
  try {
    if (!format)
      return -1;
    const std::string text = kernelText(format, record, count);
    const bool isWritten = std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
    return std::fflush(stdout) == 0 && isWritten ? 0 : -1;
  } catch (...) { // no memory
    return -1;
  }
}

} // namespace ursa::compiler::host
