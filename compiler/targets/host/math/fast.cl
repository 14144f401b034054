// Math functions of floats for the host, in place of libclc's: exponentials, logarithms,
// angles, native_*, half_*, and relaxed_*, which replaces powers in calls that clang marks with
// -cl-fast-relaxed-math (fast_math.h). They are short and nearly without branches, so that the
// vectorizer widens them as they are. The polynomials are those of Cephes (S. Moshier), whose errors
// are about one unit in the last place.
#include "compiler/targets/common/math/types.h"

#define fma __builtin_elementwise_fma
#define INLINE static __attribute__((overloadable, always_inline))

/// Adding it rounds a float below 2^22 in magnitude to an integer, which is in the lower bits.
#define ROUNDER 0x1.8p23f

typedef struct {
  float remainder; ///< from -pi/4 to pi/4
  int quadrant;    ///< modulo 4
} Angle;

/// Exact to a few 2^-24 for magnitudes up to 2^16. The parts of pi/2 have the same sign, so that
/// -0 stays -0.
INLINE Angle reduceAngle(float x) {
  const float rounded = fma(x, 0x1.45f306p-1f, ROUNDER);
  const float turns = rounded - ROUNDER;
  const float first = fma(turns, -0x1.921fb4p+0f, x);
  const float second = fma(turns, -0x1.4442d0p-24f, first);
  const Angle angle = {fma(turns, -0x1.84698ap-48f, second), (int)as_uint(rounded)};
  return angle;
}

INLINE float sinOfRemainder(float x) {
  const float square = x * x;
  const float inner = fma(square, -1.9515295891e-4f, 8.3321608736e-3f);
  const float sine = fma(x * square, fma(square, inner, -1.6666654611e-1f), x);
  return __builtin_elementwise_copysign(sine, x); // -0
}

INLINE float cosOfRemainder(float x) {
  const float square = x * x;
  const float inner = fma(square, 2.443315711809948e-5f, -1.388731625493765e-3f);
  const float outer = fma(square, inner, 4.166664568298827e-2f);
  return fma(square * square, outer, fma(square, -0.5f, 1.0f));
}

INLINE float sinOfAngle(Angle angle, int quadrant) {
  const float chosen = quadrant & 1 ? cosOfRemainder(angle.remainder) : sinOfRemainder(angle.remainder);
  return as_float(as_uint(chosen) ^ ((uint)quadrant << 30 & 0x80000000u));
}

INLINE float fastSin(float x) {
  const Angle angle = reduceAngle(x);
  return sinOfAngle(angle, angle.quadrant);
}

INLINE float fastCos(float x) {
  const Angle angle = reduceAngle(x);
  return sinOfAngle(angle, angle.quadrant + 1);
}

INLINE float fastTan(float x) {
  const Angle angle = reduceAngle(x);
  const float sine = sinOfRemainder(angle.remainder), cosine = cosOfRemainder(angle.remainder);
  return angle.quadrant & 1 ? -cosine / sine : sine / cosine;
}

/// 2^exponent e^x for x from -0.35 to 0.35 and exponents from -252 to 254.
INLINE float scaledExp(float x, int exponent) {
  float sum = fma(x, 1.9875691500e-4f, 1.3981999507e-3f);
  sum = fma(x, sum, 8.3334519073e-3f);
  sum = fma(x, sum, 4.1665795894e-2f);
  sum = fma(x, sum, 1.6666665459e-1f);
  sum = fma(x, sum, 5.0000001201e-1f);
  const float power = fma(x * x, sum, x) + 1.0f;
  const int first = exponent >> 1; // the whole power may be one that no float has
  const int second = exponent - first;
  return power * as_float((uint)(first + 127) << 23) * as_float((uint)(second + 127) << 23);
}

/// NaN stays what it is.
INLINE float clampPower(float x, float least, float most) {
  return x < least ? least : x > most ? most : x;
}

