// The math functions of SYCL 2020 (4.17.5) that have a second result behind a pointer or multi_ptr,
// and nan. They are computed from other functions and bits, so that no address space matters.
#pragma once

#include <sycl/bit_cast.hpp>
#include <sycl/detail/math_functions.hpp>
#include <sycl/detail/math_shapes.hpp>

#include <cstdint>
#include <limits>
#include <type_traits>

inline namespace ursa_sycl {
namespace sycl {
namespace detail {

// The layout of the bits of a floating-point number.
template <typename Float> struct FloatBits {
  using Bits = UnsignedOf<Float>;
  static constexpr int mantissa = std::numeric_limits<Float>::digits - 1;
  static constexpr Bits sign = Bits(Bits(1) << (sizeof(Float) * 8 - 1));
  static constexpr Bits fraction = Bits((Bits(1) << mantissa) - 1);
  static constexpr Bits exponent = Bits(Bits(~sign) & Bits(~fraction));
  static constexpr Bits magnitude(Float value) { return Bits(bit_cast<Bits>(value) & Bits(~sign)); }
};

template <typename Float> constexpr bool isNan(Float value) {
  return FloatBits<Float>::magnitude(value) > FloatBits<Float>::exponent;
}
template <typename Float> constexpr bool isInfinite(Float value) {
  return FloatBits<Float>::magnitude(value) == FloatBits<Float>::exponent;
}

template <typename Float> Float fractOf(Float x, Float &whole) {
  whole = sycl::floor(x);
  if (isNan(x))
    return x;
  if (isInfinite(x))
    return sycl::copysign(Float(0), x);
  // Just below one.
  const Float largest = Float(1) - std::numeric_limits<Float>::epsilon() / Float(2);
  const Float rest = x - whole;
  return rest < largest ? rest : largest;
}

template <typename Float> Float modfOf(Float x, Float &whole) {
  whole = sycl::trunc(x);
  return sycl::copysign(isInfinite(x) ? Float(0) : Float(x - whole), x);
}

template <typename Float> Float frexpOf(Float x, int &exponent) {
  using B = FloatBits<Float>;
  using Bits = typename B::Bits;
  const Bits magnitude = B::magnitude(x);
  exponent = 0;
  if (magnitude == 0 || magnitude >= B::exponent)
    return x;
  int biased = static_cast<int>(magnitude >> B::mantissa);
  Bits fraction = static_cast<Bits>(magnitude & B::fraction);
  if (biased == 0) {
    // A subnormal number is shifted until its leading bit is where that of normal ones is.
    biased = 1;
    while ((fraction >> B::mantissa) == 0) {
      fraction = static_cast<Bits>(fraction << 1);
      --biased;
    }
    fraction = static_cast<Bits>(fraction & B::fraction);
  }
  constexpr int half = std::numeric_limits<Float>::max_exponent - 2;
  exponent = biased - half;
  return bit_cast<Float>(
      static_cast<Bits>((bit_cast<Bits>(x) & B::sign) | (Bits(half) << B::mantissa) | fraction));
}

template <typename Float> Float sincosOf(Float x, Float &cosine) {
  cosine = sycl::cos(x);
  return sycl::sin(x);
}

// The sign of gamma(x) alternates between the negative integers, where there is none.
template <typename Float> Float lgammaOf(Float x, int &sign) {
  const Float below = sycl::floor(x);
  sign = (bit_cast<UnsignedOf<Float>>(x) & FloatBits<Float>::sign) != 0 && x == Float(0) ? -1 : 1;
  if (x < Float(0) && below != x && sycl::fmod(below, Float(2)) != Float(0))
    sign = -1;
  return sycl::lgamma(x);
}

// The quotient's lowest seven bits, with its sign. They are those of the remainder of 128 * y.
template <typename Float> Float remquoOf(Float x, Float y, int &quotient) {
  const Float rest = sycl::remainder(x, y);
  quotient = 0;
  if (isNan(rest) || isInfinite(y))
    return rest;
  const Float a = sycl::fabs(x), b = sycl::fabs(y);
  const Float period = b * Float(128);
  const Float part = isInfinite(period) ? a : sycl::fmod(a, period);
  const Float partRest = x < Float(0) ? -rest : rest;
  const int magnitude = static_cast<int>(sycl::rint((part - partRest) / b)) & 127;
  quotient = (x < Float(0)) != (y < Float(0)) ? -magnitude : magnitude;
  return rest;
}

// The type that numbers of type T are computed in where half is too narrow.
template <typename T> using Computed = std::conditional_t<std::is_same_v<T, half>, float, T>;

} // namespace detail

// Functions of float, double, half and non-scalar arguments. Second is the type of the elements of
// the second result.
#define URSA_SYCL_POINTER_SCALAR(name, function, Type, Second)                                     \
  template <typename Ptr> Type name(Type x, Ptr pointer) {                                         \
    Second second{};                                                                               \
    const Type result = detail::function(x, second);                                               \
    *detail::rawPointer(pointer) = second;                                                         \
    return result;                                                                                 \
  }
#define URSA_SYCL_POINTER_SHAPES(name)                                                             \
  template <typename X, typename Ptr, typename R = detail::FloatNonScalar<X>>                      \
  R name(const X &x, Ptr pointer) {                                                                \
    const R &a = x;                                                                                \
    auto *second = detail::rawPointer(pointer);                                                    \
    URSA_SYCL_MATH_EACH(R, sycl::name(a[i], &(*second)[i]))                                        \
  }
#define URSA_SYCL_POINTER(name, function)                                                          \
  URSA_SYCL_POINTER_SCALAR(name, function, float, float)                                           \
  URSA_SYCL_POINTER_SCALAR(name, function, double, double)                                         \
  URSA_SYCL_POINTER_SCALAR(name, function, half, half)                                             \
  URSA_SYCL_POINTER_SHAPES(name)
#define URSA_SYCL_POINTER_INT(name, function)                                                      \
  URSA_SYCL_POINTER_SCALAR(name, function, float, int)                                             \
  URSA_SYCL_POINTER_SCALAR(name, function, double, int)                                            \
  URSA_SYCL_POINTER_SCALAR(name, function, half, int)                                              \
  URSA_SYCL_POINTER_SHAPES(name)
URSA_SYCL_POINTER(fract, fractOf)
URSA_SYCL_POINTER(modf, modfOf)
URSA_SYCL_POINTER(sincos, sincosOf)
URSA_SYCL_POINTER_INT(frexp, frexpOf)
URSA_SYCL_POINTER_INT(lgamma_r, lgammaOf)
#undef URSA_SYCL_POINTER_INT
#undef URSA_SYCL_POINTER
#undef URSA_SYCL_POINTER_SHAPES
#undef URSA_SYCL_POINTER_SCALAR

#define URSA_SYCL_REMQUO(Type)                                                                     \
  template <typename Ptr> Type remquo(Type x, Type y, Ptr pointer) {                               \
    int quotient = 0;                                                                              \
    const auto rest = detail::remquoOf(static_cast<detail::Computed<Type>>(x),                     \
                                       static_cast<detail::Computed<Type>>(y), quotient);          \
    *detail::rawPointer(pointer) = quotient;                                                       \
    return Type(rest);                                                                             \
  }
URSA_SYCL_REMQUO(float)
URSA_SYCL_REMQUO(double)
URSA_SYCL_REMQUO(half)
#undef URSA_SYCL_REMQUO
template <typename X, typename Y, typename Ptr, typename R = detail::FloatNonScalar<X, Y>>
R remquo(const X &x, const Y &y, Ptr pointer) {
  const R &a = x;
  const R &b = y;
  auto *quotients = detail::rawPointer(pointer);
  URSA_SYCL_MATH_EACH(R, sycl::remquo(a[i], b[i], &(*quotients)[i]))
}

namespace detail {
template <typename Float> Float quietNan(UnsignedOf<Float> code) {
  using B = FloatBits<Float>;
  using Bits = typename B::Bits;
  return bit_cast<Float>(
      static_cast<Bits>(B::exponent | (Bits(1) << (B::mantissa - 1)) | (code & B::fraction)));
}
template <std::size_t Bytes> struct FloatOf;
template <> struct FloatOf<2> { using Type = half; };
template <> struct FloatOf<4> { using Type = float; };
template <> struct FloatOf<8> { using Type = double; };
} // namespace detail

inline float nan(std::uint32_t nancode) { return detail::quietNan<float>(nancode); }
inline double nan(std::uint64_t nancode) { return detail::quietNan<double>(nancode); }
inline double nan(unsigned long long nancode) { return detail::quietNan<double>(nancode); }
inline half nan(std::uint16_t nancode) { return detail::quietNan<half>(nancode); }
template <
    typename X,
    typename V =
        detail::SameValue<!detail::isScalar<X> && std::is_unsigned_v<detail::ElementOf<X>>, X>,
    typename R = detail::Rebind<V, typename detail::FloatOf<sizeof(detail::ElementOf<X>)>::Type>>
R nan(const X &nancode) {
  const V &codes = nancode;
  URSA_SYCL_MATH_EACH(R, detail::quietNan<detail::ElementOf<R>>(codes[i]))
}

} // namespace sycl
} // namespace ursa_sycl
