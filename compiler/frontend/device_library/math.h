// The functions of <cmath> by OpenCL's: REAL is float or double, NAME(sin) the name in C, CODE its
// letter in mangled names. Results have the accuracy of sycl::sin and so on.
#include "library.h"

#define LABEL_(prefix, code) #prefix #code
#define LABEL1(prefix, code) LABEL_(prefix, code)
#define TWICE_(prefix, code) #prefix #code #code
#define TWICE(prefix, code) TWICE_(prefix, code)
#define THRICE_(prefix, code) #prefix #code #code #code
#define THRICE(prefix, code) THRICE_(prefix, code)
#define MIDDLE_(prefix, code, suffix) #prefix #code #suffix
#define MIDDLE(prefix, code, suffix) MIDDLE_(prefix, code, suffix)

#define MIDDLE2_(prefix, code, suffix) #prefix #code #code #suffix
#define MIDDLE2(prefix, code, suffix) MIDDLE2_(prefix, code, suffix)

#define UNARY(name, length)                                                                        \
  OPENCL REAL ocl_##name(REAL) __asm__(LABEL1(_Z##length##name, CODE));                            \
  LIBRARY REAL NAME(name)(REAL x) { return ocl_##name(x); }
#define BINARY(name, length)                                                                       \
  OPENCL REAL ocl_##name(REAL, REAL) __asm__(TWICE(_Z##length##name, CODE));                       \
  LIBRARY REAL NAME(name)(REAL x, REAL y) { return ocl_##name(x, y); }

UNARY(acos, 4)
UNARY(acosh, 5)
UNARY(asin, 4)
UNARY(asinh, 5)
UNARY(atan, 4)
UNARY(atanh, 5)
UNARY(cbrt, 4)
UNARY(ceil, 4)
UNARY(cos, 3)
UNARY(cosh, 4)
UNARY(erf, 3)
UNARY(erfc, 4)
UNARY(exp, 3)
UNARY(exp2, 4)
UNARY(exp10, 5)
UNARY(expm1, 5)
UNARY(fabs, 4)
UNARY(floor, 5)
UNARY(lgamma, 6)
UNARY(log, 3)
UNARY(log10, 5)
UNARY(log1p, 5)
UNARY(log2, 4)
UNARY(logb, 4)
UNARY(rint, 4)
UNARY(round, 5)
UNARY(sin, 3)
UNARY(sinh, 4)
UNARY(sqrt, 4)
UNARY(tan, 3)
UNARY(tanh, 4)
UNARY(tgamma, 6)
UNARY(trunc, 5)
BINARY(atan2, 5)
BINARY(copysign, 8)
BINARY(fdim, 4)
BINARY(fmax, 4)
BINARY(fmin, 4)
BINARY(fmod, 4)
BINARY(hypot, 5)
BINARY(nextafter, 9)
BINARY(pow, 3)
BINARY(remainder, 9)

OPENCL REAL ocl_fma(REAL, REAL, REAL) __asm__(THRICE(_Z3fma, CODE));
LIBRARY REAL NAME(fma)(REAL x, REAL y, REAL z) { return ocl_fma(x, y, z); }

OPENCL REAL ocl_ldexp(REAL, int) __asm__(MIDDLE(_Z5ldexp, CODE, i));
LIBRARY REAL NAME(ldexp)(REAL x, int n) { return ocl_ldexp(x, n); }
LIBRARY REAL NAME(scalbn)(REAL x, int n) { return ocl_ldexp(x, n); }
LIBRARY REAL NAME(scalbln)(REAL x, long n) {
  return ocl_ldexp(x, n > 99999 ? 99999 : n < -99999 ? -99999 : static_cast<int>(n));
}

OPENCL int ocl_ilogb(REAL) __asm__(LABEL1(_Z5ilogb, CODE));
LIBRARY int NAME(ilogb)(REAL x) { return ocl_ilogb(x); }

/// @{ Functions with a second result.
OPENCL REAL ocl_frexp(REAL, PRIVATE int *) __asm__(MIDDLE(_Z5frexp, CODE, Pi));
LIBRARY REAL NAME(frexp)(REAL x, int *exponent) {
  int own = 0;
  const REAL result = ocl_frexp(x, (PRIVATE int *)&own);
  *exponent = own;
  return result;
}
OPENCL REAL ocl_remquo(REAL, REAL, PRIVATE int *) __asm__(MIDDLE2(_Z6remquo, CODE, Pi));
LIBRARY REAL NAME(remquo)(REAL x, REAL y, int *quotient) {
  int own = 0;
  const REAL result = ocl_remquo(x, y, (PRIVATE int *)&own);
  *quotient = own;
  return result;
}
LIBRARY REAL NAME(modf)(REAL x, REAL *whole) {
  const REAL integral = ocl_trunc(x);
  *whole = integral;
  const REAL infinity = __builtin_huge_val();
  return ocl_copysign(ocl_fabs(x) == infinity ? 0 : x - integral, x);
}
LIBRARY void NAME(sincos)(REAL x, REAL *sine, REAL *cosine) {
  *sine = ocl_sin(x);
  *cosine = ocl_cos(x);
}
/// @}

/// @{ Rounding to integers.
LIBRARY REAL NAME(nearbyint)(REAL x) { return ocl_rint(x); }
LIBRARY long NAME(lrint)(REAL x) { return static_cast<long>(ocl_rint(x)); }
LIBRARY long long NAME(llrint)(REAL x) { return static_cast<long long>(ocl_rint(x)); }
LIBRARY long NAME(lround)(REAL x) { return static_cast<long>(ocl_round(x)); }
LIBRARY long long NAME(llround)(REAL x) { return static_cast<long long>(ocl_round(x)); }
/// @}
