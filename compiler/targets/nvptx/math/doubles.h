// Functions of double, as those of float in the other files, with polynomials of more terms.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

// For large angles, which are rare: calls keep each of these functions in the code once.
BUILTIN double libclc_sin(double x);
BUILTIN double libclc_cos(double x);
BUILTIN double libclc_tan(double x);

#define as_long(x) __builtin_astype((x), long)
#define as_double(x) __builtin_astype((x), double)
#define INFINITE_DOUBLE as_double(0x7FF0000000000000L)
#define NOT_A_DOUBLE as_double(0x7FF8000000000000L)

OVERLOADED double fusedMultiplyAdd(double a, double b, double c) {
  return __builtin_elementwise_fma(a, b, c);
}

OVERLOADED int hasSign(double x) { return as_long(x) < 0; }

OVERLOADED double withSign(double size, double sign) {
  return __builtin_elementwise_copysign(size, sign);
}

/// Changes the sign if the bit 1 is set.
static double withOtherSign(double x, int bit1) {
  return as_double(as_long(x) ^ ((long)bit1 << 62));
}

static double powerOfTwoDouble(int exponent) { return as_double((long)(exponent + 1023) << 52); }

/// The upper half of a double without the sign: in the order of the numbers, and cheap to compare.
static uint upperHalf(double x) { return (uint)(as_long(x) >> 32) & 0x7FFFFFFFu; }

/// (e^rest - 1 - rest) / rest^2 for at most log(2) / 2 in magnitude.
static double exponentialBeyondRest(double rest) {
  double sum = 2.500448964711025e-08;
  sum = fusedMultiplyAdd(sum, rest, 2.7630444481328946e-07);
  sum = fusedMultiplyAdd(sum, rest, 2.7557572292916585e-06);
  sum = fusedMultiplyAdd(sum, rest, 2.4801492482785765e-05);
  sum = fusedMultiplyAdd(sum, rest, 0.00019841269522464735);
  sum = fusedMultiplyAdd(sum, rest, 0.0013888888944313675);
  sum = fusedMultiplyAdd(sum, rest, 0.008333333333487052);
  sum = fusedMultiplyAdd(sum, rest, 0.04166666666652705);
  sum = fusedMultiplyAdd(sum, rest, 0.16666666666666424);
  return fusedMultiplyAdd(sum, rest, 0.5000000000000011);
}

/// e^rest for at most log(2) / 2 in magnitude.
static double exponentialOfRest(double rest) {
  const double sum = fusedMultiplyAdd(exponentialBeyondRest(rest), rest, 1.0);
  return fusedMultiplyAdd(sum, rest, 1.0);
}

/// x as a whole number of log(2), and the rest, at most log(2) / 2 in magnitude.
static double restOfLogarithms(double x, int *whole) {
  const double shifted = fusedMultiplyAdd(x, 0x1.71547652b82fep+0, 0x1.8p52);
  *whole = (int)as_long(shifted);
  const double number = shifted - 0x1.8p52;
  const double rest = fusedMultiplyAdd(number, -0x1.62e42fefa39efp-1, x);
  return fusedMultiplyAdd(number, -0x1.abc9e3b39803fp-56, rest);
}

/// e^x as a number between 1/2 and 2 times a power of two.
static double exponentialOfDouble(double x, int *exponent) {
  return exponentialOfRest(restOfLogarithms(x, exponent));
}

/// A number between 1/2 and 2 times 2^exponent, in two steps of which the first one cannot round.
static double scaledInSteps(double x, int exponent) {
  const int first = exponent / 2;
  return x * powerOfTwoDouble(first) * powerOfTwoDouble(exponent - first);
}

/// sum 2^exponent for a power that is out of range if the exponent is.
static double powerInRange(double x, double sum, int exponent, double least, double largest) {
  const double scaled = scaledInSteps(sum, exponent);
  const double large = x > largest ? INFINITE_DOUBLE : x;
  return x < least ? 0.0 : x <= largest ? scaled : large;
}

BUILTIN double exp(double x) {
  int exponent;
  const double sum = exponentialOfDouble(x, &exponent);
  if (upperHalf(x) < 0x40862000u) // below 708 the result is a normal number
    return as_double(as_long(sum) + ((long)exponent << 52));
  return powerInRange(x, sum, exponent, -746.0, 709.79);
}
FOR_VECTORS_1(exp, double)

/// The reciprocal, with an error of some ulps, of a number that is neither 0 nor subnormal, and
/// whose reciprocal is neither.
static double usualReciprocal(double x) {
  double result = __nvvm_rcp_approx_ftz_d(x);
  double missing = fusedMultiplyAdd(-x, result, 1.0);
  missing = fusedMultiplyAdd(missing, missing, missing);
  return fusedMultiplyAdd(missing, result, result);
}

