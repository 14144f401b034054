// Remainders of floats by division of their significands, 8 bits at a time. libclc's take subnormal
// numbers for 0.

/// What is left of |x| divided by |y|, in units of 2^exponent; @p divisor is |y| in these.
typedef struct {
  uint rest, divisor, quotient;
  int exponent;
} Division;

/// @p significand × 2^(result - 150) is the number, which is not 0, and has 24 bits.
static int takeApart(uint bits, uint *significand) {
  const int exponent = bits >> 23 & 0xFF;
  const uint fraction = bits & 0x7FFFFF;
  if (exponent) {
    *significand = fraction | 0x800000;
    return exponent;
  }
  const int shift = __builtin_clz(fraction) - 8;
  *significand = fraction << shift;
  return 1 - shift;
}

/// Of finite numbers, none of them 0, with |x| at least half of |y|.
static Division divide(float x, float y) {
  Division result;
  uint rest, divisor;
  const int xExponent = takeApart(as_uint(x), &rest);
  const int yExponent = takeApart(as_uint(y), &divisor);
  if (xExponent < yExponent) { // by one, or by two where |x| is half of |y| or little more
    divisor <<= yExponent - xExponent;
    result.exponent = xExponent;
  } else {
    result.exponent = yExponent;
  }
  uint quotient = rest / divisor;
  rest -= quotient * divisor;
  for (int bits = xExponent - yExponent; bits > 0;) {
    const int step = bits < 8 ? bits : 8;
    const uint digit = (rest << step) / divisor;
    rest = (rest << step) - digit * divisor;
    quotient = (quotient << step) + digit;
    bits -= step;
  }
  result.rest = rest;
  result.divisor = divisor;
  result.quotient = quotient;
  return result;
}

/// A number that is exact, with the sign of @p sign.
static float putTogether(uint significand, int exponent, float sign) {
  const int first = (exponent - 150) / 2;
  const float number = (float)significand * as_float((first + 127) << 23) *
                       as_float((exponent - 150 - first + 127) << 23);
  return __builtin_elementwise_copysign(number, sign);
}

static int hasNoRemainder(float x, float y) {
  return !(fabs(x) < __builtin_inff()) || y != y || y == 0.0f;
}

BUILTIN float fmod(float x, float y) {
  if (hasNoRemainder(x, y))
    return NOT_A_NUMBER;
  if (fabs(x) < fabs(y))
    return x;
  const Division division = divide(x, y);
  return putTogether(division.rest, division.exponent, x);
}
FOR_VECTORS_2(fmod, float, float)

static float roundedRemainder(float x, float y, int *quotient) {
  *quotient = 0;
  if (hasNoRemainder(x, y))
    return NOT_A_NUMBER;
  if (!(fabs(x) >= 0.5f * fabs(y)) || x == 0.0f) // half of a subnormal number may be rounded up
    return x;
  Division division = divide(x, y);
  const uint twice = 2 * division.rest;
  const int isUp = twice > division.divisor || (twice == division.divisor && division.quotient & 1);
  const int bits = (division.quotient + isUp) & 127;
  *quotient = (as_uint(x) ^ as_uint(y)) >> 31 ? -bits : bits;
  const float magnitude =
      putTogether(isUp ? division.divisor - division.rest : division.rest, division.exponent, x);
  return isUp ? -magnitude : magnitude;
}

BUILTIN float remainder(float x, float y) {
  int quotient;
  return roundedRemainder(x, y, &quotient);
}
FOR_VECTORS_2(remainder, float, float)

#define REMQUO(space)                                                                              \
  BUILTIN float remquo(float x, float y, space int *quotient) {                                    \
    int bits;                                                                                      \
    const float result = roundedRemainder(x, y, &bits);                                            \
    *quotient = bits;                                                                              \
    return result;                                                                                 \
  }                                                                                                \
  FOR_VECTORS_STORING(remquo, float, space, PARAMETERS_2, PART_2)
REMQUO(private)
REMQUO(global)
REMQUO(local)
