// Converts the text of constants to bytes and back.
#include "tools/run/constant_value.h"

#include "client/failure.h"
#include "tools/run/float_bits.h"

#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>

namespace ursa::run {

using client::fail;

namespace {

constexpr int kMaxValueDepth = 64;

std::string_view trimmed(std::string_view text) {
  const size_t begin = std::min(text.find_first_not_of(" \t\n"), text.size());
  const size_t end = text.find_last_not_of(" \t\n");
  return end == text.npos ? std::string_view() : text.substr(begin, end + 1 - begin);
}

/// The parsed text: a word, or a list of nodes.
struct Node {
  bool isList = false;
  std::string_view text;
  std::vector<Node> items;
};

class ValueParser {
public:
  ValueParser(std::string_view name, std::string_view typeSpelling, std::string_view text)
      : name_(name), typeSpelling_(typeSpelling), text_(text), rest_(text) {}

  std::vector<std::byte> parse(const ConstantType &type) {
    Node top{.isList = true};
    if (!trimmed(text_).empty() || type.isScalar()) {
      top.items = parseItems(0);
      if (!rest_.empty())
        malformed();
    }
    std::vector<std::byte> bytes(type.size);
    const bool single = top.items.size() == 1 && (type.isScalar() || top.items[0].isList);
    fill(type, single ? top.items[0] : top, bytes.data());
    return bytes;
  }

private:
  [[noreturn]] void malformed() const {
    fail("The value '{}' of constant '{}' is malformed: its braces or commas do not match.", text_,
         name_);
  }

  std::vector<Node> parseItems(int depth) {
    if (depth > kMaxValueDepth)
      fail("The value of constant '{}' is nested deeper than {}.", name_, kMaxValueDepth);
    std::vector<Node> items;
    do
      items.push_back(parseItem(depth));
    while (takeAfterBlanks(','));
    return items;
  }

  Node parseItem(int depth) {
    if (takeAfterBlanks('{')) {
      Node list{.isList = true};
      if (takeAfterBlanks('}'))
        return list;
      list.items = parseItems(depth + 1);
      if (!takeAfterBlanks('}'))
        malformed();
      return list;
    }
    const std::string_view word = rest_.substr(0, rest_.find_first_of("{},"));
    rest_.remove_prefix(word.size());
    if (trimmed(word).empty() || rest_.starts_with('{'))
      malformed();
    return {.isList = false, .text = trimmed(word)};
  }

  bool takeAfterBlanks(char c) {
    const size_t at = rest_.find_first_not_of(" \t\n");
    if (at == rest_.npos) {
      rest_ = {};
      return false;
    }
    rest_.remove_prefix(at);
    if (rest_.front() != c)
      return false;
    rest_.remove_prefix(1);
    return true;
  }

  void fill(const ConstantType &type, const Node &node, std::byte *to) const {
    if (type.isScalar()) {
      if (node.isList)
        fail("The value '{}' of constant '{}' ({}) has a list where one number was expected.",
             text_, name_, typeSpelling_);
      writeScalar(type, node.text, to);
      return;
    }
    if (!node.isList)
      fail("The value '{}' of constant '{}' ({}) has '{}' where a list of {} values was expected.",
           text_, name_, typeSpelling_, node.text, type.count);
    bool flat = node.items.size() == type.leafCount();
    for (const Node &item : node.items)
      flat = flat && !item.isList;
    if (flat) {
      auto next = node.items.begin();
      fillFlat(type, next, to);
      return;
    }
    if (node.items.size() != type.count)
      fail("The value '{}' of constant '{}' ({}) has a list of {} values where {} were expected.",
           text_, name_, typeSpelling_, node.items.size(), type.count);
    for (size_t i = 0; i < type.count; ++i)
      fill(type.elementType(i), node.items[i], to + type.elementOffset(i));
  }

  void fillFlat(const ConstantType &type, std::vector<Node>::const_iterator &next,
                std::byte *to) const {
    if (type.isScalar()) {
      writeScalar(type, (next++)->text, to);
      return;
    }
    for (size_t i = 0; i < type.count; ++i)
      fillFlat(type.elementType(i), next, to + type.elementOffset(i));
  }

  [[noreturn]] void notFitting(std::string_view word, std::string_view what) const {
    fail("{} does not fit {} (constant '{}').", word, what, name_);
  }

  void writeScalar(const ConstantType &type, std::string_view word, std::byte *to) const {
    using Kind = ConstantType::Kind;
    switch (type.kind) {
    case Kind::Bool:
      write<uint8_t>(parseBool(word), to);
      return;
    case Kind::Integer: {
      const uint64_t bits = parseInteger(word, type.size * 8);
      std::memcpy(to, &bits, type.size); // little-endian hosts only, as the rest of Ursa
      return;
    }
    case Kind::Half:
      write(parseSmall(kHalf, "half", word), to);
      return;
    case Kind::BFloat:
      write(parseSmall(kBFloat, "bfloat", word), to);
      return;
    case Kind::Float:
      write(parseFloat<float>("float", word), to);
      return;
    default:
      write(parseFloat<double>("double", word), to);
      return;
    }
  }