INLINE int integerOf(float rounded) { return (int)(as_uint(rounded) - as_uint(ROUNDER)); }

INLINE float fastExp(float given) {
  const float x = clampPower(given, -104.0f, 89.0f);
  const float rounded = fma(x, 0x1.715476p+0f, ROUNDER);
  const float turns = rounded - ROUNDER;
  return scaledExp(fma(turns, 0x1.05c610p-29f, fma(turns, -0x1.62e430p-1f, x)), integerOf(rounded));
}

INLINE float fastExp2(float given) {
  const float x = clampPower(given, -150.0f, 129.0f);
  const float rounded = x + ROUNDER;
  return scaledExp((x - (rounded - ROUNDER)) * 0x1.62e430p-1f, integerOf(rounded));
}

INLINE float fastExp10(float given) {
  const float x = clampPower(given, -45.5f, 38.6f);
  const float rounded = fma(x, 0x1.a934f0p+1f, ROUNDER);
  const float turns = rounded - ROUNDER;
  const float rest = fma(turns, 0x1.ec10c0p-27f, fma(turns, -0x1.344136p-2f, x));
  return scaledExp(rest * 0x1.26bb1cp+1f, integerOf(rounded));
}

typedef struct {
  float normal; ///< the number, not subnormal; 0 where the processor takes subnormal numbers for 0
  float exponent;
  float upper; ///< of the logarithm of the mantissa, which is from sqrt(1/2) to sqrt(2)
  float lower;
} Logarithm;

/// For positive numbers.
INLINE Logarithm logarithmOf(float x) {
  const int isSubnormal = x < 0x1p-126f;
  const float normal = isSubnormal ? x * 0x1p23f : x;
  const uint bits = as_uint(normal) - 0x3F3504F3u;
  const float y = as_float((bits & 0x7FFFFFu) + 0x3F3504F3u) - 1.0f;
  float sum = fma(y, 7.0376836292e-2f, -1.1514610310e-1f);
  sum = fma(y, sum, 1.1676998740e-1f);
  sum = fma(y, sum, -1.2420140846e-1f);
  sum = fma(y, sum, 1.4249322787e-1f);
  sum = fma(y, sum, -1.6668057665e-1f);
  sum = fma(y, sum, 2.0000714765e-1f);
  sum = fma(y, sum, -2.4999993993e-1f);
  sum = fma(y, sum, 3.3333331174e-1f);
  const float square = y * y;
  const Logarithm result = {normal, (float)((int)bits >> 23) - (isSubnormal ? 23.0f : 0.0f), y,
                            fma(y * square, sum, -0.5f * square)};
  return result;
}

/// The result for numbers that have no finite logarithm.
INLINE float checkedLog(float x, float result) {
  const float other = x < 0.0f ? NOT_A_NUMBER : x == 0.0f ? -__builtin_inff() : x;
  return x > 0.0f && x < __builtin_inff() ? result : other;
}

INLINE float fastLog(float x) {
  const Logarithm l = logarithmOf(x);
  const float mantissa = l.upper + fma(l.exponent, -2.12194440e-4f, l.lower);
  return checkedLog(l.normal, fma(l.exponent, 0.693359375f, mantissa));
}

/// The logarithm to a base, of which the factors are 1 / ln(base) and log(2) to the base, each in
/// two parts. Products with the first part of the latter are exact.
INLINE float logToBase(float x, float factor, float factorRest, float ofTwo, float ofTwoRest) {
  const Logarithm l = logarithmOf(x);
  const float rest = fma(l.lower, factor, fma(l.upper, factorRest, l.exponent * ofTwoRest));
  return checkedLog(l.normal, fma(l.exponent, ofTwo, fma(l.upper, factor, rest)));
}

