// Products and quotients of <complex>, and its functions on REAL: NAME(cexp) is the name in C,
// MULTIPLY and DIVIDE those of the compiler's functions. Formulas are C's (ISO C, annex G), by the
// functions of <cmath>.
#include "library.h"

#define COMPLEX _Complex REAL
#define INF __builtin_huge_val()

#define USE1(name) OPENCL REAL NAME(name)(REAL) noexcept;
#define USE2(name) OPENCL REAL NAME(name)(REAL, REAL) noexcept;
USE1(cos)
USE1(cosh)
USE1(exp)
USE1(fabs)
USE1(log)
USE1(sin)
USE1(sinh)
USE1(sqrt)
USE1(tan)
USE1(tanh)
USE1(logb)
USE1(log1p)
USE2(atan2)
USE2(copysign)
USE2(fmax)
USE2(hypot)
OPENCL REAL NAME(scalbn)(REAL, int) noexcept;

namespace {

COMPLEX make(REAL re, REAL im) {
  COMPLEX z;
  __real__ z = re;
  __imag__ z = im;
  return z;
}
bool isNan(REAL x) { return x != x; }
bool isInf(REAL x) { return NAME(fabs)(x) == static_cast<REAL>(INF); }
bool isFinite(REAL x) { return NAME(fabs)(x) < static_cast<REAL>(INF); }
REAL box(REAL x) { return NAME(copysign)(isInf(x) ? 1 : 0, x); }

COMPLEX squareRoot(COMPLEX z) {
  const REAL a = __real__ z;
  const REAL b = __imag__ z;
  if (a == 0 && b == 0)
    return make(0, b);
  if (isInf(b))
    return make(static_cast<REAL>(INF), b);
  if (isNan(a))
    return make(a, a);
  if (isInf(a)) {
    const REAL other = isNan(b) ? b : static_cast<REAL>(0);
    return a > 0 ? make(a, isNan(b) ? b : NAME(copysign)(0, b))
                 : make(isNan(b) ? b : other, NAME(copysign)(a, b));
  }
  // The scale keeps the sum below infinity.
  const REAL quarter = static_cast<REAL>(0.25);
  const bool isLarge = NAME(fabs)(a) > NAME(scalbn)(1, 60) || NAME(fabs)(b) > NAME(scalbn)(1, 60);
  const REAL x = isLarge ? a * quarter : a * 4;
  const REAL y = isLarge ? b * quarter : b * 4;
  const REAL scale = isLarge ? static_cast<REAL>(2) : static_cast<REAL>(0.5);
  const REAL half = static_cast<REAL>(0.5);
  if (x >= 0) {
    const REAL t = NAME(sqrt)((x + NAME(hypot)(x, y)) * half);
    return make(t * scale, y / (2 * t) * scale);
  }
  const REAL t = NAME(sqrt)((NAME(hypot)(x, y) - x) * half);
  return make(NAME(fabs)(y) / (2 * t) * scale, NAME(copysign)(t, y) * scale);
}

COMPLEX logarithm(COMPLEX z) {
  return make(NAME(log)(NAME(hypot)(__real__ z, __imag__ z)), NAME(atan2)(__imag__ z, __real__ z));
}

COMPLEX exponential(COMPLEX z) {
  const REAL a = __real__ z;
  const REAL b = __imag__ z;
  if (b == 0)
    return make(NAME(exp)(a), b);
  if (isInf(a) && a < 0 && !isFinite(b))
    return make(0, 0);
  if (isInf(a) && isNan(b))
    return make(a, b);
  const REAL e = NAME(exp)(a);
  return make(e * NAME(cos)(b), e * NAME(sin)(b));
}

} // namespace

