// The math functions of SYCL 2020 (4.17.5). On devices those of float and double are the targets'
// built-in functions, by the names of OpenCL C; on the host they are the C library's. Those of half
// are computed in float and rounded, but fma.
#pragma once

#include <sycl/bit_cast.hpp>
#include <sycl/detail/defines.hpp>
#include <sycl/detail/math_host.hpp>
#include <sycl/detail/math_shapes.hpp>

#include <cstdint>
#include <limits>
#include <type_traits>

inline namespace ursa_sycl {
namespace sycl {

// Functions of float and double: URSA_SYCL_MATH_n(name, host, length) has n arguments, `host` and
// host##f compute it on the host, `length` is that of the name.
#ifdef __SYCL_DEVICE_ONLY__
#define URSA_SYCL_BUILTIN SYCL_EXTERNAL __attribute__((const))
#define URSA_SYCL_MATH_1(name, host, length)                                                       \
  URSA_SYCL_BUILTIN float name(float) __asm__("_Z" #length #name "f");                             \
  URSA_SYCL_BUILTIN double name(double) __asm__("_Z" #length #name "d");
#define URSA_SYCL_MATH_2(name, host, length)                                                       \
  URSA_SYCL_BUILTIN float name(float, float) __asm__("_Z" #length #name "ff");                     \
  URSA_SYCL_BUILTIN double name(double, double) __asm__("_Z" #length #name "dd");
#define URSA_SYCL_MATH_3(name, host, length)                                                       \
  URSA_SYCL_BUILTIN float name(float, float, float) __asm__("_Z" #length #name "fff");             \
  URSA_SYCL_BUILTIN double name(double, double, double) __asm__("_Z" #length #name "ddd");
#define URSA_SYCL_MATH_INT(name, host, length)                                                     \
  URSA_SYCL_BUILTIN float name(float, int) __asm__("_Z" #length #name "fi");                       \
  URSA_SYCL_BUILTIN double name(double, int) __asm__("_Z" #length #name "di");
URSA_SYCL_BUILTIN int ilogb(float) __asm__("_Z5ilogbf");
URSA_SYCL_BUILTIN int ilogb(double) __asm__("_Z5ilogbd");
#else
#define URSA_SYCL_MATH_1(name, host, length)                                                       \
  inline float name(float x) { return host##f(x); }                                                \
  inline double name(double x) { return host(x); }
#define URSA_SYCL_MATH_2(name, host, length)                                                       \
  inline float name(float x, float y) { return host##f(x, y); }                                    \
  inline double name(double x, double y) { return host(x, y); }
#define URSA_SYCL_MATH_3(name, host, length)                                                       \
  inline float name(float x, float y, float z) { return host##f(x, y, z); }                        \
  inline double name(double x, double y, double z) { return host(x, y, z); }
#define URSA_SYCL_MATH_INT(name, host, length)                                                     \
  inline float name(float x, int y) { return host##f(x, y); }                                      \
  inline double name(double x, int y) { return host(x, y); }
inline int ilogb(float x) { return __builtin_ilogbf(x); }
inline int ilogb(double x) { return __builtin_ilogb(x); }
#endif

// The same function of half.
#define URSA_SYCL_MATH_HALF_1(name)                                                                \
  inline half name(half x) { return half(name(static_cast<float>(x))); }
#define URSA_SYCL_MATH_HALF_2(name)                                                                \
  inline half name(half x, half y) {                                                               \
    return half(name(static_cast<float>(x), static_cast<float>(y)));                               \
  }
#define URSA_SYCL_MATH_HALF_INT(name)                                                              \
  inline half name(half x, int y) { return half(name(static_cast<float>(x), y)); }

// The same function of vec, swizzles and marray.
#define URSA_SYCL_MATH_SHAPES_1(name)                                                              \
  template <typename X, typename R = detail::FloatNonScalar<X>> R name(const X &x) {               \
    const R &a = x;                                                                                \
    URSA_SYCL_MATH_EACH(R, sycl::name(a[i]))                                                       \
  }
#define URSA_SYCL_MATH_SHAPES_2(name)                                                              \
  template <typename X, typename Y, typename R = detail::FloatNonScalar<X, Y>>                     \
  R name(const X &x, const Y &y) {                                                                 \
    const R &a = x;                                                                                \
    const R &b = y;                                                                                \
    URSA_SYCL_MATH_EACH(R, sycl::name(a[i], b[i]))                                                 \
  }
#define URSA_SYCL_MATH_SHAPES_3(name)                                                              \
  template <typename X, typename Y, typename Z, typename R = detail::FloatNonScalar<X, Y, Z>>      \
  R name(const X &x, const Y &y, const Z &z) {                                                     \
    const R &a = x;                                                                                \
    const R &b = y;                                                                                \
    const R &c = z;                                                                                \
    URSA_SYCL_MATH_EACH(R, sycl::name(a[i], b[i], c[i]))                                           \
  }
#define URSA_SYCL_MATH_SHAPES_INT(name)                                                            \
  template <typename X, typename Y, typename R = detail::FloatNonScalar<X>,                        \
            typename I = detail::SameValue<true, detail::Rebind<R, int>, Y>>                       \
  R name(const X &x, const Y &y) {                                                                 \
    const R &a = x;                                                                                \
    const I &b = y;                                                                                \
    URSA_SYCL_MATH_EACH(R, sycl::name(a[i], b[i]))                                                 \
  }

#define URSA_SYCL_FUNCTION_1(name, host, length)                                                   \
  URSA_SYCL_MATH_1(name, host, length)                                                             \
  URSA_SYCL_MATH_HALF_1(name)                                                                      \
  URSA_SYCL_MATH_SHAPES_1(name)
#define URSA_SYCL_FUNCTION_2(name, host, length)                                                   \
  URSA_SYCL_MATH_2(name, host, length)                                                             \
  URSA_SYCL_MATH_HALF_2(name)                                                                      \
  URSA_SYCL_MATH_SHAPES_2(name)
#define URSA_SYCL_FUNCTION_INT(name, host, length)                                                 \
  URSA_SYCL_MATH_INT(name, host, length)                                                           \
  URSA_SYCL_MATH_HALF_INT(name)                                                                    \
  URSA_SYCL_MATH_SHAPES_INT(name)

URSA_SYCL_FUNCTION_1(acos, __builtin_acos, 4)
URSA_SYCL_FUNCTION_1(acosh, __builtin_acosh, 5)
URSA_SYCL_FUNCTION_1(acospi, detail::host::acospi, 6)
URSA_SYCL_FUNCTION_1(asin, __builtin_asin, 4)
URSA_SYCL_FUNCTION_1(asinh, __builtin_asinh, 5)
URSA_SYCL_FUNCTION_1(asinpi, detail::host::asinpi, 6)
URSA_SYCL_FUNCTION_1(atan, __builtin_atan, 4)
URSA_SYCL_FUNCTION_1(atanh, __builtin_atanh, 5)
URSA_SYCL_FUNCTION_1(atanpi, detail::host::atanpi, 6)
URSA_SYCL_FUNCTION_1(cbrt, __builtin_cbrt, 4)
URSA_SYCL_FUNCTION_1(ceil, __builtin_ceil, 4)
URSA_SYCL_FUNCTION_1(cos, __builtin_cos, 3)
URSA_SYCL_FUNCTION_1(cosh, __builtin_cosh, 4)
URSA_SYCL_FUNCTION_1(cospi, detail::host::cospi, 5)
URSA_SYCL_FUNCTION_1(erf, __builtin_erf, 3)
URSA_SYCL_FUNCTION_1(erfc, __builtin_erfc, 4)
URSA_SYCL_FUNCTION_1(exp, __builtin_exp, 3)
URSA_SYCL_FUNCTION_1(exp2, __builtin_exp2, 4)
URSA_SYCL_FUNCTION_1(exp10, __builtin_exp10, 5)
URSA_SYCL_FUNCTION_1(expm1, __builtin_expm1, 5)
URSA_SYCL_FUNCTION_1(fabs, __builtin_fabs, 4)
URSA_SYCL_FUNCTION_1(floor, __builtin_floor, 5)
URSA_SYCL_FUNCTION_1(lgamma, __builtin_lgamma, 6)
URSA_SYCL_FUNCTION_1(log, __builtin_log, 3)
URSA_SYCL_FUNCTION_1(log2, __builtin_log2, 4)
URSA_SYCL_FUNCTION_1(log10, __builtin_log10, 5)
URSA_SYCL_FUNCTION_1(log1p, __builtin_log1p, 5)
URSA_SYCL_FUNCTION_1(logb, __builtin_logb, 4)
URSA_SYCL_FUNCTION_1(rint, __builtin_rint, 4)
URSA_SYCL_FUNCTION_1(round, __builtin_round, 5)
URSA_SYCL_FUNCTION_1(rsqrt, detail::host::rsqrt, 5)
URSA_SYCL_FUNCTION_1(sin, __builtin_sin, 3)
URSA_SYCL_FUNCTION_1(sinh, __builtin_sinh, 4)
URSA_SYCL_FUNCTION_1(sinpi, detail::host::sinpi, 5)
URSA_SYCL_FUNCTION_1(sqrt, __builtin_sqrt, 4)
URSA_SYCL_FUNCTION_1(tan, __builtin_tan, 3)
URSA_SYCL_FUNCTION_1(tanh, __builtin_tanh, 4)
URSA_SYCL_FUNCTION_1(tanpi, detail::host::tanpi, 5)
URSA_SYCL_FUNCTION_1(tgamma, __builtin_tgamma, 6)
URSA_SYCL_FUNCTION_1(trunc, __builtin_trunc, 5)

URSA_SYCL_FUNCTION_2(atan2, __builtin_atan2, 5)
URSA_SYCL_FUNCTION_2(atan2pi, detail::host::atan2pi, 7)
URSA_SYCL_FUNCTION_2(copysign, __builtin_copysign, 8)
URSA_SYCL_FUNCTION_2(fdim, __builtin_fdim, 4)
URSA_SYCL_FUNCTION_2(fmax, __builtin_fmax, 4)
URSA_SYCL_FUNCTION_2(fmin, __builtin_fmin, 4)
URSA_SYCL_FUNCTION_2(fmod, __builtin_fmod, 4)
URSA_SYCL_FUNCTION_2(hypot, __builtin_hypot, 5)
URSA_SYCL_FUNCTION_2(maxmag, detail::host::maxmag, 6)
URSA_SYCL_FUNCTION_2(minmag, detail::host::minmag, 6)
URSA_SYCL_FUNCTION_2(pow, __builtin_pow, 3)
URSA_SYCL_FUNCTION_2(powr, detail::host::powr, 4)
URSA_SYCL_FUNCTION_2(remainder, __builtin_remainder, 9)

URSA_SYCL_FUNCTION_INT(ldexp, __builtin_ldexp, 5)
URSA_SYCL_FUNCTION_INT(pown, detail::host::pown, 4)
URSA_SYCL_FUNCTION_INT(rootn, detail::host::rootn, 5)

template <typename X, typename R = detail::FloatNonScalar<X>>
R fmax(const X &x, typename X::value_type y) {
  const R &a = x;
  URSA_SYCL_MATH_EACH(R, sycl::fmax(a[i], y))
}
template <typename X, typename R = detail::FloatNonScalar<X>>
R fmin(const X &x, typename X::value_type y) {
  const R &a = x;
  URSA_SYCL_MATH_EACH(R, sycl::fmin(a[i], y))
}
template <typename X, typename R = detail::FloatNonScalar<X>> R ldexp(const X &x, int k) {
  const R &a = x;
  URSA_SYCL_MATH_EACH(R, sycl::ldexp(a[i], k))
}

inline int ilogb(half x) { return ilogb(static_cast<float>(x)); }
template <typename X, typename R = detail::Rebind<detail::FloatNonScalar<X>, int>>
R ilogb(const X &x) {
  const detail::ValueOf<X> &a = x;
  URSA_SYCL_MATH_EACH(R, sycl::ilogb(a[i]))
}

URSA_SYCL_MATH_3(fma, __builtin_fma, 3)
URSA_SYCL_MATH_3(mad, detail::host::mad, 3)

#ifdef __SYCL_DEVICE_ONLY__
namespace detail {
URSA_SYCL_BUILTIN HalfStorage fmaOfHalf(HalfStorage, HalfStorage,
                                        HalfStorage) __asm__("_Z3fmaDhDhDh");
}
inline half fma(half a, half b, half c) {
  return half(detail::fmaOfHalf(detail::storageOf(a), detail::storageOf(b), detail::storageOf(c)),
              nullptr);
}
#else
// The exact result is rounded once: the sum in float is made odd if it is inexact, so that rounding
// it to half sees on which side the exact result lies.
inline half fma(half a, half b, half c) {
  const float product = static_cast<float>(a) * static_cast<float>(b);
  const float addend = static_cast<float>(c);
  float sum = product + addend;
  const float part = sum - product;
  const float error = (product - (sum - part)) + (addend - part);
  const std::uint32_t bits = bit_cast<std::uint32_t>(sum);
  if ((bits & 1) == 0 && (error > 0.0f || error < 0.0f))
    sum = detail::neighbour(sum, (error > 0.0f) == (sum > 0.0f));
  return half(sum);
}
#endif
inline half mad(half a, half b, half c) { return fma(a, b, c); }
URSA_SYCL_MATH_SHAPES_3(fma)
URSA_SYCL_MATH_SHAPES_3(mad)

URSA_SYCL_MATH_2(nextafter, __builtin_nextafter, 9)
inline half nextafter(half x, half y) {
  if (x != x || y != y)
    return std::numeric_limits<half>::quiet_NaN();
  if (x == y)
    return y;
  if (x == half(0))
    return detail::halfFromBits(y < half(0) ? 0x8001 : 0x0001);
  return detail::neighbour(x, (x < y) == (x > half(0)));
}
URSA_SYCL_MATH_SHAPES_2(nextafter)

#undef URSA_SYCL_FUNCTION_1
#undef URSA_SYCL_FUNCTION_2
#undef URSA_SYCL_FUNCTION_INT
#undef URSA_SYCL_MATH_SHAPES_3
#undef URSA_SYCL_MATH_SHAPES_INT
#undef URSA_SYCL_MATH_HALF_1
#undef URSA_SYCL_MATH_HALF_2
#undef URSA_SYCL_MATH_HALF_INT
#undef URSA_SYCL_MATH_1
#undef URSA_SYCL_MATH_2
#undef URSA_SYCL_MATH_3
#undef URSA_SYCL_MATH_INT

} // namespace sycl
} // namespace ursa_sycl
