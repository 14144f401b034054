// Powers of double: e^(y log(x)), with the logarithm as a sum of two doubles; exponentials and
// logarithms of other bases.

typedef struct {
  double upper;
  double lower;
} DoubleSum;

/// The natural logarithm of a positive normal number times 2^offset, with a relative error of
/// 2^-63.
static DoubleSum exactLogarithmOf(double x, int offset) {
  const long bits = as_long(x);
  // The fraction lies between the roots of 1/2 and 2.
  const int exponent = (int)((bits - 0x3FE6A09E667F3BCDL) >> 52);
  const double fraction = as_double(bits - ((long)exponent << 52));
  // s = (fraction - 1) / (fraction + 1); log(fraction) = 2 (s + s^3 / 3 + s^5 / 5 + ...).
  const double difference = fraction - 1.0;
  const double total = fraction + 1.0;
  const double totalLower = (1.0 - total) + fraction;
  const double inverse = usualReciprocal(total);
  const double s = difference * inverse;
  const double sLower =
      inverse * fusedMultiplyAdd(-s, totalLower, fusedMultiplyAdd(-s, total, difference));
  const double square = s * s;
  const double squareLower = fusedMultiplyAdd(s, s, -square);
  double sum = 0x1.0872db8335513p-3;
  sum = fusedMultiplyAdd(sum, square, 0x1.10193bc4f6574p-3);
  sum = fusedMultiplyAdd(sum, square, 0x1.3b18b3a0055dp-3);
  sum = fusedMultiplyAdd(sum, square, 0x1.745d0a08f736bp-3);
  sum = fusedMultiplyAdd(sum, square, 0x1.c71c71d7b08b6p-3);
  sum = fusedMultiplyAdd(sum, square, 0x1.249249248e6e2p-2);
  sum = fusedMultiplyAdd(sum, square, 0x1.999999999999ep-2);
  sum *= square;
  const double factor = 0x1.5555555555555p-1 + sum;
  const double factorLower = ((0x1.5555555555555p-1 - factor) + sum) + 0x1.5555555555555p-55;
  const double cube = square * s;
  const double cubeLower = fusedMultiplyAdd(squareLower, s, fusedMultiplyAdd(square, s, -cube));
  const double tail = cube * factor;
  double lower = fusedMultiplyAdd(cube, factor, -tail);
  lower = fusedMultiplyAdd(cube, factorLower, lower);
  lower = fusedMultiplyAdd(cubeLower, factor, lower);
  lower = fusedMultiplyAdd(2.0 * sLower, square, lower) + 2.0 * sLower;
  const double ofFraction = fusedMultiplyAdd(2.0, s, tail);
  lower += fusedMultiplyAdd(2.0, s, -ofFraction) + tail;
  // The first part of log(2) has 42 bits, so that its product is exact.
  const double scale = (double)(exponent + offset);
  const double ofExponent = scale * 0x1.62e42fefa38p-1;
  lower = fusedMultiplyAdd(scale, 0x1.ef35793c7673p-45, lower);
  const double upper = ofExponent + ofFraction;
  lower += (ofExponent - upper) + ofFraction;
  const DoubleSum result = {upper + lower, (upper - (upper + lower)) + lower};
  return result;
}

/// (x 2^offset)^y for a positive normal number x; |y| is at most 2^64.
static double powerOfNormal(double x, int offset, double y) {
  const DoubleSum logarithm = exactLogarithmOf(x, offset);
  double product = y * logarithm.upper;
  double lower =
      fusedMultiplyAdd(y, logarithm.lower, fusedMultiplyAdd(y, logarithm.upper, -product));
  const int isUsual = upperHalf(product) < 0x40862000u; // below 708
  if (!isUsual && fabs(product) > 800.0) {
    product = withSign(800.0, product);
    lower = 0.0;
  }
  int exponent;
  const double rest = restOfLogarithms(product, &exponent) + lower;
  const double sum = exponentialOfRest(rest);
  return isUsual ? as_double(as_long(sum) + ((long)exponent << 52)) : scaledInSteps(sum, exponent);
}

