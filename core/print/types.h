// The types of the ABI as data: enumerators, struct members and function parameters, with the facts
// needed to follow pointers from a value.
#pragma once

#include "core/api/functions.h"

#include <span>

namespace ursa::core::print::types {

/// A type without its pointers.
enum class Base : uint8_t {
  Opaque, ///< void, or an unknown type
  Char,   ///< of a terminated string
  Bool,   ///< one byte
  Int32,
  Uint8,
  Uint32,
  Uint64,
  Size,
  Float,
  Address, ///< handle, native handle or function pointer: pointer-sized, never followed
  Enum,
  Flags, ///< bits of an enumeration
  Struct ///< struct or union
};

/// A type.
struct Shape {
  static constexpr uint8_t kAnyLength = 0xff;

  Base base = Base::Opaque;
  uint8_t index = 0;    ///< index of the Enum or Struct
  uint8_t pointers = 0; ///< 2 for void **
  uint8_t length = 0;   ///< elements of an array; 0: not an array; kAnyLength: the length varies

  /// Returns the size of one element in bytes; 0 for an opaque type.
  size_t elementSize() const;
};

struct Enumerator {
  const char *name;
  uint32_t value;
  Shape query; ///< for a query: the type of its result, else Opaque
};

struct Enum {
  const char *name;
  uint16_t first, count;
  bool isFlags;

  std::span<const Enumerator> enumerators() const;

  /// Returns the enumerator with a value, or null if there is none.
  const Enumerator *find(uint32_t value) const;
};

enum class Role : uint8_t {
  Plain,
  Chain ///< pNext: another struct, whose stype gives its type
};

/// A member of a struct or a parameter of a function. Indices refer to the fields of the same
/// owner; -1 means none.
struct Field {
  static constexpr uint8_t kOptional = 1; ///< may be null
  static constexpr uint8_t kNocheck = 2;  ///< validation does not check it

  const char *name;
  uint16_t offset;
  Shape shape;
  Role role;
  int8_t count;    ///< index of the field with the number of elements that the pointer leads to
  int8_t selector; ///< index of the field with the enumerator that selects the type of a union or a
                   ///< query's result
  int8_t size;     ///< index of the field with the size in bytes of a query's result
  uint32_t when;   ///< member of a union: the enumerator that selects it
  uint8_t flags;   ///< kOptional and the constants after it

  bool has(uint8_t flag) const { return (flags & flag) != 0; }
};

inline constexpr ur_structure_type_t kNoStructureType = UR_STRUCTURE_TYPE_FORCE_UINT32;

struct Struct {
  const char *name;
  uint16_t first, count;
  uint16_t size; ///< in bytes
  ur_structure_type_t structureType;
  bool isUnion;

  std::span<const Field> fields() const;
};

struct Range {
  uint16_t first, count;
};

const Enum &enumAt(size_t index);
const Struct &structAt(size_t index);

/// Returns the struct whose stype is @p type, or null if there is none.
const Struct *findStruct(ur_structure_type_t type);

/// Returns the parameters of a function. Their offsets refer to the pointers in
/// FunctionTraits::Params.
std::span<const Field> parametersOf(api::Function function);

/// Returns the Shape of an enumeration or struct of ur_api.h.
template <class Type>
inline constexpr Shape kShapeOf =
    [] { static_assert(sizeof(Type) == 0, "this type is not printed"); }();
#define URSA_PRINT_ENUM(type, index)                                                               \
  template <> inline constexpr Shape kShapeOf<type>{Base::Enum, index};
#define URSA_PRINT_STRUCT(type, index)                                                             \
  template <> inline constexpr Shape kShapeOf<type>{Base::Struct, index};
#include "core/api/generated/print_types.inc"

} // namespace ursa::core::print::types
