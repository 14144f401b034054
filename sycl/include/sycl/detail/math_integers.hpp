// The integer functions of SYCL 2020 (4.17.6), for all integer types but bool. They are the same on
// host and device.
#pragma once

#include <sycl/detail/defines.hpp>
#include <sycl/detail/math_shapes.hpp>

#include <cstdint>
#include <limits>
#include <type_traits>

inline namespace ursa_sycl {
namespace sycl {
namespace detail {
namespace integers {

template <typename T> inline constexpr int bitsOf = static_cast<int>(sizeof(T) * 8);
template <typename T> using Limits = std::numeric_limits<T>;
template <typename T> using Unsigned = std::make_unsigned_t<T>;

template <typename T> constexpr T wrap(Unsigned<T> value) { return static_cast<T>(value); }

template <typename T> constexpr T abs(T x) {
  return x < T(0) ? wrap<T>(static_cast<Unsigned<T>>(Unsigned<T>(0) - static_cast<Unsigned<T>>(x)))
                  : x;
}

template <typename T> constexpr T abs_diff(T x, T y) {
  const auto a = static_cast<Unsigned<T>>(x), b = static_cast<Unsigned<T>>(y);
  return wrap<T>(static_cast<Unsigned<T>>(x > y ? a - b : b - a));
}

template <typename T> constexpr T add_sat(T x, T y) {
  const T sum =
      wrap<T>(static_cast<Unsigned<T>>(static_cast<Unsigned<T>>(x) + static_cast<Unsigned<T>>(y)));
  if constexpr (std::is_unsigned_v<T>)
    return sum < x ? Limits<T>::max() : sum;
  else if (y < 0)
    return sum > x ? Limits<T>::min() : sum;
  else
    return sum < x ? Limits<T>::max() : sum;
}

template <typename T> constexpr T sub_sat(T x, T y) {
  const T difference =
      wrap<T>(static_cast<Unsigned<T>>(static_cast<Unsigned<T>>(x) - static_cast<Unsigned<T>>(y)));
  if constexpr (std::is_unsigned_v<T>)
    return x < y ? T(0) : difference;
  else if (y < 0)
    return difference < x ? Limits<T>::max() : difference;
  else
    return difference > x ? Limits<T>::min() : difference;
}

template <typename T> constexpr T hadd(T x, T y) {
  return static_cast<T>(static_cast<T>(x & y) + static_cast<T>(static_cast<T>(x ^ y) >> 1));
}
template <typename T> constexpr T rhadd(T x, T y) {
  return static_cast<T>(static_cast<T>(x | y) - static_cast<T>(static_cast<T>(x ^ y) >> 1));
}

template <typename T> constexpr T clz(T x) {
  const auto bits = static_cast<Unsigned<T>>(x);
  if (bits == 0)
    return static_cast<T>(bitsOf<T>);
  if constexpr (sizeof(T) == 8)
    return static_cast<T>(__builtin_clzll(bits));
  else
    return static_cast<T>(__builtin_clz(bits) - (32 - bitsOf<T>));
}
template <typename T> constexpr T ctz(T x) {
  const auto bits = static_cast<Unsigned<T>>(x);
  if (bits == 0)
    return static_cast<T>(bitsOf<T>);
  if constexpr (sizeof(T) == 8)
    return static_cast<T>(__builtin_ctzll(bits));
  else
    return static_cast<T>(__builtin_ctz(bits));
}
template <typename T> constexpr T popcount(T x) {
  const auto bits = static_cast<Unsigned<T>>(x);
  if constexpr (sizeof(T) == 8)
    return static_cast<T>(__builtin_popcountll(bits));
  else
    return static_cast<T>(__builtin_popcount(bits));
}

template <typename T> constexpr T rotate(T x, T count) {
  const auto bits = static_cast<Unsigned<T>>(x);
  const unsigned left = static_cast<unsigned>(count) & (bitsOf<T> - 1);
  const unsigned right = (bitsOf<T> - left) & (bitsOf<T> - 1);
  return wrap<T>(
      static_cast<Unsigned<T>>(static_cast<Unsigned<T>>(bits << left) | (bits >> right)));
}

#ifdef __SYCL_DEVICE_ONLY__
// Optimizers recognize the product of halves and use 128 bits, which devices lack.
SYCL_EXTERNAL __attribute__((const))
std::int64_t mulHigh(std::int64_t, std::int64_t) __asm__("_Z6mul_hill");
SYCL_EXTERNAL __attribute__((const))
std::uint64_t mulHigh(std::uint64_t, std::uint64_t) __asm__("_Z6mul_himm");
#endif

// The upper half of the product.
template <typename T> T mul_hi(T x, T y) {
  if constexpr (sizeof(T) < 8) {
    using Wide = std::conditional_t<std::is_signed_v<T>, std::int64_t, std::uint64_t>;
    return static_cast<T>((static_cast<Wide>(x) * static_cast<Wide>(y)) >> bitsOf<T>);
  } else {
#ifdef __SYCL_DEVICE_ONLY__
    using Wide = std::conditional_t<std::is_signed_v<T>, std::int64_t, std::uint64_t>;
    return static_cast<T>(mulHigh(static_cast<Wide>(x), static_cast<Wide>(y)));
#else
    const auto a = static_cast<std::uint64_t>(x), b = static_cast<std::uint64_t>(y);
    const std::uint64_t low = 0xFFFFFFFFu;
    const std::uint64_t cross = (a >> 32) * (b & low) + (((a & low) * (b & low)) >> 32);
    const std::uint64_t carry = (a & low) * (b >> 32) + (cross & low);
    std::uint64_t high = (a >> 32) * (b >> 32) + (cross >> 32) + (carry >> 32);
    if constexpr (std::is_signed_v<T>)
      high -= (x < 0 ? b : 0) + (y < 0 ? a : 0);
    return static_cast<T>(high);
#endif
  }
}

template <typename T> T mad_hi(T a, T b, T c) {
  return wrap<T>(static_cast<Unsigned<T>>(static_cast<Unsigned<T>>(mul_hi(a, b)) +
                                          static_cast<Unsigned<T>>(c)));
}

template <typename T> T mad_sat(T a, T b, T c) {
  if constexpr (sizeof(T) < 8) {
    using Wide = std::conditional_t<std::is_signed_v<T>, std::int64_t, std::uint64_t>;
    const Wide sum = static_cast<Wide>(a) * static_cast<Wide>(b) + static_cast<Wide>(c);
    const Wide smallest = static_cast<Wide>(Limits<T>::min()),
               largest = static_cast<Wide>(Limits<T>::max());
    return static_cast<T>(sum < smallest ? smallest : sum > largest ? largest : sum);
  } else {
    // The sum has 128 bits: high and low.
    const std::uint64_t product = static_cast<std::uint64_t>(a) * static_cast<std::uint64_t>(b);
    const std::uint64_t low = product + static_cast<std::uint64_t>(c);
    std::uint64_t high = static_cast<std::uint64_t>(mul_hi(a, b)) + (low < product ? 1 : 0);
    if constexpr (std::is_signed_v<T>) {
      high -= c < 0 ? 1 : 0;
      const std::uint64_t extension = (low >> 63) != 0 ? ~std::uint64_t(0) : 0;
      if (high != extension)
        return (high >> 63) != 0 ? Limits<T>::min() : Limits<T>::max();
      return static_cast<T>(low);
    } else {
      return high != 0 ? Limits<T>::max() : static_cast<T>(low);
    }
  }
}

template <typename T> constexpr T mul24(T x, T y) {
  return wrap<T>(static_cast<Unsigned<T>>(x) * static_cast<Unsigned<T>>(y));
}
template <typename T> constexpr T mad24(T x, T y, T z) {
  return wrap<T>(static_cast<Unsigned<T>>(x) * static_cast<Unsigned<T>>(y) +
                 static_cast<Unsigned<T>>(z));
}

// Integers of 32 bits, which mul24 and mad24 take.
template <typename X, typename... Y>
using Int32 = SameValue<isGenericInteger<ElementOf<X>> && sizeof(ElementOf<X>) == 4, X, Y...>;

// Integers of twice the bits of T, with its sign.
template <typename T>
using Twice = std::conditional_t<std::is_signed_v<T>, typename IntegersOf<sizeof(T) * 2>::Signed,
                                 typename IntegersOf<sizeof(T) * 2>::Unsigned>;
template <typename High, typename Low>
using Upsampled = std::enable_if_t<
    isGenericInteger<ElementOf<High>> && sizeof(ElementOf<High>) < 8 &&
        std::is_same_v<ValueOf<Low>, Rebind<ValueOf<High>, std::make_unsigned_t<ElementOf<High>>>>,
    Rebind<ValueOf<High>, Twice<ElementOf<High>>>>;
template <typename High, typename Low> constexpr Twice<High> upsample(High high, Low low) {
  using Result = Twice<High>;
  return static_cast<Result>((static_cast<std::make_unsigned_t<Result>>(high) << bitsOf<High>) |
                             low);
}

} // namespace integers
} // namespace detail

#define URSA_SYCL_INTEGER_1(name)                                                                  \
  template <typename X, typename R = detail::GenericInteger<X>> constexpr R name(const X &x) {     \
    if constexpr (detail::isScalar<R>) {                                                           \
      return detail::integers::name(x);                                                            \
    } else {                                                                                       \
      const R &a = x;                                                                              \
      URSA_SYCL_MATH_EACH(R, detail::integers::name(a[i]))                                         \
    }                                                                                              \
  }
#define URSA_SYCL_INTEGER_2(name, Types)                                                           \
  template <typename X, typename Y, typename R = detail::Types<X, Y>>                              \
  R name(const X &x, const Y &y) {                                                                 \
    if constexpr (detail::isScalar<R>) {                                                           \
      return detail::integers::name(x, y);                                                         \
    } else {                                                                                       \
      const detail::ValueOf<X> &a = x;                                                             \
      const detail::ValueOf<Y> &b = y;                                                             \
      URSA_SYCL_MATH_EACH(R, detail::integers::name(a[i], b[i]))                                   \
    }                                                                                              \
  }
#define URSA_SYCL_INTEGER_3(name, Types)                                                           \
  template <typename X, typename Y, typename Z, typename R = detail::Types<X, Y, Z>>               \
  R name(const X &x, const Y &y, const Z &z) {                                                     \
    if constexpr (detail::isScalar<R>) {                                                           \
      return detail::integers::name(x, y, z);                                                      \
    } else {                                                                                       \
      const R &a = x;                                                                              \
      const R &b = y;                                                                              \
      const R &c = z;                                                                              \
      URSA_SYCL_MATH_EACH(R, detail::integers::name(a[i], b[i], c[i]))                             \
    }                                                                                              \
  }
URSA_SYCL_INTEGER_1(abs)
URSA_SYCL_INTEGER_1(clz)
URSA_SYCL_INTEGER_1(ctz)
URSA_SYCL_INTEGER_1(popcount)
URSA_SYCL_INTEGER_2(abs_diff, GenericInteger)
URSA_SYCL_INTEGER_2(add_sat, GenericInteger)
URSA_SYCL_INTEGER_2(hadd, GenericInteger)
URSA_SYCL_INTEGER_2(rhadd, GenericInteger)
URSA_SYCL_INTEGER_2(mul_hi, GenericInteger)
URSA_SYCL_INTEGER_2(rotate, GenericInteger)
URSA_SYCL_INTEGER_2(sub_sat, GenericInteger)
URSA_SYCL_INTEGER_2(mul24, integers::Int32)
URSA_SYCL_INTEGER_2(upsample, integers::Upsampled)
URSA_SYCL_INTEGER_3(mad_hi, GenericInteger)
URSA_SYCL_INTEGER_3(mad_sat, GenericInteger)
URSA_SYCL_INTEGER_3(mad24, integers::Int32)
#undef URSA_SYCL_INTEGER_3
#undef URSA_SYCL_INTEGER_2
#undef URSA_SYCL_INTEGER_1

} // namespace sycl
} // namespace ursa_sycl