LIBRARY COMPLEX MULTIPLY(REAL a, REAL b, REAL c, REAL d) {
  const REAL ac = a * c;
  const REAL bd = b * d;
  const REAL ad = a * d;
  const REAL bc = b * c;
  REAL x = ac - bd;
  REAL y = ad + bc;
  if (isNan(x) && isNan(y)) {
    bool again = false;
    if (isInf(a) || isInf(b)) {
      a = box(a);
      b = box(b);
      c = isNan(c) ? NAME(copysign)(0, c) : c;
      d = isNan(d) ? NAME(copysign)(0, d) : d;
      again = true;
    }
    if (isInf(c) || isInf(d)) {
      c = box(c);
      d = box(d);
      a = isNan(a) ? NAME(copysign)(0, a) : a;
      b = isNan(b) ? NAME(copysign)(0, b) : b;
      again = true;
    }
    if (!again && (isInf(ac) || isInf(bd) || isInf(ad) || isInf(bc))) {
      a = isNan(a) ? NAME(copysign)(0, a) : a;
      b = isNan(b) ? NAME(copysign)(0, b) : b;
      c = isNan(c) ? NAME(copysign)(0, c) : c;
      d = isNan(d) ? NAME(copysign)(0, d) : d;
      again = true;
    }
    if (again) {
      x = static_cast<REAL>(INF) * (a * c - b * d);
      y = static_cast<REAL>(INF) * (a * d + b * c);
    }
  }
  return make(x, y);
}

LIBRARY COMPLEX DIVIDE(REAL a, REAL b, REAL c, REAL d) {
  int exponent = 0;
  const REAL logarithmOfLargest = NAME(logb)(NAME(fmax)(NAME(fabs)(c), NAME(fabs)(d)));
  if (isFinite(logarithmOfLargest)) {
    exponent = static_cast<int>(logarithmOfLargest);
    c = NAME(scalbn)(c, -exponent);
    d = NAME(scalbn)(d, -exponent);
  }
  const REAL denominator = c * c + d * d;
  REAL x = NAME(scalbn)((a * c + b * d) / denominator, -exponent);
  REAL y = NAME(scalbn)((b * c - a * d) / denominator, -exponent);
  if (isNan(x) && isNan(y)) {
    if (denominator == 0 && (!isNan(a) || !isNan(b))) {
      x = NAME(copysign)(static_cast<REAL>(INF), c) * a;
      y = NAME(copysign)(static_cast<REAL>(INF), c) * b;
    } else if ((isInf(a) || isInf(b)) && isFinite(c) && isFinite(d)) {
      a = box(a);
      b = box(b);
      x = static_cast<REAL>(INF) * (a * c + b * d);
      y = static_cast<REAL>(INF) * (b * c - a * d);
    } else if (isInf(logarithmOfLargest) && logarithmOfLargest > 0 && isFinite(a) && isFinite(b)) {
      c = box(c);
      d = box(d);
      x = 0 * (a * c + b * d);
      y = 0 * (b * c - a * d);
    }
  }
  return make(x, y);
}

