// Hyperbolic functions of double.

BUILTIN double tanh(double x) {
  const uint upper = upperHalf(x);
  if (upper < 0x3FE19999u) { // 0.55
    const double square = x * x;
    double sum = 0x1.abc3e31113647p-15;
    sum = fusedMultiplyAdd(sum, square, -0x1.b8f1e90836a63p-13);
    sum = fusedMultiplyAdd(sum, square, 0x1.2f9e934e74bdbp-11);
    sum = fusedMultiplyAdd(sum, square, -0x1.7cf301f433002p-10);
    sum = fusedMultiplyAdd(sum, square, 0x1.d6c60891d480ep-9);
    sum = fusedMultiplyAdd(sum, square, -0x1.226ddc89e5de6p-7);
    sum = fusedMultiplyAdd(sum, square, 0x1.664f45baa1ce3p-6);
    sum = fusedMultiplyAdd(sum, square, -0x1.ba1ba1ad3c952p-5);
    sum = fusedMultiplyAdd(sum, square, 0x1.1111111102405p-3);
    sum = fusedMultiplyAdd(sum, square, -0x1.5555555555497p-2);
    return x * fusedMultiplyAdd(sum, square, 1.0); // which keeps the sign of 0
  }
  // From 20 on the result is 1.
  const double size = upper < 0x40340000u ? fabs(x) : 20.0;
  int exponent;
  const double power = exponentialOfDouble(2.0 * size, &exponent);
  const double square = as_double(as_long(power) + ((long)exponent << 52));
  const double result = fusedMultiplyAdd(-2.0, usualReciprocal(square + 1.0), 1.0);
  return x != x ? x : withSign(result, x);
}
FOR_VECTORS_1(tanh, double)

/// e^x / 2 for x >= 0, which may be infinite.
/// @param halfInverse receives e^-x / 2, or 0 where it does not matter
static double halfExponential(double x, double *halfInverse) {
  const double limited = upperHalf(x) < 0x40900000u ? x : 1024.0;
  int exponent;
  const double sum = exponentialOfDouble(limited, &exponent);
  *halfInverse =
      x < 40.0 ? 0.25 * usualReciprocal(0.5 * as_double(as_long(sum) + ((long)exponent << 52)))
               : 0.0;
  return scaledInSteps(sum, exponent - 1);
}

BUILTIN double sinh(double x) {
  const double size = fabs(x);
  if (upperHalf(x) < 0x3FF00000u) {
    const double square = x * x;
    double sum = 0x1.b52ebd853a45cp-41;
    sum = fusedMultiplyAdd(sum, square, 0x1.6118df72517e3p-33);
    sum = fusedMultiplyAdd(sum, square, 0x1.ae646b4d5dc17p-26);
    sum = fusedMultiplyAdd(sum, square, 0x1.71de3a40565edp-19);
    sum = fusedMultiplyAdd(sum, square, 0x1.a01a01a0318d8p-13);
    sum = fusedMultiplyAdd(sum, square, 0x1.111111111104p-7);
    sum = fusedMultiplyAdd(sum, square, 0x1.5555555555556p-3);
    return fusedMultiplyAdd(x * square, sum, x);
  }
  double small;
  const double large = halfExponential(size, &small);
  return x != x ? x : withSign(large - small, x);
}
FOR_VECTORS_1(sinh, double)

BUILTIN double cosh(double x) {
  const double size = fabs(x);
  double small;
  const double large = halfExponential(size, &small);
  return x != x ? x : large + small;
}
FOR_VECTORS_1(cosh, double)
