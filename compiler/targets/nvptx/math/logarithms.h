// Logarithms: of the exponent, and by a polynomial of the fraction.

/// A positive number as 2^exponent (1 + fraction).
typedef struct {
  float exponent;
  float fraction;
} Logarithmic;

/// @param least the bits of the least 1 + fraction; the largest is twice as large
static Logarithmic splitPositive(float x, int least) {
  const int isSubnormal = x < 0x1p-126f;
  const int bits = as_int(isSubnormal ? x * 0x1p24f : x);
  const int exponent = (bits - least) & (int)0xFF800000;
  const Logarithmic result = {
      fusedMultiplyAdd((float)exponent, 0x1p-23f, isSubnormal ? -24.0f : 0.0f),
      as_float(bits - exponent) - 1.0f};
  return result;
}

/// Between 2/3 and 4/3.
static Logarithmic splitAtTwoThirds(float x) { return splitPositive(x, 0x3F2AAAAB); }

/// log(1 + x) for x between -1/3 and 1/3, with a relative error of 2^-24.
static float logarithmOfFraction(float x) {
  float sum = 0.138209224f;
  sum = fusedMultiplyAdd(sum, x, -0.151222005f);
  sum = fusedMultiplyAdd(sum, x, 0.140421525f);
  sum = fusedMultiplyAdd(sum, x, -0.164723232f);
  sum = fusedMultiplyAdd(sum, x, 0.200079307f);
  sum = fusedMultiplyAdd(sum, x, -0.250042379f);
  sum = fusedMultiplyAdd(sum, x, 0.333332658f);
  sum = fusedMultiplyAdd(sum, x, -0.5f);
  return fusedMultiplyAdd(sum, x * x, x);
}

/// The logarithm of a number for which @p ofPositive is meaningless if it is not positive and
/// finite.
static float logarithmOfAny(float x, float ofPositive) {
  const float other = x == 0.0f ? -INFINITE : x > 0.0f ? x : NOT_A_NUMBER;
  return x > 0.0f && x < INFINITE ? ofPositive : other;
}

BUILTIN float log(float x) {
  const Logarithmic parts = splitAtTwoThirds(x);
  return logarithmOfAny(
      x, fusedMultiplyAdd(parts.exponent, 0x1.62e430p-1f, logarithmOfFraction(parts.fraction)));
}
FOR_VECTORS_1(log, float)

BUILTIN float log2(float x) {
  const Logarithmic parts = splitAtTwoThirds(x);
  return logarithmOfAny(
      x, fusedMultiplyAdd(logarithmOfFraction(parts.fraction), 0x1.715476p+0f, parts.exponent));
}
FOR_VECTORS_1(log2, float)

BUILTIN float log10(float x) {
  const Logarithmic parts = splitAtTwoThirds(x);
  return logarithmOfAny(x, fusedMultiplyAdd(parts.exponent, 0x1.344136p-2f,
                                            0x1.bcb7b2p-2f * logarithmOfFraction(parts.fraction)));
}
FOR_VECTORS_1(log10, float)
