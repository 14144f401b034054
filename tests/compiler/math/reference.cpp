// See reference.h.
#include "compiler/math/reference.h"

#include <algorithm>
#include <climits>
#include <cmath>
#include <limits>
#include <utility>

namespace ursa::test {

const FloatFormat kHalf{"half", 2, 11, 15, -14};
const FloatFormat kFloat{"float", 4, 24, 127, -126};
const FloatFormat kDouble{"double", 8, 53, 1023, -1022};

Quad decode(const FloatFormat &format, std::uint64_t bits) {
  const int fractionBits = format.precision - 1;
  const std::uint64_t fraction = bits & ((std::uint64_t{1} << fractionBits) - 1);
  const auto exponent =
      static_cast<int>(bits >> fractionBits & ((1U << (8 * format.bytes - format.precision)) - 1));
  const bool isNegative = bits >> (8 * format.bytes - 1) & 1U;
  Quad value = static_cast<Quad>(fraction);
  if (exponent == format.maxExponent * 2 + 1)
    value = fraction ? nanq("") : static_cast<Quad>(HUGE_VAL);
  else if (exponent == 0)
    value = scalbnq(value, format.minExponent - fractionBits);
  else
    value = scalbnq(value + scalbnq(1, fractionBits), exponent - format.maxExponent - fractionBits);
  return isNegative ? -value : value;
}

std::uint64_t encode(const FloatFormat &format, Quad value) {
  const std::uint64_t sign = signbitq(value) ? std::uint64_t{1} << (8 * format.bytes - 1) : 0;
  const int fractionBits = format.precision - 1;
  const std::uint64_t infinity = static_cast<std::uint64_t>(format.maxExponent * 2 + 1)
                                 << fractionBits;
  value = fabsq(value);
  if (isnanq(value))
    return sign | infinity | std::uint64_t{1} << (fractionBits - 1);
  if (value >= scalbnq(1, format.maxExponent + 1))
    return sign | infinity;
  const int exponent =
      value == 0 ? format.minExponent : std::max(ilogbq(value), format.minExponent);
  // The first bit of a normal number's significand counts the exponent up by one.
  const auto significand = static_cast<std::uint64_t>(scalbnq(value, fractionBits - exponent));
  return sign | ((static_cast<std::uint64_t>(exponent - format.minExponent) << fractionBits) +
                 significand);
}

double ulpsBetween(const FloatFormat &format, Quad exact, Quad actual, Quad least) {
  if (isnanq(exact) || isnanq(actual))
    return isnanq(exact) && isnanq(actual) ? 0 : std::numeric_limits<double>::infinity();
  const Quad beyond = scalbnq(1, format.maxExponent + 1);
  if (fabsq(exact) > beyond)
    exact = copysignq(beyond, exact);
  if (fabsq(actual) > beyond)
    actual = copysignq(beyond, actual);
  if (exact == actual)
    return 0;
  // A number that rounds to infinity is at least half an ulp above the largest number.
  const Quad magnitude = fmaxq(fabsq(exact), least);
  int exponent =
      magnitude == 0 ? format.minExponent : std::max(ilogbq(magnitude), format.minExponent);
  exponent = std::min(exponent, format.maxExponent);
  return static_cast<double>(fabsq(exact - actual) / scalbnq(1, exponent - format.precision + 1));
}

namespace {

const Quad kNone = nanq("");
const Quad kInfinity = static_cast<Quad>(HUGE_VAL);

Quad acospi(Quad x) { return acosq(x) / kPi; }
Quad asinpi(Quad x) { return asinq(x) / kPi; }
Quad atanpi(Quad x) { return atanq(x) / kPi; }
Quad atan2pi(Quad y, Quad x) { return atan2q(y, x) / kPi; }

/// Reduced where that is exact, so that pi is the only rounded factor.
Quad cospi(Quad x) {
  Quad r = fmodq(fabsq(x), 2);
  if (r > 1)
    r = 2 - r;
  if (r > static_cast<Quad>(0.5))
    return -cospi(1 - r);
  return r > static_cast<Quad>(0.25) ? sinq(kPi * (static_cast<Quad>(0.5) - r)) : cosq(kPi * r);
}

Quad sinpi(Quad x) {
  Quad r = fmodq(x, 2);
  if (fabsq(r) > 1)
    r -= copysignq(2, r);
  if (fabsq(r) > static_cast<Quad>(0.5))
    r = copysignq(1, r) - r;
  return sinq(kPi * r);
}

Quad tanpi(Quad x) {
  if (fmodq(fabsq(x), 1) == static_cast<Quad>(0.5)) // +inf at n + 0.5 for even n, else -inf
    return fmodq(floorq(x), 2) == 0 ? kInfinity : -kInfinity;
  return sinpi(x) / cospi(x);
}

Quad exp10(Quad x) { return powq(10, x); }
Quad rsqrt(Quad x) { return 1 / sqrtq(x); }
Quad degrees(Quad x) { return 180 / kPi * x; }
Quad radians(Quad x) { return kPi / 180 * x; }
Quad sign(Quad x) { return isnanq(x) ? 0 : x > 0 ? 1 : x < 0 ? -1 : x; }
Quad sum(Quad a, Quad b) { return a + b; }
Quad product(Quad a, Quad b) { return a * b; }
Quad quotient(Quad a, Quad b) { return a / b; }
Quad fused(Quad a, Quad b, Quad c) { return fmaq(a, b, c); }

Quad maxmag(Quad a, Quad b) {
  return fabsq(a) > fabsq(b) ? a : fabsq(b) > fabsq(a) ? b : fmaxq(a, b);
}

Quad minmag(Quad a, Quad b) {
  return fabsq(a) < fabsq(b) ? a : fabsq(b) < fabsq(a) ? b : fminq(a, b);
}

Quad powr(Quad x, Quad y) {
  const bool isUndefined = (x == 0 && y == 0) || (isinfq(x) && y == 0) || (x == 1 && isinfq(y));
  if (isnanq(x) || isnanq(y) || x < 0 || isUndefined)
    return kNone;
  return powq(fabsq(x), y);
}

Quad ldexp(Quad x, int n) { return scalbnq(x, std::clamp(n, -10000, 10000)); }
Quad pown(Quad x, int n) { return powq(x, n); }

Quad rootn(Quad x, int n) {
  const bool isOdd = n & 1;
  if (n == 0 || (x < 0 && !isOdd))
    return kNone;
  const Quad root = powq(fabsq(x), static_cast<Quad>(1) / n);
  return isOdd ? copysignq(root, x) : root;
}

MathResult fract(const MathInput &in) {
  const Quad whole = floorq(in.a);
  if (isinfq(in.a))
    return {copysignq(0, in.a), in.a, 0};
  const Quad most = 1 - scalbnq(1, -in.format->precision);
  return {fminq(in.a - whole, isnanq(in.a) ? in.a : most), whole, 0};
}

MathResult modf(const MathInput &in) {
  MathResult result;
  result.first = modfq(in.a, &result.second);
  return result;
}

MathResult sincos(const MathInput &in) { return {sinq(in.a), cosq(in.a), 0}; }

MathResult frexp(const MathInput &in) {
  int exponent = 0;
  const Quad fraction = frexpq(in.a, &exponent);
  return {fraction, 0, finiteq(in.a) ? exponent : kAnyInteger};
}

/// The integer: the sign of gamma, which has none at its poles.
MathResult lgamma(const MathInput &in) {
  const bool isPole = !(in.a > 0) && floorq(in.a) == in.a;
  const bool isNegative = in.a < 0 && fmodq(floorq(in.a), 2) != 0;
  return {lgammaq(in.a), 0, isPole || !finiteq(in.a) ? kAnyInteger : isNegative ? -1 : 1};
}

/// The integer: the seven last bits of the quotient, with its sign.
MathResult remquo(const MathInput &in) {
  MathResult result;
  result.first = remainderq(in.a, in.b);
  if (isnanq(result.first) || isinfq(in.b))
    return result;
  const Quad divisor = fabsq(in.b);
  const Quad rest = fmodq(fabsq(in.a), 128 * divisor);
  auto count = static_cast<std::int64_t>(rest / divisor);
  Quad left = rest - static_cast<Quad>(count) * divisor;
  if (left < 0) { // the division was rounded up
    left += divisor;
    --count;
  }
  if (2 * left > divisor || (2 * left == divisor && count % 2))
    ++count;
  result.integer = (signbitq(in.a) != signbitq(in.b) ? -1 : 1) * (count % 128);
  return result;
}

MathResult ilogb(const MathInput &in) {
  if (isnanq(in.a) || isinfq(in.a))
    return {0, 0, INT_MAX};
  return {0, 0, in.a == 0 ? INT_MIN : ilogbq(in.a)};
}

Quad next(const MathInput &in) {
  if (isnanq(in.a) || isnanq(in.b))
    return kNone;
  if (in.a == in.b)
    return in.b;
  const FloatFormat &format = *in.format;
  const Quad least = scalbnq(1, format.minExponent - format.precision + 1);
  if (in.a == 0)
    return copysignq(least, in.b);
  const std::uint64_t bits = encode(format, in.a);
  return decode(format, (in.b > in.a) == (in.a > 0) ? bits + 1 : bits - 1);
}

} // namespace

#define EXACT 0.5
#define U(name, f, d, h, exact)                                                                    \
  {#name, MathForm::U, {f, d, h}, [](const MathInput &in) {                                        \
     return MathResult{exact(in.a), 0, 0};                                                         \
   }},
