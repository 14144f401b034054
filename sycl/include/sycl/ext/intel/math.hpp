// Functions of sycl_ext_intel_math for kernels and the host: conversions with a rounding mode,
// arithmetic of half, and functions of integers.
#pragma once

#include <sycl/half.hpp>
#include <sycl/math.hpp>
#include <sycl/vec.hpp>

#include <cstdint>
#include <limits>
#include <type_traits>

inline namespace ursa_sycl {
namespace sycl {

namespace detail {

/// Rounding modes: to the nearest number, down, up and towards zero.
enum class Rounding { rn, rd, ru, rz };

template <class T>
using BitsOf = std::conditional_t<sizeof(T) == 2, std::int16_t,
                                  std::conditional_t<sizeof(T) == 4, std::int32_t, std::int64_t>>;

/// The neighbour of a floating-point number, not of a NaN.
template <class T> T nextNumber(T value, bool isUp) {
  using Bits = BitsOf<T>;
  const Bits bits = __builtin_bit_cast(Bits, value);
  constexpr Bits kSign = std::numeric_limits<Bits>::min();
  if ((bits & ~kSign) == 0)
    return __builtin_bit_cast(T, static_cast<Bits>(isUp ? 1 : (kSign | 1)));
  return __builtin_bit_cast(T, static_cast<Bits>((bits > 0) == isUp ? bits + 1 : bits - 1));
}

/// Whether a floating-point number is larger than (1), smaller than (-1) or equal to an exact
/// value.
template <class To, class From> int compareExact(To number, From exact) {
  if constexpr (std::is_integral_v<From>) {
    constexpr int kBits = std::numeric_limits<From>::digits;
    const To limit = static_cast<To>(From(1) << (kBits - 1)) * To(2);
    if (number >= limit) // no such integer
      return 1;
    const From back = static_cast<From>(number);
    return back > exact ? 1 : back < exact ? -1 : 0;
  } else {
    const From back = static_cast<From>(number);
    return back > exact ? 1 : back < exact ? -1 : 0;
  }
}

template <class To, class From> To toFloating(From exact, Rounding mode) {
  if constexpr (std::is_same_v<To, half> && std::is_integral_v<From>) {
    // Larger integers than half has round as the largest that float has exactly.
    constexpr From kMost =
        sizeof(From) > 2 ? static_cast<From>(1 << 20) : std::numeric_limits<From>::max();
    const From bound = exact > kMost ? kMost
                       : std::is_signed_v<From> && exact < static_cast<From>(-kMost)
                           ? static_cast<From>(-kMost)
                           : exact;
    return toFloating<half>(static_cast<float>(bound), mode);
  } else {
    const To nearest = static_cast<To>(exact);
    if (mode == Rounding::rn || nearest != nearest)
      return nearest;
    const int order = compareExact(nearest, exact);
    const bool isDown = mode == Rounding::rd || (mode == Rounding::rz && exact > From(0));
    if (order > 0 && isDown)
      return nextNumber(nearest, false);
    if (order < 0 && !isDown)
      return nextNumber(nearest, true);
    return nearest;
  }
}

/// Numbers that the integer does not have become the nearest that it has, and NaN becomes 0.
template <class To, class From> To toInteger(From value, Rounding mode) {
  if constexpr (std::is_same_v<From, half>) {
    return toInteger<To>(static_cast<float>(value), mode);
  } else {
    const From whole = mode == Rounding::rn   ? sycl::rint(value)
                       : mode == Rounding::rd ? sycl::floor(value)
                       : mode == Rounding::ru ? sycl::ceil(value)
                                              : sycl::trunc(value);
    const From limit = static_cast<From>(To(1) << (std::numeric_limits<To>::digits - 1)) * From(2);
    if (whole >= limit)
      return std::numeric_limits<To>::max();
    const From least = std::is_signed_v<To> ? -limit : From(0);
    if (whole <= least)
      return std::numeric_limits<To>::min();
    return whole == whole ? static_cast<To>(whole) : To(0);
  }
}

} // namespace detail

namespace ext::intel::math {

using sycl::half2;

#define URSA_SYCL_MODES(FROM, FROM_TYPE, TO, TO_TYPE, HOW)                                         \
  inline TO_TYPE FROM##2##TO##_rn(FROM_TYPE x) {                                                   \
    return sycl::detail::HOW<TO_TYPE>(x, sycl::detail::Rounding::rn);                              \
  }                                                                                                \
  inline TO_TYPE FROM##2##TO##_rd(FROM_TYPE x) {                                                   \
    return sycl::detail::HOW<TO_TYPE>(x, sycl::detail::Rounding::rd);                              \
  }                                                                                                \
  inline TO_TYPE FROM##2##TO##_ru(FROM_TYPE x) {                                                   \
    return sycl::detail::HOW<TO_TYPE>(x, sycl::detail::Rounding::ru);                              \
  }                                                                                                \
  inline TO_TYPE FROM##2##TO##_rz(FROM_TYPE x) {                                                   \
    return sycl::detail::HOW<TO_TYPE>(x, sycl::detail::Rounding::rz);                              \
  }
