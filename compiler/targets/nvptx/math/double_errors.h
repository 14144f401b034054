// The error function of double and its complement.

/// erf(x) for x between -1 and 1.
static double errorNearZero(double x) {
  const double square = x * x;
  double sum = -7.768631603009701391e-10;
  sum = fusedMultiplyAdd(sum, square, 1.370470581236865946772613e-8);
  sum = fusedMultiplyAdd(sum, square, -1.62047330006447457050131749634e-7);
  sum = fusedMultiplyAdd(sum, square, 1.644690437186005724595435663e-6);
  sum = fusedMultiplyAdd(sum, square, -1.492469177660154103020554e-5);
  sum = fusedMultiplyAdd(sum, square, 1.2055292366416699612e-4);
  sum = fusedMultiplyAdd(sum, square, -8.548325882447309516e-4);
  sum = fusedMultiplyAdd(sum, square, 5.22397760495082151555e-3);
  sum =
      fusedMultiplyAdd(sum, square, -2.68661706429332673706777967481684754602611064910888671875e-2);
  sum = fusedMultiplyAdd(sum, square, 0.11283791670942668050603430174305685795843601226806640625);
  sum = fusedMultiplyAdd(sum, square, -0.37612638903183459593293491707299835979938507080078125);
  sum = fusedMultiplyAdd(sum, square, 1.1283791670955125585606992899556644260883331298828125);
  return x * sum;
}

/// 1 - erf(x) for x between 1 and 5.93, by the polynomial of its logarithm around 3.375.
static double complementOfError(double x) {
  const double place = x - 3.375;
  double sum = 1.740388054265746e-11;
  sum = fusedMultiplyAdd(sum, place, 2.9871803332503175e-10);
  sum = fusedMultiplyAdd(sum, place, 2.0602818887190039e-09);
  sum = fusedMultiplyAdd(sum, place, 8.316339663176031e-09);
  sum = fusedMultiplyAdd(sum, place, 2.0064965865671914e-08);
  sum = fusedMultiplyAdd(sum, place, 2.8044001777505035e-08);
  sum = fusedMultiplyAdd(sum, place, 2.5934159253350983e-08);
  sum = fusedMultiplyAdd(sum, place, -1.1601579203245992e-07);
  sum = fusedMultiplyAdd(sum, place, 6.298515972596076e-07);
  sum = fusedMultiplyAdd(sum, place, -4.566959178923226e-06);
  sum = fusedMultiplyAdd(sum, place, 2.8050786012561886e-05);
  sum = fusedMultiplyAdd(sum, place, -0.00016691780367437080);
  sum = fusedMultiplyAdd(sum, place, 0.000971750721911087);
  sum = fusedMultiplyAdd(sum, place, -0.005686501326645672);
  sum = fusedMultiplyAdd(sum, place, -0.9647085561175110513);
  sum = fusedMultiplyAdd(sum, place, -7.0246632876361987);
  sum = fusedMultiplyAdd(sum, place, -13.219270045841460);
  int exponent;
  const double result = exponentialOfDouble(sum, &exponent);
  return as_double(as_long(result) + ((long)exponent << 52));
}

BUILTIN double erf(double x) {
  const uint upper = upperHalf(x);
  if (upper < 0x3FF00000u)
    return errorNearZero(x);
  // From 5.93 on the result is 1.
  const double size = upper < 0x4017B851u ? fabs(x) : 5.93;
  const double result = withSign(1.0 - complementOfError(size), x);
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
