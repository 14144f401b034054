// Conversions of numbers with a rounding mode (SYCL 2020, 4.14.2.4), for vec::convert.
#pragma once

#include <sycl/bit_cast.hpp>
#include <sycl/detail/vec_traits.hpp>

#include <limits>
#include <type_traits>

namespace sycl {

enum class rounding_mode { automatic, rte, rtz, rtp, rtn };

namespace detail {

// The neighbour of a finite or infinite number: one step away from zero, or towards it.
template <typename Float> constexpr Float neighbour(Float value, bool away) {
  using Bits = UnsignedOf<Float>;
  return bit_cast<Float>(static_cast<Bits>(bit_cast<Bits>(value) + (away ? Bits(1) : Bits(-1))));
}

template <rounding_mode mode, typename To, typename From> constexpr To floatToInteger(From value) {
  const To truncated = static_cast<To>(value);
  const From rest = value - static_cast<From>(truncated);
  if constexpr (mode == rounding_mode::rtp)
    return static_cast<To>(truncated + (rest > From(0) ? 1 : 0));
  else if constexpr (mode == rounding_mode::rtn)
    return static_cast<To>(truncated - (rest < From(0) ? 1 : 0));
  const bool odd = truncated % 2 != 0;
  if (rest > From(0.5f) || (rest == From(0.5f) && odd))
    return static_cast<To>(truncated + 1);
  if (rest < From(-0.5f) || (rest == From(-0.5f) && odd))
    return static_cast<To>(truncated - 1);
  return truncated;
}

// Whether `mode` rounds a number of this sign away from zero.
constexpr bool roundsAway(rounding_mode mode, bool negative) {
  return mode == (negative ? rounding_mode::rtn : rounding_mode::rtp);
}

template <rounding_mode mode, typename To, typename From> constexpr To integerToFloat(From value) {
  using Bits = std::make_unsigned_t<From>;
  constexpr int digits = std::numeric_limits<To>::digits;
  const bool negative = value < From(0);
  const Bits magnitude =
      negative ? static_cast<Bits>(Bits(0) - static_cast<Bits>(value)) : static_cast<Bits>(value);
  int length = 0;
  while (length < std::numeric_limits<Bits>::digits && (magnitude >> length) != 0)
    ++length;
  const int dropped = length > digits ? length - digits : 0;
  const Bits kept = static_cast<Bits>(static_cast<Bits>(magnitude >> dropped) << dropped);
  To result = static_cast<To>(kept);
  if (result > std::numeric_limits<To>::max())
    result = roundsAway(mode, negative) ? result : std::numeric_limits<To>::max();
  else if (kept != magnitude && roundsAway(mode, negative))
    result = neighbour(result, true);
  return negative ? -result : result;
}

template <rounding_mode mode, typename To, typename From> constexpr To narrowFloat(From value) {
  const To nearest = static_cast<To>(value);
  const From back = static_cast<From>(nearest);
  if (!(back < value) && !(back > value))
    return nearest;
  const bool negative = value < From(0);
  const bool grew = negative ? back < value : back > value;
  if (roundsAway(mode, negative))
    return grew ? nearest : neighbour(nearest, true);
  return grew ? neighbour(nearest, false) : nearest;
}

// `value` as To. Numbers that do not fit into an integer give what a cast gives.
template <typename To, rounding_mode mode, typename From> constexpr To convertTo(From value) {
  constexpr bool toFloat = isFloatingPoint<To>;
  constexpr bool fromFloat = isFloatingPoint<From>;
  constexpr bool directed =
      mode == rounding_mode::rtz || mode == rounding_mode::rtp || mode == rounding_mode::rtn;
  constexpr bool toInteger = std::is_integral_v<To> && !std::is_same_v<To, bool>;
  constexpr bool fromInteger = std::is_integral_v<From> && !std::is_same_v<From, bool>;
  if constexpr (fromFloat && toInteger && mode != rounding_mode::automatic &&
                mode != rounding_mode::rtz)
    return floatToInteger<mode, To>(value);
  else if constexpr (fromInteger && toFloat && directed)
    return integerToFloat<mode, To>(value);
  else if constexpr (fromFloat && toFloat && directed && sizeof(To) < sizeof(From))
    return narrowFloat<mode, To>(value);
  else
    return static_cast<To>(value);
}

} // namespace detail
} // namespace sycl