#define B(name, f, d, h, exact)                                                                    \
  {#name, MathForm::B, {f, d, h}, [](const MathInput &in) { return two(exact, in); }},
#define T(name, f, d, h, exact)                                                                    \
  {#name, MathForm::T, {f, d, h}, [](const MathInput &in) {                                        \
     return MathResult{exact(in.a, in.b, in.c), 0, 0};                                             \
   }},
#define N(name, f, d, h, exact)                                                                    \
  {#name, MathForm::N, {f, d, h}, [](const MathInput &in) {                                        \
     return MathResult{exact(in.a, in.n), 0, 0};                                                   \
   }},
#define O(name, f, d, h, exact) {#name, MathForm::O, {f, d, h}, exact},
#define E(name, f, d, h, exact) {#name, MathForm::E, {f, d, h}, exact},
#define R(name, f, d, h, exact) {#name, MathForm::R, {f, d, h}, exact},
#define L(name, f, d, h, exact) {#name, MathForm::L, {f, d, h}, exact},

namespace {

MathResult two(Quad (*exact)(Quad, Quad), const MathInput &in) { return {exact(in.a, in.b), 0, 0}; }
/// Of functions that need the format.
MathResult two(Quad (*exact)(const MathInput &), const MathInput &in) { return {exact(in), 0, 0}; }

} // namespace

const MathFunction kMathFunctions[] = {
#include "compiler/math/functions.def"
};
const unsigned kMathFunctionCount = sizeof(kMathFunctions) / sizeof(kMathFunctions[0]);

} // namespace ursa::test
