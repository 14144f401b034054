// The functions of sycl::native and sycl::half_precision (SYCL 2020, 4.17.5.1 and 4.17.5.2), of
// float alone. Native ones are OpenCL C's on devices, and as exact as others on the host.
// Half-precision ones are those of full precision everywhere, because not every driver has OpenCL
// C's.
#pragma once

#include <sycl/detail/math_functions.hpp>
#include <sycl/detail/math_shapes.hpp>

inline namespace ursa_sycl {
namespace sycl {

// URSA_SYCL_NATIVE_n(name, host, symbol): n arguments; `symbol` is the name on the device as C++
// mangles it.
#ifdef __SYCL_DEVICE_ONLY__
#define URSA_SYCL_NATIVE_1(name, host, symbol)                                                     \
  URSA_SYCL_BUILTIN float name(float) __asm__("_Z" symbol "f");                                    \
  URSA_SYCL_NATIVE_SHAPES_1(name)
#define URSA_SYCL_NATIVE_2(name, host, symbol)                                                     \
  URSA_SYCL_BUILTIN float name(float, float) __asm__("_Z" symbol "ff");                            \
  URSA_SYCL_NATIVE_SHAPES_2(name)
#else
#define URSA_SYCL_NATIVE_1(name, host, symbol)                                                     \
  inline float name(float x) { return host(x); }                                                   \
  URSA_SYCL_NATIVE_SHAPES_1(name)
#define URSA_SYCL_NATIVE_2(name, host, symbol)                                                     \
  inline float name(float x, float y) { return host(x, y); }                                       \
  URSA_SYCL_NATIVE_SHAPES_2(name)
#endif
#define URSA_SYCL_NATIVE_SHAPES_1(name)                                                            \
  template <typename X, typename R = detail::NonScalarFloat32<X>> R name(const X &x) {             \
    const R &a = x;                                                                                \
    URSA_SYCL_MATH_EACH(R, name(a[i]))                                                             \
  }
#define URSA_SYCL_NATIVE_SHAPES_2(name)                                                            \
  template <typename X, typename Y, typename R = detail::NonScalarFloat32<X, Y>>                   \
  R name(const X &x, const Y &y) {                                                                 \
    const R &a = x;                                                                                \
    const R &b = y;                                                                                \
    URSA_SYCL_MATH_EACH(R, name(a[i], b[i]))                                                       \
  }

namespace native {
URSA_SYCL_NATIVE_1(cos, __builtin_cosf, "10native_cos")
URSA_SYCL_NATIVE_2(divide, detail::host::dividef, "13native_divide")
URSA_SYCL_NATIVE_1(exp, __builtin_expf, "10native_exp")
URSA_SYCL_NATIVE_1(exp2, __builtin_exp2f, "11native_exp2")
URSA_SYCL_NATIVE_1(exp10, __builtin_exp10f, "12native_exp10")
URSA_SYCL_NATIVE_1(log, __builtin_logf, "10native_log")
URSA_SYCL_NATIVE_1(log2, __builtin_log2f, "11native_log2")
URSA_SYCL_NATIVE_1(log10, __builtin_log10f, "12native_log10")
URSA_SYCL_NATIVE_2(powr, detail::host::powrf, "11native_powr")
URSA_SYCL_NATIVE_1(recip, detail::host::recipf, "12native_recip")
URSA_SYCL_NATIVE_1(rsqrt, detail::host::rsqrtf, "12native_rsqrt")
URSA_SYCL_NATIVE_1(sin, __builtin_sinf, "10native_sin")
URSA_SYCL_NATIVE_1(sqrt, __builtin_sqrtf, "11native_sqrt")
URSA_SYCL_NATIVE_1(tan, __builtin_tanf, "10native_tan")
} // namespace native

#define URSA_SYCL_HALF_PRECISION_1(name)                                                           \
  inline float name(float x) { return sycl::name(x); }                                             \
  URSA_SYCL_NATIVE_SHAPES_1(name)
namespace half_precision {
URSA_SYCL_HALF_PRECISION_1(cos)
URSA_SYCL_HALF_PRECISION_1(exp)
URSA_SYCL_HALF_PRECISION_1(exp2)
URSA_SYCL_HALF_PRECISION_1(exp10)
URSA_SYCL_HALF_PRECISION_1(log)
URSA_SYCL_HALF_PRECISION_1(log2)
URSA_SYCL_HALF_PRECISION_1(log10)
URSA_SYCL_HALF_PRECISION_1(rsqrt)
URSA_SYCL_HALF_PRECISION_1(sin)
URSA_SYCL_HALF_PRECISION_1(sqrt)
URSA_SYCL_HALF_PRECISION_1(tan)
inline float divide(float x, float y) { return x / y; }
inline float powr(float x, float y) { return sycl::powr(x, y); }
inline float recip(float x) { return 1.0f / x; }
URSA_SYCL_NATIVE_SHAPES_2(divide)
URSA_SYCL_NATIVE_SHAPES_2(powr)
URSA_SYCL_NATIVE_SHAPES_1(recip)
} // namespace half_precision
#undef URSA_SYCL_HALF_PRECISION_1

#undef URSA_SYCL_NATIVE_SHAPES_2
#undef URSA_SYCL_NATIVE_SHAPES_1
#undef URSA_SYCL_NATIVE_2
#undef URSA_SYCL_NATIVE_1

} // namespace sycl
} // namespace ursa_sycl
