// The common functions of SYCL 2020 (4.17.7), and those of the same names for integers (4.17.6):
// min, max, clamp.
#pragma once

#include <sycl/detail/math_functions.hpp>
#include <sycl/detail/math_pointers.hpp>
#include <sycl/detail/math_shapes.hpp>

#include <type_traits>

inline namespace ursa_sycl {
namespace sycl {
namespace detail {
namespace common {

template <typename T> constexpr T max(T x, T y) { return x < y ? y : x; }
template <typename T> constexpr T min(T x, T y) { return y < x ? y : x; }
template <typename T> constexpr T clamp(T x, T low, T high) {
  if constexpr (isFloatingPoint<T>)
    return sycl::fmin(sycl::fmax(x, low), high);
  else
    return min(max(x, low), high);
}

// Angles of half are computed in float.
template <typename T> T degrees(T x) {
  using C = Computed<T>;
  return T(static_cast<C>(x) * static_cast<C>(57.295779513082320876798154814105170));
}
template <typename T> T radians(T x) {
  using C = Computed<T>;
  return T(static_cast<C>(x) * static_cast<C>(0.01745329251994329576923690768488613));
}
template <typename T> T mix(T x, T y, T a) { return x + (y - x) * a; }
template <typename T> T step(T edge, T x) { return x < edge ? T(0) : T(1); }
template <typename T> T smoothstep(T edge0, T edge1, T x) {
  const T t = clamp((x - edge0) / (edge1 - edge0), T(0), T(1));
  return t * t * (T(3) - T(2) * t);
}
template <typename T> T sign(T x) {
  if (isNan(x))
    return T(0);
  return x > T(0) ? T(1) : x < T(0) ? T(-1) : x;
}

} // namespace common
} // namespace detail

#define URSA_SYCL_COMMON_1(name)                                                                   \
  template <typename X, typename R = detail::GenericFloat<X>> R name(const X &x) {                 \
    if constexpr (detail::isScalar<R>) {                                                           \
      return detail::common::name(x);                                                              \
    } else {                                                                                       \
      const R &a = x;                                                                              \
      URSA_SYCL_MATH_EACH(R, detail::common::name(a[i]))                                           \
    }                                                                                              \
  }
#define URSA_SYCL_COMMON_2(name, Types)                                                            \
  template <typename X, typename Y, typename R = detail::Types<X, Y>>                              \
  R name(const X &x, const Y &y) {                                                                 \
    if constexpr (detail::isScalar<R>) {                                                           \
      return detail::common::name(x, y);                                                           \
    } else {                                                                                       \
      const R &a = x;                                                                              \
      const R &b = y;                                                                              \
      URSA_SYCL_MATH_EACH(R, detail::common::name(a[i], b[i]))                                     \
    }                                                                                              \
  }
#define URSA_SYCL_COMMON_3(name, Types)                                                            \
  template <typename X, typename Y, typename Z, typename R = detail::Types<X, Y, Z>>               \
  R name(const X &x, const Y &y, const Z &z) {                                                     \
    if constexpr (detail::isScalar<R>) {                                                           \
      return detail::common::name(x, y, z);                                                        \
    } else {                                                                                       \
      const R &a = x;                                                                              \
      const R &b = y;                                                                              \
      const R &c = z;                                                                              \
      URSA_SYCL_MATH_EACH(R, detail::common::name(a[i], b[i], c[i]))                               \
    }                                                                                              \
  }
URSA_SYCL_COMMON_1(degrees)
URSA_SYCL_COMMON_1(radians)
URSA_SYCL_COMMON_1(sign)
URSA_SYCL_COMMON_2(max, GenericNumber)
URSA_SYCL_COMMON_2(min, GenericNumber)
URSA_SYCL_COMMON_2(step, GenericFloat)
URSA_SYCL_COMMON_3(clamp, GenericNumber)
URSA_SYCL_COMMON_3(mix, GenericFloat)
URSA_SYCL_COMMON_3(smoothstep, GenericFloat)
#undef URSA_SYCL_COMMON_3
#undef URSA_SYCL_COMMON_2
#undef URSA_SYCL_COMMON_1

// The same with one scalar for all elements.
template <typename X, typename R = detail::NonScalarNumber<X>>
R max(const X &x, typename X::value_type y) {
  const R &a = x;
  URSA_SYCL_MATH_EACH(R, detail::common::max(a[i], y))
}
template <typename X, typename R = detail::NonScalarNumber<X>>
R min(const X &x, typename X::value_type y) {
  const R &a = x;
  URSA_SYCL_MATH_EACH(R, detail::common::min(a[i], y))
}
template <typename X, typename R = detail::NonScalarNumber<X>>
R clamp(const X &x, typename X::value_type low, typename X::value_type high) {
  const R &a = x;
  URSA_SYCL_MATH_EACH(R, detail::common::clamp(a[i], low, high))
}
template <typename X, typename Y, typename R = detail::FloatNonScalar<X, Y>>
R mix(const X &x, const Y &y, typename X::value_type amount) {
  const R &a = x;
  const R &b = y;
  URSA_SYCL_MATH_EACH(R, detail::common::mix(a[i], b[i], amount))
}
template <typename X, typename R = detail::FloatNonScalar<X>>
R step(typename X::value_type edge, const X &x) {
  const R &a = x;
  URSA_SYCL_MATH_EACH(R, detail::common::step(edge, a[i]))
}
template <typename X, typename R = detail::FloatNonScalar<X>>
R smoothstep(typename X::value_type edge0, typename X::value_type edge1, const X &x) {
  const R &a = x;
  URSA_SYCL_MATH_EACH(R, detail::common::smoothstep(edge0, edge1, a[i]))
}

} // namespace sycl
} // namespace ursa_sycl
