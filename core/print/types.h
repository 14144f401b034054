// The types of the ABI as data: enumerators, members of structs and parameters of functions, with
// what is needed to walk from a value to the memory that it points to.
#pragma once

#include "core/api/functions.h"

#include <span>

namespace ursa::types {

/// What a type is without its pointers.
enum class Base : uint8_t {
  Opaque, ///< void, or nothing that is known
  Char,   ///< of a terminated string
  Bool,   ///< one byte
  Int32,
  Uint8,
  Uint32,
  Uint64,
  Size,
  Float,
  Address, ///< handle, native handle or pointer to a function: as large as a pointer, never
           ///< followed
  Enum,
  Flags, ///< bits of an enumeration
  Struct ///< or union
};

/// A type.
struct Shape {
  static constexpr uint8_t kAnyLength = 0xff;

  Base base = Base::Opaque;
  uint8_t index = 0;    ///< which Enum or Struct
  uint8_t pointers = 0; ///< 2 for void **
  uint8_t length = 0;   ///< elements of an array; 0: no array; kAnyLength: as many as there is room

  /// Bytes of one element, and 0 of an opaque one.
  size_t elementSize() const;
};

struct Enumerator {
  const char *name;
  uint32_t value;
  Shape query; ///< of a query: what it yields, else Opaque
};

struct Enum {
  const char *name;
  uint16_t first, count;
  bool isFlags;

  std::span<const Enumerator> enumerators() const;

  /// The enumerator of a value, null when there is none.
  const Enumerator *find(uint32_t value) const;
};

enum class Role : uint8_t {
  Plain,
  Chain ///< pNext: another struct, which says itself what it is
};

/// A member of a struct or a parameter of a function. Indices are among the fields of the same
/// owner, -1 for none.
struct Field {
  static constexpr uint8_t kOptional = 1; ///< may be null
  static constexpr uint8_t kNocheck = 2;  ///< validation leaves it alone

  const char *name;
  uint16_t offset;
  Shape shape;
  Role role;
  int8_t count;    ///< index of the number of elements that the pointer leads to
  int8_t selector; ///< index of the enumerator that decides the type, of a union or a query's value
  int8_t size;     ///< index of the size in bytes of a query's value
  uint32_t when;   ///< member of a union: the enumerator that selects it
  uint8_t flags;   ///< kOptional and so on

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

/// The struct whose first member is @p type, null when there is none.
const Struct *findStruct(ur_structure_type_t type);

/// The parameters of a function. Their offsets are of the pointers to them in
/// FunctionTraits::Params.
std::span<const Field> parametersOf(Function function);

/// The Shape of an enumeration or struct of ur_api.h.
template <class Type>
inline constexpr Shape kShapeOf =
    [] { static_assert(sizeof(Type) == 0, "this type is not printed"); }();
#define URSA_PRINT_ENUM(type, index)                                                               \
  template <> inline constexpr Shape kShapeOf<type>{Base::Enum, index};
#define URSA_PRINT_STRUCT(type, index)                                                             \
  template <> inline constexpr Shape kShapeOf<type>{Base::Struct, index};
#include "core/api/generated/print_types.inc"

} // namespace ursa::types
