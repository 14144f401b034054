// Part of Ursa, under the Apache License v2.0. See LICENSE.
// SPDX-License-Identifier: Apache-2.0
//
// The parameters of every function as constexpr data, which validation checks and tracing prints. A
// separate header from functions.h, because few files need this table.

#ifndef URSA_CORE_API_PARAMETERS_H
#define URSA_CORE_API_PARAMETERS_H

#include "core/api/functions.h"

#include <span>
#include <string_view>

namespace ursa::core::api {

/// The direction of the data that a parameter holds or points to.
enum class Direction : uint8_t { In, Out, InOut };

/// The kind of a parameter, which decides how its value is checked.
enum class ParameterKind : uint8_t {
  Handle,       ///< handle of an object
  HandleArray,  ///< pointer to handles; `Extent` gives their number
  NativeHandle, ///< number whose meaning the driver defines
  Pointer,      ///< any other pointer to data
  Callback,     ///< pointer to a function
  Enum,         ///< enumerator
  Flags,        ///< bits; those of Parameter::invalidBits must be zero
  Value         ///< number, boolean, or struct passed by value
};

/// The amount of memory that a pointer covers. `first` and `second` are C expressions over
/// parameter names.
enum class Extent : uint8_t {
  None,    ///< one object of the pointed-to type, or a terminated string
  Range,   ///< elements from index `first` up to, but not including, index `second`
  Bounds,  ///< `second` bytes (or a region) from offset `first`
  Typename ///< `second` bytes, whose type depends on the query `first`
};

/// One parameter of a function.
struct Parameter {
  static constexpr uint8_t kOptional = 1; ///< may be null
  static constexpr uint8_t kAlloc = 2; ///< receives a new object; the caller owns a reference to it
  static constexpr uint8_t kRetain = 4;   ///< the call adds a reference
  static constexpr uint8_t kRelease = 8;  ///< the call releases a reference
  static constexpr uint8_t kNocheck = 16; ///< validation does not check it

  std::string_view name;
  std::string_view type; ///< as declared, without the name
  Direction direction;
  ParameterKind kind;
  uint8_t flags; ///< kOptional and the constants after it
  Extent extent;
  std::string_view first;  ///< see Extent
  std::string_view second; ///< see Extent
  int8_t lengthIndex;      ///< index of the parameter that `second` names; -1 if there is none
  uint32_t invalidBits;    ///< Flags: the bits that must be zero

  constexpr bool has(uint8_t flag) const { return (flags & flag) != 0; }
  constexpr bool isPointer() const {
    return kind == ParameterKind::Pointer || kind == ParameterKind::HandleArray ||
           kind == ParameterKind::Callback;
  }
};

namespace detail {

struct ParameterRange {
  uint16_t first;
  uint8_t count;
};

#include "core/api/generated/params.inc"

static_assert(std::size(kParameterRanges) == kAllFunctionCount);

} // namespace detail

/// Returns the parameters of a function in order.
constexpr std::span<const Parameter> parameters(Function function) {
  const detail::ParameterRange range = detail::kParameterRanges[indexOf(function)];
  return {detail::kParameters + range.first, range.count};
}

} // namespace ursa::core::api

#endif // URSA_CORE_API_PARAMETERS_H
