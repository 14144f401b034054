// Float remainders by division of significands, 8 bits at a time: libclc's flush subnormal numbers.
// Remainders of doubles close to the largest one, where libclc's overflow, by their halves.

/// The remainder of |x| divided by |y|, in units of 2^exponent; divisor is |y| in these units.
typedef struct {
  uint rest, divisor, quotient;
  int exponent;
} Division;

/// Decomposes a nonzero number into @p significand × 2^(result - 150), with a significand of 24
/// bits.
static int decompose(uint bits, uint *significand) {
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

/// For finite nonzero numbers, with |x| at least half of |y|.
static Division divide(float x, float y) {
  Division result;
  uint rest, divisor;
  const int xExponent = decompose(as_uint(x), &rest);
  const int yExponent = decompose(as_uint(y), &divisor);
  if (xExponent < yExponent) { // by 1, or by 2 if |x| is half of |y| or slightly more
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

/// Returns an exact number with the sign of @p sign.
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
  if (!(fabs(x) >= 0.5f * fabs(y))) // half of a subnormal number may be rounded up
    return x;
  if (x == 0.0f) // or flushed to 0
    return __builtin_elementwise_copysign(0.0f, x);
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

BUILTIN double libclc_fmod(double x, double y);
BUILTIN double libclc_remainder(double x, double y);
BUILTIN double libclc_remquo(double x, double y, private int *quotient);

static int mayOverflow(double x, double y) {
  return fabs(x) >= 0x1p1022 && fabs(x) < __builtin_inf() && fabs(y) <= 0x1p1021 && y != 0.0;
}

/// Doubles the remainder of x / 2, which is then less than 2 y.
BUILTIN double fmod(double x, double y) {
  if (!mayOverflow(x, y))
    return libclc_fmod(x, y);
  const double size = fabs(y);
  const double rest = 2.0 * libclc_fmod(0.5 * fabs(x), size);
  return __builtin_elementwise_copysign(rest < size ? rest : rest - size, x);
}
FOR_VECTORS_2(fmod, double, double)

/// Doubles the remainder of x / 2, which is then in [-y, y] with an even quotient.
static double halvedRemainder(double x, double y, int *quotient) {
  const double size = fabs(y);
  int bits;
  double rest = 2.0 * libclc_remquo(0.5 * fabs(x), size, &bits);
  bits *= 2;
  if (fabs(rest) > size - fabs(rest)) {
    bits += rest > 0.0 ? 1 : -1;
    rest -= __builtin_elementwise_copysign(size, rest);
  }
  bits &= 127;
  *quotient = (x < 0.0) != (y < 0.0) ? -bits : bits;
  if (rest == 0.0)
    return __builtin_elementwise_copysign(0.0, x);
  return x < 0.0 ? -rest : rest;
}

BUILTIN double remainder(double x, double y) {
  int quotient;
  return mayOverflow(x, y) ? halvedRemainder(x, y, &quotient) : libclc_remainder(x, y);
}
FOR_VECTORS_2(remainder, double, double)

#define REMQUO_DOUBLE(space)                                                                       \
  BUILTIN double remquo(double x, double y, space int *quotient) {                                 \
    int bits;                                                                                      \
    const double result =                                                                          \
        mayOverflow(x, y) ? halvedRemainder(x, y, &bits) : libclc_remquo(x, y, &bits);             \
    *quotient = bits;                                                                              \
    return result;                                                                                 \
  }                                                                                                \
  FOR_VECTORS_STORING(remquo, double, space, PARAMETERS_2, PART_2)
REMQUO_DOUBLE(private)
REMQUO_DOUBLE(global)
REMQUO_DOUBLE(local)