  template <class T> static void write(T value, std::byte *to) {
    std::memcpy(to, &value, sizeof(T));
  }

  uint8_t parseBool(std::string_view word) const {
    if (word == "1" || word == "true")
      return 1;
    if (word == "0" || word == "false")
      return 0;
    fail("'{}' is not a bool (constant '{}'); 0, 1, false or true was expected.", word, name_);
  }

  /// Parses a whole number that fits @p bits bits, signed or unsigned: LLVM's types have no
  /// signedness.
  uint64_t parseInteger(std::string_view word, size_t bits) const {
    std::string_view digits = word;
    const bool negative = digits.starts_with('-');
    if (negative || digits.starts_with('+'))
      digits.remove_prefix(1);
    int base = 10;
    if (digits.starts_with("0x") || digits.starts_with("0X")) {
      digits.remove_prefix(2);
      base = 16;
    }
    uint64_t magnitude = 0;
    const char *end = digits.data() + digits.size();
    auto [stop, error] = std::from_chars(digits.data(), end, magnitude, base);
    if (digits.empty() || stop != end || error == std::errc::invalid_argument)
      fail("'{}' is not a whole number (constant '{}').", word, name_);
    const uint64_t largest = negative ? uint64_t{1} << (bits - 1) : ~uint64_t{0} >> (64 - bits);
    if (error == std::errc::result_out_of_range || magnitude > largest)
      notFitting(word, fmt::format("i{}", bits));
    return negative ? ~magnitude + 1 : magnitude;
  }

  template <class T> T parseFloat(std::string_view what, std::string_view word) const {
    std::string_view digits = word;
    const bool negative = digits.starts_with('-');
    if (negative || digits.starts_with('+'))
      digits.remove_prefix(1);
    auto format = std::chars_format::general;
    if (digits.starts_with("0x") || digits.starts_with("0X")) {
      digits.remove_prefix(2);
      format = std::chars_format::hex;
    }
    T value = 0;
    const char *end = digits.data() + digits.size();
    auto [stop, error] = std::from_chars(digits.data(), end, value, format);
    if (digits.empty() || digits.front() == '-' || stop != end ||
        error == std::errc::invalid_argument)
      fail("'{}' is not a number (constant '{}').", word, name_);
    if (error == std::errc::result_out_of_range)
      notFitting(word, what);
    return negative ? -value : value;
  }

  uint16_t parseSmall(SmallFloat format, std::string_view what, std::string_view word) const {
    const double value = parseFloat<double>(what, word);
    const uint16_t bits = toSmallFloat(format, value);
    if (std::isfinite(value) && std::isinf(fromSmallFloat(format, bits)))
      notFitting(word, what);
    return bits;
  }

  std::string_view name_;
  std::string_view typeSpelling_;
  std::string_view text_;
  std::string_view rest_;
};

template <class T> T load(std::span<const std::byte> bytes) {
  T value;
  std::memcpy(&value, bytes.data(), sizeof(T));
  return value;
}

std::string formatScalar(const ConstantType &type, std::span<const std::byte> bytes) {
  using Kind = ConstantType::Kind;
  switch (type.kind) {
  case Kind::Bool:
    return load<uint8_t>(bytes) & 1 ? "true" : "false";
  case Kind::Half:
    return fmt::format("{}", static_cast<float>(fromSmallFloat(kHalf, load<uint16_t>(bytes))));
  case Kind::BFloat:
    return fmt::format("{}", static_cast<float>(fromSmallFloat(kBFloat, load<uint16_t>(bytes))));
  case Kind::Float:
    return fmt::format("{}", load<float>(bytes));
  case Kind::Double:
    return fmt::format("{}", load<double>(bytes));
  default:
    break;
  }
  switch (type.size) {
  case 1:
    return fmt::format("{}", static_cast<int>(load<int8_t>(bytes)));
  case 2:
    return fmt::format("{}", load<int16_t>(bytes));
  case 4:
    return fmt::format("{}", load<int32_t>(bytes));
  default:
    return fmt::format("{}", load<int64_t>(bytes));
  }
}

} // namespace

std::vector<std::byte> parseConstantValue(std::string_view name, const ConstantType &type,
                                          std::string_view typeSpelling, std::string_view text) {
  return ValueParser(name, typeSpelling, text).parse(type);
}

std::string formatConstantValue(const ConstantType &type, std::span<const std::byte> bytes) {
  if (type.isScalar())
    return formatScalar(type, bytes);
  std::string text = "{";
  for (size_t i = 0; i < type.count; ++i) {
    text += i ? "," : "";
    text += formatConstantValue(type.elementType(i), bytes.subspan(type.elementOffset(i)));
  }
  return text + "}";
}

} // namespace ursa::run
