// Built-in functions that the C library of hosts lacks, within the error bounds of OpenCL C. Those
// of float are computed in double; the names end in f as those of the C library do.
#pragma once

inline namespace ursa_sycl {
namespace sycl {
namespace detail {
namespace host {

inline constexpr double pi = 3.14159265358979323846;

// x / pi, with more digits than a double has.
inline double overPi(double x) {
  return static_cast<double>(x / 3.14159265358979323846264338327950288L);
}

inline double acospi(double x) { return overPi(__builtin_acos(x)); }
inline double asinpi(double x) { return overPi(__builtin_asin(x)); }
inline double atanpi(double x) { return overPi(__builtin_atan(x)); }
inline double atan2pi(double y, double x) { return overPi(__builtin_atan2(y, x)); }

// sin(pi * x) for |x| of at most 1/2, cos(pi * x) for at most 1/4.
inline double sinOfPi(double x) { return __builtin_sin(pi * x); }
inline double cosOfPi(double x) { return __builtin_cos(pi * x); }

// Infinities give nan.
inline double sinpi(double x) {
  const double magnitude = __builtin_fabs(x);
  if (!(magnitude < __builtin_inf()))
    return x - x;
  const double turn = __builtin_fmod(magnitude, 2.0);
  const double upper = turn >= 1.0 ? turn - 1.0 : turn;
  const double near = upper > 0.5 ? 1.0 - upper : upper;
  const double value = near > 0.25 ? cosOfPi(0.5 - near) : sinOfPi(near);
  if (value == 0.0)
    return __builtin_copysign(0.0, x);
  return (turn >= 1.0) != (x < 0.0) ? -value : value;
}
inline double cospi(double x) {
  const double magnitude = __builtin_fabs(x);
  if (!(magnitude < __builtin_inf()))
    return x - x;
  const double turn = __builtin_fmod(magnitude, 2.0);
  const double upper = turn > 1.0 ? 2.0 - turn : turn;
  const double near = upper > 0.5 ? 1.0 - upper : upper;
  const double value = near > 0.25 ? sinOfPi(0.5 - near) : cosOfPi(near);
  return upper > 0.5 ? -value : value;
}
inline double tanpi(double x) {
  const double magnitude = __builtin_fabs(x);
  if (!(magnitude < __builtin_inf()))
    return x - x;
  // Zeros and poles alternate in sign.
  const double turn = __builtin_fmod(magnitude, 2.0);
  double value = 0.0;
  if (turn == 0.0 || turn == 1.0)
    value = turn == 0.0 ? 0.0 : -0.0;
  else if (turn == 0.5 || turn == 1.5)
    value = turn == 0.5 ? __builtin_inf() : -__builtin_inf();
  else
    value = sinpi(turn) / cospi(turn);
  return x < 0.0 || (x == 0.0 && __builtin_signbit(x)) ? -value : value;
}

inline double rsqrt(double x) { return static_cast<double>(1.0L / __builtin_sqrtl(x)); }
inline double mad(double a, double b, double c) { return a * b + c; }

inline double maxmag(double x, double y) {
  const double a = __builtin_fabs(x), b = __builtin_fabs(y);
  return a > b ? x : b > a ? y : __builtin_fmax(x, y);
}
inline double minmag(double x, double y) {
  const double a = __builtin_fabs(x), b = __builtin_fabs(y);
  return a < b ? x : b < a ? y : __builtin_fmin(x, y);
}

// x to the power y for x of at least 0. Unlike pow, it does not fill in limits that are not unique.
inline double powr(double x, double y) {
  const double infinity = __builtin_inf();
  const bool undefined = x != x || y != y || x < 0.0 || (x == 0.0 && y == 0.0) ||
                         (x == infinity && y == 0.0) ||
                         (x == 1.0 && (y == infinity || y == -infinity));
  if (undefined)
    return __builtin_nan("");
  return __builtin_pow(__builtin_fabs(x), y);
}
inline double pown(double x, int y) { return __builtin_pow(x, static_cast<double>(y)); }
inline double rootn(double x, int n) {
  const bool odd = n % 2 != 0;
  if (n == 0 || (x < 0.0 && !odd))
    return __builtin_nan("");
  const double root = static_cast<double>(__builtin_powl(__builtin_fabs(x), 1.0L / n));
  return odd ? __builtin_copysign(root, x) : root;
}

#define URSA_SYCL_HOST_FLOAT_1(name)                                                               \
  inline float name##f(float x) { return static_cast<float>(name(static_cast<double>(x))); }
#define URSA_SYCL_HOST_FLOAT_2(name)                                                               \
  inline float name##f(float x, float y) {                                                         \
    return static_cast<float>(name(static_cast<double>(x), static_cast<double>(y)));               \
  }
URSA_SYCL_HOST_FLOAT_1(acospi)
URSA_SYCL_HOST_FLOAT_1(asinpi)
URSA_SYCL_HOST_FLOAT_1(atanpi)
URSA_SYCL_HOST_FLOAT_1(sinpi)
URSA_SYCL_HOST_FLOAT_1(cospi)
URSA_SYCL_HOST_FLOAT_1(tanpi)
URSA_SYCL_HOST_FLOAT_1(rsqrt)
URSA_SYCL_HOST_FLOAT_2(atan2pi)
URSA_SYCL_HOST_FLOAT_2(maxmag)
URSA_SYCL_HOST_FLOAT_2(minmag)
URSA_SYCL_HOST_FLOAT_2(powr)
#undef URSA_SYCL_HOST_FLOAT_2
#undef URSA_SYCL_HOST_FLOAT_1
inline float madf(float a, float b, float c) { return a * b + c; }
inline float pownf(float x, int y) { return static_cast<float>(pown(x, y)); }
inline float rootnf(float x, int n) { return static_cast<float>(rootn(x, n)); }

// The half and native functions of float.
inline float dividef(float x, float y) { return x / y; }
inline float recipf(float x) { return 1.0f / x; }

} // namespace host
} // namespace detail
} // namespace sycl
} // namespace ursa_sycl
