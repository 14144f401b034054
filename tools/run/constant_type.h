// Types of specialization constants, parsed from LLVM's spelling and laid out as on devices:
// natural alignment, vectors aligned to the next power of two of their size, one byte for a bool.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace ursa::run {

struct ConstantType {
  enum class Kind { Bool, Integer, Half, BFloat, Float, Double, Array, Vector, Struct };

  /// A member of a struct; an array or a vector has one, its element.
  struct Member;

  Kind kind = Kind::Bool;
  size_t count = 0; ///< elements of an array or a vector, members of a struct
  size_t size = 0;  ///< in bytes, tail padding included
  size_t align = 1;
  std::vector<Member> members;

  bool isScalar() const { return kind < Kind::Array; }

  /// Member or element @p index of a composite, and its offset.
  const ConstantType &elementType(size_t index) const;
  size_t elementOffset(size_t index) const;

  /// The number of scalars in it.
  size_t leafCount() const;
};

struct ConstantType::Member {
  size_t offset = 0;
  ConstantType type;
};

/// Parses a type such as "i32", "bool", "[7 x [7 x float]]", "<4 x float>" or "{ i32, <{ i8, double
/// }> }". Throws a Failure that names the part that it cannot parse.
ConstantType parseConstantType(std::string_view spelling);

} // namespace ursa::run
