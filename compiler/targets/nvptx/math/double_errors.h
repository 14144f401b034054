// The error function of double and its complement.

/// log(1 - erf(x)) / x for x between 0 and 5.95. The errors of erf are few ulps everywhere.
static double scaledLogarithmOfComplement(double x) {
  double sum = 1.0414948938811254e-13;
  sum = fusedMultiplyAdd(sum, x, -4.702265859181274e-12);
  sum = fusedMultiplyAdd(sum, x, 9.789083926092943e-11);
  sum = fusedMultiplyAdd(sum, x, -1.2494909077083874e-09);
  sum = fusedMultiplyAdd(sum, x, 1.0948626138092942e-08);
  sum = fusedMultiplyAdd(sum, x, -6.967364857594487e-08);
  sum = fusedMultiplyAdd(sum, x, 3.3046878879228753e-07);
  sum = fusedMultiplyAdd(sum, x, -1.1668632241819473e-06);
  sum = fusedMultiplyAdd(sum, x, 2.9233170779750637e-06);
  sum = fusedMultiplyAdd(sum, x, -4.17582666230906e-06);
  sum = fusedMultiplyAdd(sum, x, -2.2044774052047993e-06);
  sum = fusedMultiplyAdd(sum, x, 2.8880638865435958e-05);
  sum = fusedMultiplyAdd(sum, x, -6.40369723889015e-05);
  sum = fusedMultiplyAdd(sum, x, -2.606327060853441e-05);
  sum = fusedMultiplyAdd(sum, x, 0.0005901803485704814);
  sum = fusedMultiplyAdd(sum, x, -0.0016962177985102853);
  sum = fusedMultiplyAdd(sum, x, 0.00020919626940004942);
  sum = fusedMultiplyAdd(sum, x, 0.019128446873268385);
  sum = fusedMultiplyAdd(sum, x, -0.10277260329600504);
  sum = fusedMultiplyAdd(sum, x, -0.6366197723676833);
  sum = fusedMultiplyAdd(sum, x, -1.1283791670955123);
  return sum;
}

BUILTIN double erf(double x) {
  // From 5.93 on the result is 1.
  const double size = upperHalf(x) < 0x4017B851u ? fabs(x) : 5.93;
  int exponent;
  const double rest = restOfLogarithms(size * scaledLogarithmOfComplement(size), &exponent);
  // 1 - 2^exponent (1 + more), so that small results are exact.
  const double more = fusedMultiplyAdd(exponentialBeyondRest(rest) * rest, rest, rest);
  const double scale = powerOfTwoDouble(exponent);
  const double result = withSign(fusedMultiplyAdd(-scale, more, 1.0 - scale), x);
  return x != x ? x : result;
}
FOR_VECTORS_1(erf, double)

/// For x >= 0, e^(-x^2) times a polynomial of (x - 4) / (x + 4), divided by 1 + 2 x.
BUILTIN double erfc(double x) {
  const double size = fabs(x) > 27.3 ? 27.3 : fabs(x);
  const double twice = fusedMultiplyAdd(2.0, size, 1.0);
  const double inverse = usualReciprocal((size + 4.0) * twice);
  const double place = (size - 4.0) * twice * inverse;
  double sum = -1.907388627007971e-09;
  sum = fusedMultiplyAdd(sum, place, -1.3952812123042384e-08);
  sum = fusedMultiplyAdd(sum, place, -7.796210935750394e-09);
  sum = fusedMultiplyAdd(sum, place, 1.1597564919712835e-07);
  sum = fusedMultiplyAdd(sum, place, 6.326381936013846e-08);
  sum = fusedMultiplyAdd(sum, place, -8.356886054802244e-07);
  sum = fusedMultiplyAdd(sum, place, 3.006053020270926e-07);
  sum = fusedMultiplyAdd(sum, place, 5.718067004785881e-06);
  sum = fusedMultiplyAdd(sum, place, -1.1224293594679385e-05);
  sum = fusedMultiplyAdd(sum, place, -2.4403160497192634e-05);
  sum = fusedMultiplyAdd(sum, place, 0.0001506220523230599);
  sum = fusedMultiplyAdd(sum, place, -0.00019925553476007838);
  sum = fusedMultiplyAdd(sum, place, -0.0007577732963739462);
  sum = fusedMultiplyAdd(sum, place, 0.005031969765051122);
  sum = fusedMultiplyAdd(sum, place, -0.016197734065502876);
  sum = fusedMultiplyAdd(sum, place, 0.03716751556105671);
  sum = fusedMultiplyAdd(sum, place, -0.0663303658110103);
  sum = fusedMultiplyAdd(sum, place, 0.09373283499690535);
  sum = fusedMultiplyAdd(sum, place, -0.10103906603637362);
  sum = fusedMultiplyAdd(sum, place, 0.0680970542547336);
  sum = fusedMultiplyAdd(sum, place, 0.015379652102621091);
  sum = fusedMultiplyAdd(sum, place, -0.13962111684056286);
  sum = fusedMultiplyAdd(sum, place, 1.2329951186255526);
  sum *= (size + 4.0) * inverse;
  const double square = size * size;
  const double lower = fusedMultiplyAdd(size, size, -square);
  const double complement = exp(-square) * fusedMultiplyAdd(-lower, sum, sum);
  return hasSign(x) ? 2.0 - complement : complement;
}
FOR_VECTORS_1(erfc, double)