/// A positive number as 2^exponent times a number between the roots of 1/2 and 2.
typedef struct {
  double exponent;
  double logarithm; ///< of that number
} DoubleLogarithm;

/// For a positive number; else the result is meaningless.
/// @param factor times the exponent, is added to the logarithm
static DoubleLogarithm splitLogarithm(double x, double factor) {
  const int isSubnormal = x < 0x1p-1022;
  const long bits = as_long(isSubnormal ? x * 0x1p54 : x);
  const int exponent = (int)((bits - 0x3FE6A09E667F3BCDL) >> 52);
  const double fraction = as_double(bits - ((long)exponent << 52)) - 1.0;
  const double s = fraction * usualReciprocal(fraction + 2.0);
  const double square = s * s;
  double sum = 0.14867895284296023;
  sum = fusedMultiplyAdd(sum, square, 0.15306352786376465);
  sum = fusedMultiplyAdd(sum, square, 0.1818389021794963);
  sum = fusedMultiplyAdd(sum, square, 0.22222191670836652);
  sum = fusedMultiplyAdd(sum, square, 0.28571428818184663);
  sum = fusedMultiplyAdd(sum, square, 0.39999999999016134);
  sum = fusedMultiplyAdd(sum, square, 0.666666666666681);
  sum *= square;
  const double halfSquare = 0.5 * fraction * fraction;
  const double scale = (double)(exponent - (isSubnormal ? 54 : 0));
  const double rest = fusedMultiplyAdd(s, halfSquare + sum, scale * factor);
  const DoubleLogarithm result = {scale, fraction - (halfSquare - rest)};
  return result;
}

/// The logarithm of a number for which @p ofPositive is meaningless if it is not positive and
/// finite.
static double logarithmOfAnyDouble(double x, double ofPositive) {
  const double other = x == 0.0 ? -INFINITE_DOUBLE : x > 0.0 ? x : NOT_A_DOUBLE;
  return x > 0.0 && x < INFINITE_DOUBLE ? ofPositive : other;
}

BUILTIN double log(double x) {
  const DoubleLogarithm parts = splitLogarithm(x, 0x1.abc9e3b39803fp-56);
  return logarithmOfAnyDouble(
      x, fusedMultiplyAdd(parts.exponent, 0x1.62e42fefa39efp-1, parts.logarithm));
}
FOR_VECTORS_1(log, double)

BUILTIN double log2(double x) {
  const DoubleLogarithm parts = splitLogarithm(x, 0.0);
  return logarithmOfAnyDouble(
      x, fusedMultiplyAdd(parts.logarithm, 0x1.71547652b82fep+0, parts.exponent));
}
FOR_VECTORS_1(log2, double)

BUILTIN double log10(double x) {
  const DoubleLogarithm parts = splitLogarithm(x, 0.0);
  return logarithmOfAnyDouble(x, fusedMultiplyAdd(parts.exponent, 0x1.34413509f79ffp-2,
                                                  0x1.bcb7b1526e50ep-2 * parts.logarithm));
}
FOR_VECTORS_1(log10, double)

/// Up to here the rest is exact enough with three parts of pi / 2.
#define FEW_QUARTERS_DOUBLE 105615.0

OVERLOADED double restOfQuarters(double x, int *quarters) {
  const double shifted = fusedMultiplyAdd(x, 0x1.45f306dc9c883p-1, 0x1.8p52);
  *quarters = (int)as_long(shifted);
  const double whole = shifted - 0x1.8p52;
  double rest = fusedMultiplyAdd(whole, -0x1.921fb54442d18p+0, x);
  rest = fusedMultiplyAdd(whole, -0x1.1a62633145c06p-54, rest);
  return fusedMultiplyAdd(whole, -0x1.c1cd129024e09p-107, rest);
}

static double sineOfRest(double x, double square) {
  double sum = 1.5895974919456156e-10;
  sum = fusedMultiplyAdd(sum, square, -2.5050742812777328e-08);
  sum = fusedMultiplyAdd(sum, square, 2.755731358502397e-06);
  sum = fusedMultiplyAdd(sum, square, -0.0001984126982946496);
  sum = fusedMultiplyAdd(sum, square, 0.008333333333321924);
  sum = fusedMultiplyAdd(sum, square, -0.1666666666666663);
  return x * fusedMultiplyAdd(sum, square, 1.0); // which keeps the sign of 0
}