/// x^y for finite x > 0.
OVERLOADED double powerOfPositive(double x, double y) {
  // With a larger exponent every power of another number than 1 is 0 or infinite, too.
  const double limited = fabs(y) < 0x1p64 ? y : withSign(0x1p64, y);
  const int isSubnormal = upperHalf(x) < 0x00100000u;
  return powerOfNormal(isSubnormal ? x * 0x1p54 : x, isSubnormal ? -54 : 0, limited);
}

/// x^y for x >= 0, which may be infinite, and y other than 0.
OVERLOADED double powerOfSize(double x, double y) {
  if (x == 0.0 || x == INFINITE_DOUBLE)
    return (x == 0.0) == (y < 0.0) ? INFINITE_DOUBLE : 0.0;
  return powerOfPositive(x, y);
}

static int isUsualPower(double x, double y) {
  return (ulong)as_long(x) - 0x0010000000000000UL < 0x7FE0000000000000UL &&
         upperHalf(y) < 0x43F00000u;
}

BUILTIN double pow(double x, double y) {
  if (isUsualPower(x, y))
    return powerOfNormal(x, 0, y);
  if (x == 1.0 || y == 0.0)
    return 1.0;
  const double size = fabs(x);
  const int isWhole = __builtin_elementwise_trunc(y) == y;
  if (x != x || y != y || (x < 0.0 && !isWhole && size != INFINITE_DOUBLE))
    return NOT_A_DOUBLE;
  const int isOdd = isWhole && __builtin_elementwise_trunc(0.5 * y) != 0.5 * y;
  const double result = size == 1.0 ? 1.0 : powerOfSize(size, y);
  return isOdd ? withSign(result, x) : result;
}
FOR_VECTORS_2(pow, double, double)

BUILTIN double pown(double x, int y) { return pow(x, (double)y); }
FOR_VECTORS_2(pown, double, int)

BUILTIN double powr(double x, double y) {
  if (isUsualPower(x, y))
    return powerOfNormal(x, 0, y);
  const int isEnd = x == 0.0 || x == INFINITE_DOUBLE;
  if (!(x >= 0.0) || y != y || (isEnd && y == 0.0) || (x == 1.0 && fabs(y) == INFINITE_DOUBLE))
    return NOT_A_DOUBLE;
  return y == 0.0 ? 1.0 : powerOfSize(x, y);
}
FOR_VECTORS_2(powr, double, double)

BUILTIN double exp2(double x) {
  const double shifted = x + 0x1.8p52;
  const int exponent = (int)as_long(shifted);
  const double rest = x - (shifted - 0x1.8p52);
  const double sum =
      exponentialOfRest(fusedMultiplyAdd(rest, 0x1.62e42fefa39efp-1, rest * 0x1.abc9e3b39803fp-56));
  if (upperHalf(x) < 0x408FE000u) // below 1020
    return as_double(as_long(sum) + ((long)exponent << 52));
  return powerInRange(x, sum, exponent, -1080.0, 0x1.fffffffffffffp9);
}
FOR_VECTORS_1(exp2, double)

BUILTIN double exp10(double x) {
  const double shifted = fusedMultiplyAdd(x, 0x1.a934f0979a371p+1, 0x1.8p52);
  const int exponent = (int)as_long(shifted);
  const double whole = shifted - 0x1.8p52;
  double rest = fusedMultiplyAdd(whole, -0x1.34413509f79ffp-2, x);
  rest = fusedMultiplyAdd(whole, 0x1.9dc1da994fd21p-59, rest);
  const double sum = exponentialOfRest(
      fusedMultiplyAdd(rest, 0x1.26bb1bbb55516p+1, rest * -0x1.f48ad494ea3e9p-53));
  if (upperHalf(x) < 0x40732000u) // below 306
    return as_double(as_long(sum) + ((long)exponent << 52));
  return powerInRange(x, sum, exponent, -325.0, 0x1.34413509f79fep8);
}
FOR_VECTORS_1(exp10, double)
