// Cube roots, and reciprocals of square roots.

BUILTIN float rsqrt(float x) { return __nvvm_rsqrt_approx_f(x); }
FOR_VECTORS_1(rsqrt, float)

static double reciprocalRootOfNormal(double x) {
  const double near = approximateReciprocalRoot(x);
  const double missing = fusedMultiplyAdd(-x * near, near, 1.0);
  return fusedMultiplyAdd(fusedMultiplyAdd(missing, 0.375, 0.5), missing * near, near);
}

BUILTIN double rsqrt(double x) {
  const long bits = as_long(x);
  if (bits >= 0x0010000000000000L && bits < 0x7FF0000000000000L) // positive, normal and finite
    return reciprocalRootOfNormal(x);
  if (bits > 0 && bits < 0x0010000000000000L)
    return reciprocalRootOfNormal(x * 0x1p54) * 0x1p27;
  const double atInfinity = x == INFINITE_DOUBLE ? 0.0 : NOT_A_DOUBLE;
  return x == 0.0 ? withSign(INFINITE_DOUBLE, x) : atInfinity;
}
FOR_VECTORS_1(rsqrt, double)

BUILTIN float cbrt(float x) {
  const int isSubnormal = fabs(x) < 0x1p-126f;
  const float size = isSubnormal ? fabs(x) * 0x1p24f : fabs(x);
  const float near = powerOfTwo(logarithmToBase2(size) * (1.0f / 3.0f));
  // One step of Newton's method.
  const float missing = fusedMultiplyAdd(size, reciprocal(near * near), -near);
  const float root = fusedMultiplyAdd(missing, 1.0f / 3.0f, near);
  return x != 0.0f && fabs(x) < INFINITE ? withSign(isSubnormal ? root * 0x1p-8f : root, x) : x;
}
FOR_VECTORS_1(cbrt, float)

/// The cube root of a number between 1 and 8.
static double cubeRootOfFraction(double x) {
  double inverse = powerOfTwo(logarithmToBase2((float)x) * (-1.0f / 3.0f));
  // A step of third order for 1 / root, then one of Newton's method for the root.
  const double missing = fusedMultiplyAdd(-x * inverse, inverse * inverse, 1.0);
  inverse =
      fusedMultiplyAdd(inverse * missing, fusedMultiplyAdd(missing, 2.0 / 9.0, 1.0 / 3.0), inverse);
  const double square = inverse * inverse;
  const double root = x * square;
  return fusedMultiplyAdd(fusedMultiplyAdd(-root * root, root, x), square * (1.0 / 3.0), root);
}

BUILTIN double cbrt(double x) {
  const int isSubnormal = upperHalf(x) < 0x00100000u;
  const long bits = as_long(isSubnormal ? fabs(x) * 0x1p54 : fabs(x));
  // The exponent as 3 third + 0, 1 or 2.
  const int exponent = (int)(bits >> 52) - 1023 + 1200;
  const int third = exponent / 3;
  const double fraction = as_double(bits - ((long)(3 * third - 1200) << 52));
  const double root = cubeRootOfFraction(fraction);
  const int scale = third - 400 - (isSubnormal ? 18 : 0);
  const double result = as_double(as_long(root) + ((long)scale << 52));
  return x != 0.0 && upperHalf(x) < 0x7FF00000u ? withSign(result, x) : x;
}
FOR_VECTORS_1(cbrt, double)
