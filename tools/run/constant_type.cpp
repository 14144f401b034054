// Parser and layout of constant types.
#include "tools/run/constant_type.h"

#include "client/failure.h"

#include <bit>
#include <charconv>
#include <map>

namespace ursa::run {

using client::fail;

const ConstantType &ConstantType::elementType(size_t index) const {
  return members[kind == Kind::Struct ? index : 0].type;
}

size_t ConstantType::elementOffset(size_t index) const {
  return kind == Kind::Struct ? members[index].offset : index * members[0].type.size;
}

size_t ConstantType::leafCount() const {
  if (isScalar())
    return 1;
  if (kind != Kind::Struct)
    return count * members[0].type.leafCount();
  size_t leaves = 0;
  for (const Member &member : members)
    leaves += member.type.leafCount();
  return leaves;
}

namespace {

constexpr size_t kMaxSize = size_t{1} << 28;
constexpr int kMaxDepth = 64;

size_t roundUp(size_t value, size_t multiple) {
  return (value + multiple - 1) / multiple * multiple;
}

ConstantType scalar(ConstantType::Kind kind, size_t size) {
  return {.kind = kind, .size = size, .align = size};
}

class TypeParser {
public:
  explicit TypeParser(std::string_view text) : text_(text), rest_(text) {}

  ConstantType parse() {
    ConstantType type = parseType(0);
    skipBlanks();
    if (!rest_.empty())
      bad();
    return type;
  }

private:
  [[noreturn]] void bad() const {
    fail("'{}' is not a type of a specialization constant; it cannot be read from '{}' on.", text_,
         rest_);
  }

  void skipBlanks() { rest_.remove_prefix(std::min(rest_.find_first_not_of(' '), rest_.size())); }

  bool take(std::string_view token) {
    skipBlanks();
    if (!rest_.starts_with(token))
      return false;
    rest_.remove_prefix(token.size());
    return true;
  }

  void expect(std::string_view token) {
    if (!take(token))
      bad();
  }

  ConstantType parseType(int depth) {
    if (depth > kMaxDepth)
      fail("A type of a specialization constant is nested deeper than {}.", kMaxDepth);
    if (take("<{"))
      return parseStruct(depth, "}>", true);
    if (take("{"))
      return parseStruct(depth, "}", false);
    if (take("["))
      return parseSequence(depth, ConstantType::Kind::Array);
    if (take("<"))
      return parseSequence(depth, ConstantType::Kind::Vector);
    return parseScalar();
  }

  ConstantType parseScalar() {
    using Kind = ConstantType::Kind;
    static const std::map<std::string_view, ConstantType> scalars = {
        {"bool", scalar(Kind::Bool, 1)},   {"i1", scalar(Kind::Bool, 1)},
        {"i8", scalar(Kind::Integer, 1)},  {"i16", scalar(Kind::Integer, 2)},
        {"i32", scalar(Kind::Integer, 4)}, {"i64", scalar(Kind::Integer, 8)},
        {"half", scalar(Kind::Half, 2)},   {"bfloat", scalar(Kind::BFloat, 2)},
        {"float", scalar(Kind::Float, 4)}, {"double", scalar(Kind::Double, 8)}};
    const std::string_view word = rest_.substr(0, rest_.find_first_of(" ,]}>"));
    auto found = scalars.find(word);
    if (found == scalars.end())
      bad();
    rest_.remove_prefix(word.size());
    return found->second;
  }

  ConstantType parseSequence(int depth, ConstantType::Kind kind) {
    ConstantType type{.kind = kind};
    skipBlanks();
    auto [stop, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), type.count);
    if (error != std::errc() || type.count == 0)
      bad();
    rest_.remove_prefix(static_cast<size_t>(stop - rest_.data()));
    expect("x");
    skipBlanks();
    const bool isVector = kind == ConstantType::Kind::Vector;
    ConstantType element = isVector ? parseScalar() : parseType(depth + 1);
    expect(isVector ? ">" : "]");
    if (type.count > kMaxSize || type.count * element.size > kMaxSize)
      fail("Type '{}' of a specialization constant is larger than {} bytes.", text_, kMaxSize);

    type.size = type.count * element.size;
    type.align = isVector ? std::bit_ceil(type.size) : element.align;
    type.size = roundUp(type.size, type.align);
    type.members.push_back({0, std::move(element)});
    return type;
  }

  ConstantType parseStruct(int depth, std::string_view close, bool packed) {
    ConstantType type{.kind = ConstantType::Kind::Struct};
    if (!take(close)) {
      do {
        skipBlanks();
        ConstantType member = parseType(depth + 1);
        const size_t align = packed ? 1 : member.align;
        const size_t offset = roundUp(type.size, align);
        type.size = offset + member.size;
        type.align = std::max(type.align, align);
        if (type.size > kMaxSize)
          fail("Type '{}' of a specialization constant is larger than {} bytes.", text_, kMaxSize);
        type.members.push_back({offset, std::move(member)});
      } while (take(","));
      expect(close);
    }
    type.count = type.members.size();
    type.size = roundUp(type.size, type.align);
    return type;
  }

  std::string_view text_;
  std::string_view rest_;
};

} // namespace

ConstantType parseConstantType(std::string_view spelling) { return TypeParser(spelling).parse(); }

} // namespace ursa::run