/// @{ Conversions.
#define URSA_SYCL_INTEGERS(FROM, FROM_TYPE)                                                        \
  URSA_SYCL_MODES(FROM, FROM_TYPE, int, int, toInteger)                                            \
  URSA_SYCL_MODES(FROM, FROM_TYPE, uint, unsigned, toInteger)                                      \
  URSA_SYCL_MODES(FROM, FROM_TYPE, ll, long long, toInteger)                                       \
  URSA_SYCL_MODES(FROM, FROM_TYPE, ull, unsigned long long, toInteger)
URSA_SYCL_INTEGERS(float, float)
URSA_SYCL_INTEGERS(double, double)
URSA_SYCL_INTEGERS(half, half)
#undef URSA_SYCL_INTEGERS
URSA_SYCL_MODES(half, half, short, short, toInteger)
URSA_SYCL_MODES(half, half, ushort, unsigned short, toInteger)
#define URSA_SYCL_FLOATING(FROM, FROM_TYPE)                                                        \
  URSA_SYCL_MODES(FROM, FROM_TYPE, half, half, toFloating)                                         \
  URSA_SYCL_MODES(FROM, FROM_TYPE, float, float, toFloating)                                       \
  URSA_SYCL_MODES(FROM, FROM_TYPE, double, double, toFloating)
URSA_SYCL_FLOATING(int, int)
URSA_SYCL_FLOATING(uint, unsigned)
URSA_SYCL_FLOATING(ll, long long)
URSA_SYCL_FLOATING(ull, unsigned long long)
#undef URSA_SYCL_FLOATING
URSA_SYCL_MODES(short, short, half, half, toFloating)
URSA_SYCL_MODES(ushort, unsigned short, half, half, toFloating)
URSA_SYCL_MODES(double, double, float, float, toFloating)
URSA_SYCL_MODES(float, float, half, half, toFloating)
#undef URSA_SYCL_MODES
inline half float2half(float x) { return half(x); }
inline half double2half(double x) { return half(x); }
inline float half2float(half x) { return static_cast<float>(x); }
inline int double2hiint(double x) {
  return static_cast<int>(__builtin_bit_cast(std::int64_t, x) >> 32);
}
inline int double2loint(double x) { return static_cast<int>(__builtin_bit_cast(std::int64_t, x)); }
inline double hiloint2double(int high, int low) {
  return __builtin_bit_cast(double, static_cast<std::uint64_t>(static_cast<std::uint32_t>(high))
                                            << 32 |
                                        static_cast<std::uint32_t>(low));
}
/// @}

#define URSA_SYCL_BITS(NAME, FROM, TO)                                                             \
  inline TO NAME(FROM x) { return __builtin_bit_cast(TO, x); }
/// @{ The same bits.
URSA_SYCL_BITS(float_as_int, float, int)
URSA_SYCL_BITS(float_as_uint, float, unsigned)
URSA_SYCL_BITS(int_as_float, int, float)
URSA_SYCL_BITS(uint_as_float, unsigned, float)
URSA_SYCL_BITS(double_as_longlong, double, long long)
URSA_SYCL_BITS(longlong_as_double, long long, double)
URSA_SYCL_BITS(half_as_short, half, short)
URSA_SYCL_BITS(half_as_ushort, half, unsigned short)
URSA_SYCL_BITS(short_as_half, short, half)
URSA_SYCL_BITS(ushort_as_half, unsigned short, half)
/// @}
#undef URSA_SYCL_BITS

#define URSA_SYCL_FUNCTION(NAME)                                                                   \
  inline float NAME(float x) { return sycl::NAME(x); }                                             \
  inline double NAME(double x) { return sycl::NAME(x); }                                           \
  inline half NAME(half x) { return sycl::NAME(x); }                                               \
  inline half2 NAME(half2 x) { return sycl::NAME(x); }
