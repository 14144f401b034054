// Float functions for which libclc returns 0 instead of a subnormal result.

BUILTIN float libclc_exp(float x);
BUILTIN float libclc_exp2(float x);
BUILTIN float libclc_erfc(float x);

BUILTIN float exp(float x) {
  const int isSmall = x < -87.0f;
  const float result = libclc_exp(isSmall ? 0.5f * x : x);
  return isSmall ? result * result : result;
}
FOR_VECTORS_1(exp, float)

BUILTIN float exp2(float x) {
  const int isSmall = x < -126.0f;
  return libclc_exp2(isSmall ? x + 64.0f : x) * (isSmall ? 0x1p-64f : 1.0f);
}
FOR_VECTORS_1(exp2, float)

/// For x >= 9: e^(-x^2) / (x sqrt(pi)) (1 - 1 / (2 x^2) + 3 / (4 x^4) - ...). The upper part of the
/// square is exact; the root of its exponential is not subnormal.
BUILTIN float erfc(float x) {
  if (!(x > 9.0f && x < 11.0f))
    return libclc_erfc(x);
  const float upper = as_float(as_uint(x) & 0xFFFFF000);
  const float root = libclc_exp(-0.5f * upper * upper);
  const float square = 1.0f / (x * x);
  const float series =
      1.0f - square * (0.5f - square * (0.75f - square * (1.875f - 6.5625f * square)));
  const float factor = 0x1.20dd76p-1f / x * series;
  return root * (libclc_exp((upper - x) * (upper + x)) * factor) * root;
}
FOR_VECTORS_1(erfc, float)
