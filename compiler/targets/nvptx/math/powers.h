// Powers: 2^(y log2(x)), with the logarithm as a sum of two floats.

typedef struct {
  float upper;
  float lower;
} Sum;

/// The logarithm to base 2 of a positive number, with a relative error of 2^-29.
static Sum exactLogarithm(float x) {
  const Logarithmic parts = splitPositive(x, 0x3F3504F3); // between the roots of 1/2 and 2
  const float fraction = parts.fraction;
  const float scale = reciprocal(fraction + 2.0f);
  // s = fraction / (fraction + 2); log2(1 + fraction) = 2 / log(2) (s + s^3 / 3 + s^5 / 5 + ...).
  const float s = fraction * scale;
  const float missing =
      scale * fusedMultiplyAdd(-s, fraction, fusedMultiplyAdd(-2.0f, s, fraction));
  const float square = s * s;
  float sum = 0.333555043f;
  sum = fusedMultiplyAdd(sum, square, 0.412058294f);
  sum = fusedMultiplyAdd(sum, square, 0.577077448f);
  sum = fusedMultiplyAdd(sum, square, 0.961796701f);
  const float first = s * 0x1.715476p+1f;
  float rest = fusedMultiplyAdd(s, 0x1.715476p+1f, -first);
  rest = fusedMultiplyAdd(s, 0x1.4ae0c0p-25f, rest);
  rest = fusedMultiplyAdd(missing, 0x1.715476p+1f, rest);
  rest = fusedMultiplyAdd(sum * square, s, rest);
  const float upper = parts.exponent + first;
  const Sum result = {upper, (parts.exponent - upper) + first + rest};
  return result;
}

/// x^y for finite x > 0.
OVERLOADED float powerOfPositive(float x, float y) {
  const Sum logarithm = exactLogarithm(x);
  // With a larger exponent every power of another number than 1 is 0 or infinite, too.
  y = limited(y, -0x1p34f, 0x1p34f);
  const float product = y * logarithm.upper;
  const float rest =
      fusedMultiplyAdd(y, logarithm.lower, fusedMultiplyAdd(y, logarithm.upper, -product));
  const float sum = product + rest;
  const int isFar = fabs(sum) > 300.0f;
  const float limit = withSign(300.0f, sum);
  return exponentialOfSum(isFar ? limit : sum, isFar ? 0.0f : (product - sum) + rest);
}

/// x^y for x >= 0, which may be infinite, and y other than 0.
OVERLOADED float powerOfSize(float x, float y) {
  const float power = powerOfPositive(x, y);
  const float atEnds = (x == 0.0f) == (y < 0.0f) ? INFINITE : 0.0f;
  return x == 0.0f || x == INFINITE ? atEnds : power;
}

BUILTIN float pow(float x, float y) {
  const float size = fabs(x);
  const int isWhole = __builtin_elementwise_trunc(y) == y;
  const int isOdd = isWhole && __builtin_elementwise_trunc(0.5f * y) != 0.5f * y;
  float result = powerOfSize(size, y);
  result = isOdd ? withSign(result, x) : result;
  const int isUndefined = x < 0.0f && !isWhole && size != INFINITE;
  result = isUndefined || x != x || y != y ? NOT_A_NUMBER : result;
  return x == 1.0f || y == 0.0f ? 1.0f : result;
}
FOR_VECTORS_2(pow, float, float)

BUILTIN float powr(float x, float y) {
  const int isEnd = x == 0.0f || x == INFINITE;
  const int isUndefined =
      !(x >= 0.0f) || y != y || (isEnd && y == 0.0f) || (x == 1.0f && fabs(y) == INFINITE);
  const float power = powerOfSize(x, y);
  return isUndefined ? NOT_A_NUMBER : y == 0.0f ? 1.0f : power;
}
FOR_VECTORS_2(powr, float, float)
