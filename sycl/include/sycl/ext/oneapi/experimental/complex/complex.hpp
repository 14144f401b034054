// Complex numbers of half, float and double that kernels can use (sycl_ext_oneapi_complex).
// Quotients are scaled, so that they do not overflow before their result does.
#pragma once

#include <sycl/ext/oneapi/experimental/complex/complex_type.hpp>
#include <sycl/math.hpp>

inline namespace ursa_sycl {
namespace sycl::ext::oneapi::experimental {

namespace detail {
/// The type of a scalar in functions of complex numbers: integers count as double.
template <typename T>
using ComplexScalar =
    std::conditional_t<std::is_integral_v<T>, double,
                       std::enable_if_t<is_genfloat_v<T> || std::is_integral_v<T>, T>>;
} // namespace detail

template <typename T> constexpr T real(const complex<T> &x) { return x.real(); }
template <typename T> constexpr T imag(const complex<T> &x) { return x.imag(); }
template <typename T> constexpr detail::ComplexScalar<T> real(T x) { return x; }
template <typename T> constexpr detail::ComplexScalar<T> imag(T) { return 0; }

template <typename T> T abs(const complex<T> &x) { return sycl::hypot(x.real(), x.imag()); }
template <typename T> T arg(const complex<T> &x) { return sycl::atan2(x.imag(), x.real()); }
template <typename T> detail::ComplexScalar<T> arg(T x) {
  return sycl::atan2(detail::ComplexScalar<T>(0), detail::ComplexScalar<T>(x));
}
template <typename T> constexpr T norm(const complex<T> &x) {
  return x.real() * x.real() + x.imag() * x.imag();
}
template <typename T> constexpr detail::ComplexScalar<T> norm(T x) {
  return detail::ComplexScalar<T>(x) * detail::ComplexScalar<T>(x);
}
template <typename T> constexpr complex<T> conj(const complex<T> &x) {
  return {x.real(), -x.imag()};
}
template <typename T> constexpr complex<detail::ComplexScalar<T>> conj(T x) {
  return detail::ComplexScalar<T>(x);
}
/// All infinities are one point.
template <typename T> complex<T> proj(const complex<T> &x) {
  if (sycl::isinf(x.real()) || sycl::isinf(x.imag()))
    return {T(std::numeric_limits<float>::infinity()), sycl::copysign(T(0), x.imag())};
  return x;
}
template <typename T> complex<detail::ComplexScalar<T>> proj(T x) {
  return proj(complex<detail::ComplexScalar<T>>(x));
}
template <typename T> complex<T> polar(const T &length, const T &angle = T(0)) {
  return {length * sycl::cos(angle), length * sycl::sin(angle)};
}

template <typename T> complex<T> sqrt(const complex<T> &x) {
  const T length = abs(x);
  if (length == T(0))
    return {T(0), x.imag()};
  if (sycl::isinf(x.imag()))
    return {T(std::numeric_limits<float>::infinity()), x.imag()};
  const T larger = sycl::sqrt((length + sycl::fabs(x.real())) / T(2));
  const T smaller = sycl::fabs(x.imag()) / (T(2) * larger);
  return x.real() >= T(0) ? complex<T>(larger, sycl::copysign(smaller, x.imag()))
                          : complex<T>(smaller, sycl::copysign(larger, x.imag()));
}
template <typename T> complex<T> exp(const complex<T> &x) {
  const T length = sycl::exp(x.real());
  if (x.imag() == T(0))
    return {length, x.imag()};
  return polar(length, x.imag());
}
template <typename T> complex<T> log(const complex<T> &x) { return {sycl::log(abs(x)), arg(x)}; }
template <typename T> complex<T> log10(const complex<T> &x) { return log(x) / sycl::log(T(10)); }

template <typename T> complex<T> pow(const complex<T> &x, const complex<T> &y) {
  if (x == T(0))
    return y == T(0) ? complex<T>(T(1)) : complex<T>();
  return exp(y * log(x));
}
template <typename T> complex<T> pow(const complex<T> &x, detail::NotDeduced<T> y) {
  return pow(x, complex<T>(y));
}
template <typename T> complex<T> pow(detail::NotDeduced<T> x, const complex<T> &y) {
  return pow(complex<T>(x), y);
}

template <typename T> complex<T> sinh(const complex<T> &x) {
  return {sycl::sinh(x.real()) * sycl::cos(x.imag()), sycl::cosh(x.real()) * sycl::sin(x.imag())};
}
template <typename T> complex<T> cosh(const complex<T> &x) {
  return {sycl::cosh(x.real()) * sycl::cos(x.imag()), sycl::sinh(x.real()) * sycl::sin(x.imag())};
}
template <typename T> complex<T> tanh(const complex<T> &x) {
  // With t = tan(y) and h = tanh(x): (h + i t) / (1 + i h t), without an overflow of sinh.
  const T h = sycl::tanh(x.real());
  const T t = sycl::tan(x.imag());
  return complex<T>(h, t) / complex<T>(T(1), h * t);
}

namespace detail {
/// @{ The product with i, and with -i.
template <typename T> complex<T> turnedLeft(const complex<T> &x) { return {-x.imag(), x.real()}; }
template <typename T> complex<T> turnedRight(const complex<T> &x) { return {x.imag(), -x.real()}; }
/// @}
} // namespace detail

template <typename T> complex<T> sin(const complex<T> &x) {
  return detail::turnedRight(sinh(detail::turnedLeft(x)));
}
template <typename T> complex<T> cos(const complex<T> &x) { return cosh(detail::turnedLeft(x)); }
template <typename T> complex<T> tan(const complex<T> &x) {
  return detail::turnedRight(tanh(detail::turnedLeft(x)));
}

// W. Kahan, "Branch cuts for complex elementary functions", 1987.
template <typename T> complex<T> acos(const complex<T> &x) {
  const complex<T> below = sqrt(T(1) - x);
  const complex<T> above = sqrt(T(1) + x);
  return {T(2) * sycl::atan2(below.real(), above.real()),
          sycl::asinh(above.real() * below.imag() - above.imag() * below.real())};
}
template <typename T> complex<T> asin(const complex<T> &x) {
  const complex<T> below = sqrt(T(1) - x);
  const complex<T> above = sqrt(T(1) + x);
  return {sycl::atan2(x.real(), below.real() * above.real() - below.imag() * above.imag()),
          sycl::asinh(below.real() * above.imag() - below.imag() * above.real())};
}
template <typename T> complex<T> acosh(const complex<T> &x) {
  const complex<T> below = sqrt(x - T(1));
  const complex<T> above = sqrt(x + T(1));
  return {sycl::asinh(below.real() * above.real() + below.imag() * above.imag()),
          T(2) * sycl::atan2(below.imag(), above.real())};
}
template <typename T> complex<T> asinh(const complex<T> &x) {
  return detail::turnedRight(asin(detail::turnedLeft(x)));
}
template <typename T> complex<T> atanh(const complex<T> &x) {
  const T difference = T(1) - x.real();
  const T square = x.imag() * x.imag();
  return {sycl::log1p(T(4) * x.real() / (difference * difference + square)) / T(4),
          sycl::atan2(T(2) * x.imag(), difference * (T(1) + x.real()) - square) / T(2)};
}
template <typename T> complex<T> atan(const complex<T> &x) {
  return detail::turnedRight(atanh(detail::turnedLeft(x)));
}

} // namespace sycl::ext::oneapi::experimental
} // namespace ursa_sycl
