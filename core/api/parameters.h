// Part of Ursa, under the Apache License v2.0. See LICENSE.
// SPDX-License-Identifier: Apache-2.0
//
// The parameters of every function as constexpr data: what validation checks and tracing prints. It
// is a header of its own, because few files need the table and all that dispatch need functions.h.

#ifndef URSA_CORE_API_PARAMETERS_H
#define URSA_CORE_API_PARAMETERS_H

#include "core/api/functions.h"

#include <span>
#include <string_view>

namespace ursa {

/// Who writes what a parameter holds or points to.
enum class Direction : uint8_t { In, Out, InOut };

/// What a parameter is, for a check of its value.
enum class ParameterKind : uint8_t {
  Handle,       ///< handle of an object
  HandleArray,  ///< pointer to handles, as many as its extent says
  NativeHandle, ///< number that a driver gives meaning to
  Pointer,      ///< any other pointer to data
  Callback,     ///< pointer to a function
  Enum,         ///< enumerator
  Flags,        ///< bits; those of Parameter::invalidBits must be zero
  Value         ///< number, boolean, or struct passed itself
};

/// How much memory a pointer covers. `first` and `second` are C expressions over parameter names.
enum class Extent : uint8_t {
  None,    ///< one object of the pointed-to type, or a terminated string
  Range,   ///< elements from index `first` up to but not with index `second`
  Bounds,  ///< `second` bytes (or a region) from offset `first`
  Typename ///< `second` bytes, whose type follows from the query `first`
};

/// One parameter of a function.
struct Parameter {
  static constexpr uint8_t kOptional = 1; ///< may be null
  static constexpr uint8_t kAlloc =
      2; ///< receives a new object, of which the caller owns a reference
  static constexpr uint8_t kRetain = 4;   ///< the call adds a reference
  static constexpr uint8_t kRelease = 8;  ///< the call gives up a reference
  static constexpr uint8_t kNocheck = 16; ///< validation leaves it alone

  std::string_view name;
  std::string_view type; ///< as declared, without the name
  Direction direction;
  ParameterKind kind;
  uint8_t flags; ///< kOptional and so on
  Extent extent;
  std::string_view first;  ///< see Extent
  std::string_view second; ///< see Extent
  int8_t lengthIndex;      ///< index of the parameter that `second` names, else -1
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

/// The parameters of a function in order.
constexpr std::span<const Parameter> parameters(Function function) {
  const detail::ParameterRange range = detail::kParameterRanges[indexOf(function)];
  return {detail::kParameters + range.first, range.count};
}

} // namespace ursa

#endif // URSA_CORE_API_PARAMETERS_H
