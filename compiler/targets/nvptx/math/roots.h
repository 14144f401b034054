// Cube roots, and reciprocals of square roots.

BUILTIN float rsqrt(float x) { return __nvvm_rsqrt_approx_f(x); }
FOR_VECTORS_1(rsqrt, float)

static double reciprocalRootOfNormal(double x) {
  const double near = approximateReciprocalRoot(x);
  const double missing = fusedMultiplyAdd(-x * near, near, 1.0);
  return fusedMultiplyAdd(fusedMultiplyAdd(missing, 0.375, 0.5), missing * near, near);
}

/// For what is not positive, normal and finite.
static __attribute__((noinline)) double otherReciprocalRoot(double x) {
  const long bits = as_long(x);
  if (bits > 0 && bits < 0x0010000000000000L)
    return reciprocalRootOfNormal(x * 0x1p54) * 0x1p27;
  const double atInfinity = x == INFINITE_DOUBLE ? 0.0 : NOT_A_DOUBLE;
  return x == 0.0 ? withSign(INFINITE_DOUBLE, x) : atInfinity;
}

BUILTIN double rsqrt(double x) {
  const uint upper = (uint)(as_long(x) >> 32);
  return upper - 0x00100000u < 0x7FE00000u ? reciprocalRootOfNormal(x) : otherReciprocalRoot(x);
}
FOR_VECTORS_1(rsqrt, double)

BUILTIN float cbrt(float x) {
  const int isSubnormal = fabs(x) < 0x1p-126f;
  const float logarithm = logarithmToBase2(isSubnormal ? fabs(x) * 0x1p24f : fabs(x));
  const float inverseSquare =
      powerOfTwo((isSubnormal ? logarithm - 24.0f : logarithm) * (-2.0f / 3.0f));
  const float near = inverseSquare * fabs(x);
  // One step of Newton's method, with 1 / root.
  const float missing = fusedMultiplyAdd(-near, near * inverseSquare, 1.0f);
  const float root = fusedMultiplyAdd(near, missing * (1.0f / 3.0f), near);
  return x + x != x ? withSign(root, x) : x; // zeros and infinities
}
FOR_VECTORS_1(cbrt, float)

/// The cube root of a number between 1 and 8.
static double cubeRootOfFraction(double x) {
  const double near = powerOfTwo(logarithmToBase2((float)x) * (1.0f / 3.0f));
  // A step of Halley's method.
  const double square = near * near;
  const double divisor = fusedMultiplyAdd(near, 2.0 * square, x);
  double inverse = __nvvm_rcp_approx_ftz_d(divisor);
  inverse = fusedMultiplyAdd(inverse, fusedMultiplyAdd(-divisor, inverse, 1.0), inverse);
  return fusedMultiplyAdd(near, fusedMultiplyAdd(-near, square, x) * inverse, near);
}

BUILTIN double cbrt(double x) {
  const int isSubnormal = upperHalf(x) < 0x00100000u;
  const long bits = as_long(isSubnormal ? fabs(x) * 0x1p54 : fabs(x));
  // The exponent as 3 third + 0, 1 or 2.
  const uint third = ((uint)(bits >> 52) + 177u) * 0x5556u >> 16;
  const double root = cubeRootOfFraction(as_double(bits + ((long)(3 * (400 - (int)third)) << 52)));
  const int scale = (int)third - (isSubnormal ? 418 : 400);
  const double result = withSign(as_double(as_long(root) + ((long)scale << 52)), x);
  return x != 0.0 && upperHalf(x) < 0x7FF00000u ? result : x;
}
FOR_VECTORS_1(cbrt, double)