INLINE float fastLog2(float x) {
  return logToBase(x, 0x1.715476p+0f, 0x1.4ae0bep-26f, 1.0f, 0.0f);
}
INLINE float fastLog10(float x) {
  return logToBase(x, 0x1.bcb7b2p-2f, -0x1.5b235ep-27f, 0x1.344p-2f, 0x1.3509f8p-18f);
}

/// For x >= 0. The logarithm is in two parts, because the power multiplies its error.
INLINE float fastPowr(float x, float exponent) {
  const float y = clampPower(exponent, -0x1p33f, 0x1p33f); // with it each x but 1 is out of range
  const Logarithm l = logarithmOf(x);
  const float first = l.upper * 0x1.715476p+0f, second = l.lower * 0x1.715476p+0f;
  const float upper = first + second; // the sum is exact in two parts, as first is the larger
  const float rest = (first - upper) + second + fma(l.upper, 0x1.715476p+0f, -first) +
                     l.upper * 0x1.4ae0bep-26f;
  const float product = y * l.exponent;
  const float productRest = fma(y, l.exponent, -product);
  const float whole = product + ROUNDER - ROUNDER;
  const float power = fma(y, upper, product - whole);
  const float powerRest = fma(y, rest, productRest + fma(y, upper, (product - whole) - power));
  const float inRange = clampPower(whole + power, -150.0f, 129.0f);
  const float rounded = inRange + ROUNDER;
  const float turns = rounded - ROUNDER;
  const float fraction =
      clampPower((whole - turns) + power, -0.51f, 0.51f) + clampPower(powerRest, -0.01f, 0.01f);
  const float finite = scaledExp(fraction * 0x1.62e430p-1f, integerOf(rounded));
  const float ofInfinity = y > 0.0f ? __builtin_inff() : 0.0f;
  const float ofZero = y > 0.0f ? 0.0f : __builtin_inff();
  const float other = l.normal == 0.0f ? ofZero : x > 0.0f ? ofInfinity : NOT_A_NUMBER;
  return l.normal > 0.0f && x < __builtin_inff() ? finite : y == 0.0f ? 1.0f : other;
}

INLINE float fastPow(float x, float y) {
  const float power = fastPowr(fabs(x), y);
  const float pairs = 0.5f * y;
  const int isInteger = y == __builtin_elementwise_trunc(y);
  const int isOdd = pairs != __builtin_elementwise_trunc(pairs);
  return x >= 0.0f ? power : !isInteger ? NOT_A_NUMBER : isOdd ? -power : power;
}

#define UNARY(name, function)                                                                      \
  BUILTIN float name(float x) { return function(x); }                                              \
  FOR_VECTORS_1(name, float)
#define BINARY(name, function)                                                                     \
  BUILTIN float name(float x, float y) { return function(x, y); }                                  \
  FOR_VECTORS_2(name, float, float)

#define EXACT(suffix, function)                                                              \
  UNARY(suffix, function)                                                                          \
  UNARY(native_##suffix, function)                                                                 \
  UNARY(half_##suffix, function)
EXACT(exp, fastExp)
EXACT(exp2, fastExp2)
EXACT(exp10, fastExp10)
EXACT(log, fastLog)
EXACT(log2, fastLog2)
EXACT(log10, fastLog10)

#define ANGLE(suffix, function)                                                                    \
  BUILTIN float libclc_##suffix(float x);                                                          \
  BUILTIN float suffix(float x) {                                                                  \
    return fabs(x) <= 65536.0f ? function(x) : libclc_##suffix(x);                                 \
  }                                                                                                \
  FOR_VECTORS_1(suffix, float)                                                                     \
  UNARY(native_##suffix, function)                                                                 \
  UNARY(half_##suffix, function)
ANGLE(sin, fastSin)
ANGLE(cos, fastCos)
ANGLE(tan, fastTan)

// libclc's powers are more exact.
BINARY(native_powr, fastPowr)
BINARY(half_powr, fastPowr)
BINARY(relaxed_powr, fastPowr)
BINARY(relaxed_pow, fastPow)