/// The sine of an angle plus so many quarter turns. Neighbouring work-items have other quarters, so
/// that there is no branch; cos(x) is 1 - 2 sin(x / 2)^2, which needs the same coefficients.
OVERLOADED double sineAfter(double rest, int quarters) {
  const int isCosine = quarters & 1;
  const double angle = rest * (isCosine ? 0.5 : 1.0);
  const double sine = sineOfRest(angle, angle * angle);
  const double cosine = fusedMultiplyAdd(sine, -2.0 * sine, 1.0);
  return withOtherSign(isCosine ? cosine : sine, quarters & 2);
}

BUILTIN double sin(double x) {
  if (!(fabs(x) < FEW_QUARTERS_DOUBLE)) [[clang::noinline]]
    return libclc_sin(x);
  int quarters;
  const double rest = restOfQuarters(x, &quarters);
  return sineAfter(rest, quarters);
}
FOR_VECTORS_1(sin, double)

BUILTIN double cos(double x) {
  if (!(fabs(x) < FEW_QUARTERS_DOUBLE)) [[clang::noinline]]
    return libclc_cos(x);
  int quarters;
  const double rest = restOfQuarters(x, &quarters);
  return sineAfter(rest, quarters + 1);
}
FOR_VECTORS_1(cos, double)

static double cosineOfRest(double square) {
  double sum = -1.1359950455429973e-11;
  sum = fusedMultiplyAdd(sum, square, 2.087572958386172e-09);
  sum = fusedMultiplyAdd(sum, square, -2.7557314403097784e-07);
  sum = fusedMultiplyAdd(sum, square, 2.4801587289677632e-05);
  sum = fusedMultiplyAdd(sum, square, -0.001388888888887448);
  sum = fusedMultiplyAdd(sum, square, 0.0416666666666666);
  sum = fusedMultiplyAdd(sum, square, -0.5);
  return fusedMultiplyAdd(sum, square, 1.0);
}

BUILTIN double tan(double x) {
  if (!(fabs(x) < FEW_QUARTERS_DOUBLE)) [[clang::noinline]]
    return libclc_tan(x);
  int quarters;
  const double rest = restOfQuarters(x, &quarters);
  const double square = rest * rest;
  const double sine = sineOfRest(rest, square);
  const double cosine = cosineOfRest(square);
  const int isOdd = quarters & 1;
  const double dividend = isOdd ? -cosine : sine;
  const double divisor = isOdd ? sine : cosine;
  const double inverse = usualReciprocal(divisor);
  const double tangent = dividend * inverse;
  const double result =
      fusedMultiplyAdd(fusedMultiplyAdd(-divisor, tangent, dividend), inverse, tangent);
  // A zero has lost its sign.
  return as_double(as_long(result) | ((as_long(dividend) ^ as_long(divisor)) & (1L << 63)));
}
FOR_VECTORS_1(tan, double)

/// The arc of a tangent between 0 and 1.
OVERLOADED double arcOfTangent(double x) {
  const double square = x * x;
  double sum = -2.0259475162598765e-05;
  sum = fusedMultiplyAdd(sum, square, 0.00022303138720923467);
  sum = fusedMultiplyAdd(sum, square, -0.0011641121622470323);
  sum = fusedMultiplyAdd(sum, square, 0.0038560860257121072);
  sum = fusedMultiplyAdd(sum, square, -0.009184768312810182);
  sum = fusedMultiplyAdd(sum, square, 0.01697832112216108);
  sum = fusedMultiplyAdd(sum, square, -0.02582708841322693);
  sum = fusedMultiplyAdd(sum, square, 0.03406803865007123);
  sum = fusedMultiplyAdd(sum, square, -0.04092651936874859);
  sum = fusedMultiplyAdd(sum, square, 0.04673955994408078);
  sum = fusedMultiplyAdd(sum, square, -0.05239235293850693);
  sum = fusedMultiplyAdd(sum, square, 0.05877308400289411);
  sum = fusedMultiplyAdd(sum, square, -0.06665860493180151);
  sum = fusedMultiplyAdd(sum, square, 0.0769221295033045);
  sum = fusedMultiplyAdd(sum, square, -0.09090901237534676);
  sum = fusedMultiplyAdd(sum, square, 0.11111110678905126);
  sum = fusedMultiplyAdd(sum, square, -0.1428571427134188);
  sum = fusedMultiplyAdd(sum, square, 0.1999999999975519);
  sum = fusedMultiplyAdd(sum, square, -0.3333333333333186);
  return fusedMultiplyAdd(sum * square, x, x);
}

OVERLOADED double quotientOf(double small, double large) { return small / large; }

/// Beyond 2^60 the arc of the reciprocal is 0 beside pi / 2.
OVERLOADED double reciprocalOf(double x) {
  return upperHalf(x) < 0x43B00000u ? usualReciprocal(x) : 0.0;
}
