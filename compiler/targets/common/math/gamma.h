// tgamma of REAL, within 8 ulps. libclc's is the exponential of lgamma, with errors of hundreds of
// ulps.
//
// From -0.5 to 10, gamma(x + 1) = x gamma(x) reduces to gamma(2 + t), 0 <= t < 1: a polynomial.
// Above, Stirling's x^(x - 0.5) e^-x S(1 / x). The power is computed as a square, whose root does
// not overflow before gamma does; x - 0.5 and half of it are exact. Below, gamma(-a) = -pi / (a
// sin(pi a) gamma(a)), divided by the two factors of gamma(a) in turn, because gamma(a) overflows
// long before gamma(-a) underflows.

BUILTIN REAL pow(REAL x, REAL y);
BUILTIN REAL exp(REAL x);
BUILTIN REAL sinpi(REAL x);

/// gamma(@p x) = first × second.
typedef struct {
  REAL first, second;
} FACTORS;

static FACTORS __attribute__((overloadable)) gammaFactors(REAL x) {
  FACTORS result;
  if (x < 10.0f) {
    REAL numerator = 1.0f;
    REAL denominator = 1.0f;
    for (; x < 2.0f; x += 1.0f)
      denominator *= x;
    for (; x >= 3.0f; numerator *= x)
      x -= 1.0f;
    result.first = gammaFrom2(x - 2.0f) * numerator / denominator;
    result.second = 1.0f;
    return result;
  }
  const REAL most = CONSTANTS(45.0f, 200.0f); // gamma is infinite, and that of -x is 0
  if (x > most)
    x = most;
  result.second = pow(x, 0.5f * x - 0.25f);
  result.first = result.second * exp(-x) * stirling(1.0f / x);
  return result;
}

BUILTIN REAL tgamma(REAL x) {
  const REAL pi = CONSTANTS(0x1.921fb6p+1f, 0x1.921fb54442d18p+1);
  if (x != x)
    return x;
  if (x > -0.5f) {
    const FACTORS gamma = gammaFactors(x);
    return gamma.first * gamma.second;
  }
  const REAL a = -x;
  const REAL sine = sinpi(a);
  if (sine == 0.0f || a == __builtin_inff()) // a pole; all large numbers are poles
    return NOT_A_NUMBER;
  const FACTORS gamma = gammaFactors(a);
  return -pi / (a * sine) / gamma.first / gamma.second;
}