/// @{ As the functions of the same names in namespace sycl.
URSA_SYCL_FUNCTION(ceil)
URSA_SYCL_FUNCTION(fabs)
URSA_SYCL_FUNCTION(floor)
URSA_SYCL_FUNCTION(rint)
URSA_SYCL_FUNCTION(rsqrt)
URSA_SYCL_FUNCTION(sqrt)
URSA_SYCL_FUNCTION(trunc)
#undef URSA_SYCL_FUNCTION
#define URSA_SYCL_FUNCTION(NAME, PARAMETERS, ...)                                                  \
  template <typename T> T NAME PARAMETERS { return sycl::NAME(__VA_ARGS__); }
URSA_SYCL_FUNCTION(copysign, (T x, T y), x, y)
URSA_SYCL_FUNCTION(fmax, (T x, T y), x, y)
URSA_SYCL_FUNCTION(fmin, (T x, T y), x, y)
URSA_SYCL_FUNCTION(fma, (T x, T y, T z), x, y, z)
#undef URSA_SYCL_FUNCTION
/// @}
inline float inv(float x) { return 1.0F / x; }
inline double inv(double x) { return 1.0 / x; }
inline half inv(half x) { return half(1.0F) / x; }
inline half2 inv(half2 x) { return half2(inv(x[0]), inv(x[1])); }
/// Between 0 and 1; NaN becomes 0.
inline float saturate(float x) { return x > 0.0F ? (x < 1.0F ? x : 1.0F) : 0.0F; }

/// @{ Arithmetic of half, also between 0 and 1.
inline half hneg(half x) { return -x; }
inline half hadd(half x, half y) { return x + y; }
inline half hsub(half x, half y) { return x - y; }
inline half hmul(half x, half y) { return x * y; }
inline half hdiv(half x, half y) { return x / y; }
inline half hfma(half x, half y, half z) { return sycl::fma(x, y, z); }
inline half hadd_sat(half x, half y) { return half(saturate(float(x + y))); }
inline half hsub_sat(half x, half y) { return half(saturate(float(x - y))); }
inline half hmul_sat(half x, half y) { return half(saturate(float(x * y))); }
inline half hfma_sat(half x, half y, half z) { return half(saturate(float(sycl::fma(x, y, z)))); }
inline half hfma_relu(half x, half y, half z) {
  const half result = sycl::fma(x, y, z);
  return result < half(0.0F) ? half(0.0F) : result;
}
/// @}
inline bool hisnan(half x) { return x != x; }
inline bool hisinf(half x) { return sycl::fabs(x) == std::numeric_limits<half>::infinity(); }
/// @{ The larger or smaller number; with a NaN the other one, or the NaN.
inline half hmax(half x, half y) { return sycl::fmax(x, y); }
inline half hmin(half x, half y) { return sycl::fmin(x, y); }
inline half hmax_nan(half x, half y) { return hisnan(x) ? x : hisnan(y) ? y : hmax(x, y); }
inline half hmin_nan(half x, half y) { return hisnan(x) ? x : hisnan(y) ? y : hmin(x, y); }
/// @}

#define URSA_SYCL_HALF2(NAME, PARAMETERS, LOW, HIGH)                                               \
  inline half2 NAME##2 PARAMETERS { return half2(NAME LOW, NAME HIGH); }
#define URSA_SYCL_PAIR(NAME) URSA_SYCL_HALF2(NAME, (half2 x, half2 y), (x[0], y[0]), (x[1], y[1]))
#define URSA_SYCL_TRIPLE(NAME)                                                                     \
  URSA_SYCL_HALF2(NAME, (half2 x, half2 y, half2 z), (x[0], y[0], z[0]), (x[1], y[1], z[1]))
/// @{ The same of both numbers.
URSA_SYCL_HALF2(hneg, (half2 x), (x[0]), (x[1]))
URSA_SYCL_PAIR(hadd)
URSA_SYCL_PAIR(hsub)
URSA_SYCL_PAIR(hmul)
URSA_SYCL_PAIR(hadd_sat)
URSA_SYCL_PAIR(hsub_sat)
URSA_SYCL_PAIR(hmul_sat)
URSA_SYCL_PAIR(hmax)
URSA_SYCL_PAIR(hmin)
URSA_SYCL_PAIR(hmax_nan)
URSA_SYCL_PAIR(hmin_nan)
URSA_SYCL_TRIPLE(hfma)
URSA_SYCL_TRIPLE(hfma_sat)
URSA_SYCL_TRIPLE(hfma_relu)
inline half2 h2div(half2 x, half2 y) { return half2(x[0] / y[0], x[1] / y[1]); }
/// @}
#undef URSA_SYCL_HALF2
#undef URSA_SYCL_PAIR
#undef URSA_SYCL_TRIPLE

