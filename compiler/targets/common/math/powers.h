// Powers and roots, and multiplication by powers of two.

BUILTIN float libclc_pow(float x, float y);
BUILTIN float libclc_powr(float x, float y);
BUILTIN float libclc_pown(float x, int n);
BUILTIN double libclc_pow(double x, double y);
BUILTIN double libclc_powr(double x, double y);
BUILTIN float libclc_rootn(float x, int n);
BUILTIN double libclc_rootn(double x, int n);
BUILTIN double libclc_ldexp(double x, int n);

/// Returns whether @p magnitude to the power of y may be less than 2^-125: libclc computes such
/// numbers with a subnormal factor, which a device may flush to 0. Here they are squares of a root.
/// The logarithm is interpolated linearly between powers of two, which is 0.69 to 1.39 times the
/// exact one.
static int isSmallPower(float magnitude, float y) {
  const uint bits = as_uint(magnitude);
  const float logarithm = (float)(int)(bits - 0x3F800000) * 0x1p-23f;
  return y * logarithm < -80.0f;
}

static int isNegative(float x) { return (int)as_uint(x) < 0; }

BUILTIN float pow(float x, float y) {
  const float size = fabs(x);
  const int isOdd = __builtin_elementwise_trunc(0.5f * y) != 0.5f * y;
  if (!isSmallPower(size, y) || (isNegative(x) && __builtin_elementwise_trunc(y) != y))
    return libclc_pow(x, y);
  const float root = libclc_pow(size, 0.5f * y);
  return isNegative(x) && isOdd ? -(root * root) : root * root;
}
FOR_VECTORS_2(pow, float, float)

BUILTIN float powr(float x, float y) {
  const int isSmall = isSmallPower(x, y) && x >= 0.0f;
  const float power = libclc_powr(x, isSmall ? 0.5f * y : y);
  return isSmall ? power * power : power;
}
FOR_VECTORS_2(powr, float, float)

BUILTIN float pown(float x, int n) {
  const float size = fabs(x);
  if (!isSmallPower(size, (float)n))
    return libclc_pown(x, n);
  const float root = libclc_pown(size, n / 2);
  const float odd = n % 2 == 0 ? 1.0f : n < 0 ? 1.0f / size : size;
  const float power = root * odd * root;
  return isNegative(x) && n % 2 != 0 ? -power : power;
}
FOR_VECTORS_2(pown, float, int)

/// Returns whether |y log(x)| is far beyond all exponents, where libclc's double powers fail:
/// |log(x)| is at least 0.69 |x - 1| up to 2, and at least 0.69 above it.
static int isFar(double x, double y) {
  const double distance = fabs(fabs(x) - 1.0);
  return fabs(y) * (distance < 1.0 ? distance : 1.0) > 4000.0 && fabs(y) < __builtin_inf();
}

static double farPower(double x, double y) {
  return (fabs(x) > 1.0) == (y > 0.0) ? __builtin_inf() : 0.0;
}

BUILTIN double pow(double x, double y) {
  if (x != x || !isFar(x, y))
    return libclc_pow(x, y);
  const double halved = 0.5 * y;
  const int isWhole = __builtin_elementwise_trunc(y) == y;
  const int isOdd = isWhole && __builtin_elementwise_trunc(halved) != halved;
  if (x < 0.0 && !isWhole && x > -__builtin_inf())
    return NOT_A_NUMBER;
  const double power = farPower(x, y);
  return isOdd ? __builtin_elementwise_copysign(power, x) : power;
}
FOR_VECTORS_2(pow, double, double)

BUILTIN double powr(double x, double y) {
  if (x != x || x < 0.0 || !isFar(x, y))
    return libclc_powr(x, y);
  return farPower(x, y);
}
FOR_VECTORS_2(powr, double, double)

/// libclc flushes the smallest numbers.
BUILTIN float rootn(float x, int n) { return n == 1 ? x : n == -1 ? 1.0f / x : libclc_rootn(x, n); }
FOR_VECTORS_2(rootn, float, int)

BUILTIN double rootn(double x, int n) {
  return n == 1 ? x : n == -1 ? 1.0 / x : libclc_rootn(x, n);
}
FOR_VECTORS_2(rootn, double, int)

/// Scales in steps of which only the last one can round: an earlier subnormal result would be
/// flushed to 0.
BUILTIN float ldexp(float x, int n) {
  for (int i = 0; i < 2; ++i) {
    const int step = n < -126 ? -102 : n > 127 ? 127 : 0;
    x *= as_float((step + 127) << 23);
    n -= step;
  }
  n = n < -126 ? -126 : n > 127 ? 127 : n;
  return x * as_float((n + 127) << 23);
}
FOR_VECTORS_2(ldexp, float, int)
FOR_VECTORS_SCALAR(ldexp, float, int)

/// libclc negates the exponent, and returns infinity for NaN.
BUILTIN double ldexp(double x, int n) {
  n = n < -5000 ? -5000 : n > 5000 ? 5000 : n;
  return x != x ? x : libclc_ldexp(x, n);
}
FOR_VECTORS_2(ldexp, double, int)
FOR_VECTORS_SCALAR(ldexp, double, int)
