// Conversions of numbers with a rounding mode (SYCL 2020, 4.14.2.4), for vec::convert.
#pragma once

#include <sycl/bit_cast.hpp>
#include <sycl/detail/defines.hpp>
#include <sycl/detail/vec_traits.hpp>

#include <limits>
#include <type_traits>

inline namespace ursa_sycl {
namespace sycl {

enum class rounding_mode { automatic, rte, rtz, rtp, rtn };

namespace detail {

// The neighbour of a finite or infinite number: one step away from zero, or towards it.
template <typename Float> constexpr Float neighbour(Float value, bool away) {
  using Bits = UnsignedOf<Float>;
  return bit_cast<Float>(static_cast<Bits>(bit_cast<Bits>(value) + (away ? Bits(1) : Bits(-1))));
}

#ifdef __SYCL_DEVICE_ONLY__
#define URSA_SYCL_ROUNDING(name, length)                                                           \
  SYCL_EXTERNAL __attribute__((const)) float name##Of(float) __asm__("_Z" #length #name "f");      \
  SYCL_EXTERNAL __attribute__((const)) double name##Of(double) __asm__("_Z" #length #name "d");
#else
#define URSA_SYCL_ROUNDING(name, length)                                                           \
  inline float name##Of(float x) { return __builtin_##name##f(x); }                                \
  inline double name##Of(double x) { return __builtin_##name(x); }
#endif
URSA_SYCL_ROUNDING(rint, 4)
URSA_SYCL_ROUNDING(ceil, 4)
URSA_SYCL_ROUNDING(floor, 5)
#undef URSA_SYCL_ROUNDING

// `value` as an integral number of its type. Numbers of float and double are rounded to even unless
// `mode` says otherwise.
template <rounding_mode mode, typename Float> Float roundToIntegral(Float value) {
  if constexpr (mode == rounding_mode::rtz)
    return value; // casts round so
  else if constexpr (mode == rounding_mode::rtp)
    return ceilOf(value);
  else if constexpr (mode == rounding_mode::rtn)
    return floorOf(value);
  else
    return rintOf(value);
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

// Whether convertTo is a cast.
template <typename To, typename From, rounding_mode mode>
inline constexpr bool isCast = (std::is_integral_v<To> && std::is_integral_v<From>) ||
                               (isFloatingPoint<To> &&
                                (mode == rounding_mode::automatic || mode == rounding_mode::rte));

// `value` as To. Numbers that do not fit into an integer give what a cast gives. `automatic` is rte
// for floating-point numbers, also those that become integers.
template <typename To, rounding_mode mode, typename From> To convertTo(From value) {
  constexpr bool toFloat = isFloatingPoint<To>;
  constexpr bool fromFloat = isFloatingPoint<From>;
  constexpr bool directed =
      mode == rounding_mode::rtz || mode == rounding_mode::rtp || mode == rounding_mode::rtn;
  constexpr bool toInteger = std::is_integral_v<To> && !std::is_same_v<To, bool>;
  constexpr bool fromInteger = std::is_integral_v<From> && !std::is_same_v<From, bool>;
  if constexpr (std::is_same_v<From, half> && toInteger)
    return static_cast<To>(roundToIntegral<mode>(static_cast<float>(value)));
  else if constexpr (fromFloat && toInteger)
    return static_cast<To>(roundToIntegral<mode>(value));
  else if constexpr (fromInteger && toFloat && directed)
    return integerToFloat<mode, To>(value);
  else if constexpr (fromFloat && toFloat && directed && sizeof(To) < sizeof(From))
    return narrowFloat<mode, To>(value);
  else
    return static_cast<To>(value);
}

} // namespace detail
} // namespace sycl
} // namespace ursa_sycl
