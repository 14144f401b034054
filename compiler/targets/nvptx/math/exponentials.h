// Exponentials, and what is made of them.

/// The nearest whole number of x times a factor, at most 126 in magnitude, and its bits above 127.
/// @param part the factor divided by 252
static float nearestPower(float x, float part, int *bits) {
  const float shifted =
      fusedMultiplyAdd(betweenZeroAndOne(fusedMultiplyAdd(x, part, 0.5f)), 252.0f, 0x1.8p23f + 1);
  *bits = as_int(shifted);
  return shifted - (0x1.8p23f + 127);
}

/// 2^(sum + rest). @p sum is at most 300 in magnitude; subnormal results are rounded once.
static float exponentialOfSum(float sum, float rest) {
  int bits;
  const float whole = nearestPower(sum, 1.0f / 252, &bits);
  return powerOfTwo((sum - whole) + rest) * as_float(bits << 23);
}

/// The base to the power of x; the logarithm of the base to base 2 is the sum of @p upper and
/// @p lower.
static float exponential(float x, float upper, float lower) {
  int bits;
  const float whole = nearestPower(x, upper / 252, &bits);
  const float rest = fusedMultiplyAdd(x, lower, fusedMultiplyAdd(x, upper, -whole));
  return powerOfTwo(rest) * as_float(bits << 23);
}

static float naturalExponential(float x) { return exponential(x, 0x1.715476p+0f, 0x1.4ae0c0p-26f); }

BUILTIN float exp(float x) { return naturalExponential(x); }
FOR_VECTORS_1(exp, float)

BUILTIN float exp2(float x) { return __nvvm_ex2_approx_f(x); }
FOR_VECTORS_1(exp2, float)

BUILTIN float exp10(float x) { return exponential(x, 0x1.a934f0p+1f, 0x1.2f346ep-24f); }
FOR_VECTORS_1(exp10, float)

BUILTIN float tanh(float x) {
  const float square = x * x;
  float sum = 0.0162728149f;
  sum = fusedMultiplyAdd(sum, square, -0.0525861531f);
  sum = fusedMultiplyAdd(sum, square, 0.133194059f);
  sum = fusedMultiplyAdd(sum, square, -0.333328903f);
  const float nearZero = x * fusedMultiplyAdd(sum, square, 1.0f); // which keeps the sign of 0
  const float size = fabs(x);
  const float elsewhere =
      fusedMultiplyAdd(-2.0f, reciprocal(powerOfTwo(size * 0x1.715476p+1f) + 1.0f), 1.0f);
  return size < 0.56f ? nearZero : withSign(elsewhere, x);
}
FOR_VECTORS_1(tanh, float)