LIBRARY REAL NAME(creal)(COMPLEX z) { return __real__ z; }
LIBRARY REAL NAME(cimag)(COMPLEX z) { return __imag__ z; }
LIBRARY REAL NAME(cabs)(COMPLEX z) { return NAME(hypot)(__real__ z, __imag__ z); }
LIBRARY REAL NAME(carg)(COMPLEX z) { return NAME(atan2)(__imag__ z, __real__ z); }
LIBRARY COMPLEX NAME(conj)(COMPLEX z) { return make(__real__ z, -__imag__ z); }
LIBRARY COMPLEX NAME(cproj)(COMPLEX z) {
  return isInf(__real__ z) || isInf(__imag__ z)
             ? make(static_cast<REAL>(INF), NAME(copysign)(0, __imag__ z))
             : z;
}
LIBRARY COMPLEX NAME(csqrt)(COMPLEX z) { return squareRoot(z); }
LIBRARY COMPLEX NAME(cexp)(COMPLEX z) { return exponential(z); }
LIBRARY COMPLEX NAME(clog)(COMPLEX z) { return logarithm(z); }
LIBRARY COMPLEX NAME(cpow)(COMPLEX z, COMPLEX w) {
  const COMPLEX l = logarithm(z);
  const REAL re = __real__ l * __real__ w - __imag__ l * __imag__ w;
  const REAL im = __real__ l * __imag__ w + __imag__ l * __real__ w;
  return exponential(make(re, im));
}
LIBRARY COMPLEX NAME(csinh)(COMPLEX z) {
  const REAL a = __real__ z;
  const REAL b = __imag__ z;
  return make(NAME(sinh)(a) * NAME(cos)(b), b == 0 ? b : NAME(cosh)(a) * NAME(sin)(b));
}
LIBRARY COMPLEX NAME(ccosh)(COMPLEX z) {
  const REAL a = __real__ z;
  const REAL b = __imag__ z;
  return make(NAME(cosh)(a) * NAME(cos)(b),
              b == 0 || a == 0 ? NAME(copysign)(1, a) * b : NAME(sinh)(a) * NAME(sin)(b));
}
LIBRARY COMPLEX NAME(ctanh)(COMPLEX z) {
  const REAL a = __real__ z;
  const REAL b = __imag__ z;
  if (NAME(fabs)(a) > 22)
    return make(NAME(copysign)(1, a),
                isFinite(b) ? 4 * NAME(sin)(b) * NAME(cos)(b) * NAME(exp)(-2 * NAME(fabs)(a))
                            : NAME(copysign)(0, b));
  const REAL t = NAME(tan)(b);
  const REAL beta = 1 + t * t;
  const REAL s = NAME(sinh)(a);
  const REAL rho = NAME(sqrt)(1 + s * s);
  const REAL denominator = 1 + beta * s * s;
  return isInf(t) ? make(rho / s, 1 / t) : make(beta * rho * s / denominator, t / denominator);
}
LIBRARY COMPLEX NAME(csin)(COMPLEX z) {
  const COMPLEX w = NAME(csinh)(make(-__imag__ z, __real__ z));
  return make(__imag__ w, -__real__ w);
}
LIBRARY COMPLEX NAME(ccos)(COMPLEX z) { return NAME(ccosh)(make(-__imag__ z, __real__ z)); }
LIBRARY COMPLEX NAME(ctan)(COMPLEX z) {
  const COMPLEX w = NAME(ctanh)(make(-__imag__ z, __real__ z));
  return make(__imag__ w, -__real__ w);
}
LIBRARY COMPLEX NAME(casinh)(COMPLEX z) {
  const COMPLEX square = MULTIPLY(__real__ z, __imag__ z, __real__ z, __imag__ z);
  const COMPLEX root = squareRoot(make(__real__ square + 1, __imag__ square));
  return logarithm(make(__real__ z + __real__ root, __imag__ z + __imag__ root));
}
LIBRARY COMPLEX NAME(casin)(COMPLEX z) {
  const COMPLEX w = NAME(casinh)(make(-__imag__ z, __real__ z));
  return make(__imag__ w, -__real__ w);
}
LIBRARY COMPLEX NAME(cacos)(COMPLEX z) {
  const COMPLEX w = NAME(casin)(z);
  return make(static_cast<REAL>(1.57079632679489661923) - __real__ w, -__imag__ w);
}
LIBRARY COMPLEX NAME(cacosh)(COMPLEX z) {
  // log(z + sqrt(z + 1) sqrt(z - 1))
  const COMPLEX p = squareRoot(make(__real__ z + 1, __imag__ z));
  const COMPLEX m = squareRoot(make(__real__ z - 1, __imag__ z));
  const COMPLEX q = MULTIPLY(__real__ p, __imag__ p, __real__ m, __imag__ m);
  return logarithm(make(__real__ z + __real__ q, __imag__ z + __imag__ q));
}
LIBRARY COMPLEX NAME(catanh)(COMPLEX z) {
  const REAL a = __real__ z;
  const REAL b = __imag__ z;
  const REAL rest = 1 - a;
  return make(static_cast<REAL>(0.25) * NAME(log1p)(4 * a / (rest * rest + b * b)),
              static_cast<REAL>(0.5) * NAME(atan2)(2 * b, (1 - a) * (1 + a) - b * b));
}
LIBRARY COMPLEX NAME(catan)(COMPLEX z) {
  const COMPLEX w = NAME(catanh)(make(-__imag__ z, __real__ z));
  return make(__imag__ w, -__real__ w);
}