#define URSA_SYCL_COMPARISON(NAME, OPERATOR, INVERSE)                                              \
  inline bool h##NAME(half x, half y) { return x OPERATOR y; }                                     \
  inline bool h##NAME##u(half x, half y) { return !(x INVERSE y); }                                \
  inline half2 h##NAME##2(half2 x, half2 y) {                                                      \
    return half2(half(float(h##NAME(x[0], y[0]))), half(float(h##NAME(x[1], y[1]))));              \
  }                                                                                                \
  inline half2 h##NAME##u2(half2 x, half2 y) {                                                     \
    return half2(half(float(h##NAME##u(x[0], y[0]))), half(float(h##NAME##u(x[1], y[1]))));        \
  }                                                                                                \
  inline bool hb##NAME##2(half2 x, half2 y) { return h##NAME(x[0], y[0]) && h##NAME(x[1], y[1]); } \
  inline bool hb##NAME##u2(half2 x, half2 y) {                                                     \
    return h##NAME##u(x[0], y[0]) && h##NAME##u(x[1], y[1]);                                       \
  }
/// @{ Comparisons: false with a NaN, and with the letter u true; of both numbers, and whether both
/// are true.
URSA_SYCL_COMPARISON(ge, >=, <)
URSA_SYCL_COMPARISON(gt, >, <=)
URSA_SYCL_COMPARISON(le, <=, >)
URSA_SYCL_COMPARISON(lt, <, >=)
/// @}
#undef URSA_SYCL_COMPARISON
inline bool heq(half x, half y) { return x == y; }
inline bool hequ(half x, half y) { return x == y || hisnan(x) || hisnan(y); }
inline bool hne(half x, half y) { return x < y || x > y; }
inline bool hneu(half x, half y) { return x != y; }
inline bool hbeq2(half2 x, half2 y) { return heq(x[0], y[0]) && heq(x[1], y[1]); }
inline bool hbne2(half2 x, half2 y) { return hne(x[0], y[0]) && hne(x[1], y[1]); }

/// @{ Functions of integers.
inline unsigned brev(unsigned x) {
  unsigned result = 0;
  for (int i = 0; i < 32; ++i)
    result |= (x >> i & 1U) << (31 - i);
  return result;
}
inline unsigned long long brevll(unsigned long long x) {
  return static_cast<unsigned long long>(brev(static_cast<unsigned>(x))) << 32 |
         brev(static_cast<unsigned>(x >> 32));
}
/// Four of the eight bytes of both numbers, which four digits of the selector choose.
inline unsigned byte_perm(unsigned x, unsigned y, unsigned selector) {
  const std::uint64_t all = static_cast<std::uint64_t>(y) << 32 | x;
  unsigned result = 0;
  for (int i = 0; i < 4; ++i)
    result |= static_cast<unsigned>(all >> (8 * (selector >> (4 * i) & 7)) & 0xFF) << (8 * i);
  return result;
}
inline int clz(int x) { return sycl::clz(x); }
inline int clzll(long long x) { return static_cast<int>(sycl::clz(x)); }
inline int popc(unsigned x) { return static_cast<int>(sycl::popcount(x)); }
inline int popcll(unsigned long long x) { return static_cast<int>(sycl::popcount(x)); }
/// The place of the lowest bit, from 1; 0 if there is none.
inline int ffs(int x) { return x == 0 ? 0 : static_cast<int>(sycl::ctz(x)) + 1; }
inline int ffsll(long long x) { return x == 0 ? 0 : static_cast<int>(sycl::ctz(x)) + 1; }
inline int hadd(int x, int y) { return sycl::hadd(x, y); }
inline int rhadd(int x, int y) { return sycl::rhadd(x, y); }
inline unsigned uhadd(unsigned x, unsigned y) { return sycl::hadd(x, y); }
inline unsigned urhadd(unsigned x, unsigned y) { return sycl::rhadd(x, y); }
inline int mul24(int x, int y) { return sycl::mul24(x, y); }
inline unsigned umul24(unsigned x, unsigned y) { return sycl::mul24(x, y); }
inline int mulhi(int x, int y) { return sycl::mul_hi(x, y); }
inline unsigned umulhi(unsigned x, unsigned y) { return sycl::mul_hi(x, y); }
inline long long mul64hi(long long x, long long y) { return sycl::mul_hi(x, y); }
inline unsigned long long umul64hi(unsigned long long x, unsigned long long y) {
  return sycl::mul_hi(x, y);
}
inline unsigned sad(int x, int y, unsigned z) { return sycl::abs_diff(x, y) + z; }
inline unsigned usad(unsigned x, unsigned y, unsigned z) { return sycl::abs_diff(x, y) + z; }
/// @}

} // namespace ext::intel::math
} // namespace sycl
} // namespace ursa_sycl
