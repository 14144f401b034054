// Exact math: in 113 bits of significand by libquadmath, which leaves more than 2^-50 ulps of a
// double.
#pragma once

#include <quadmath.h>

#include <cstdint>

namespace ursa::test {

__extension__ typedef __float128 Quad;

/// Not a literal, since those of libquadmath are an extension of the language.
inline const Quad kPi = 2 * acosq(0);

/// A format of floats in memory.
struct FloatFormat {
  const char *name;
  unsigned bytes;
  int precision;   ///< bits of the significand, with the first one
  int maxExponent; ///< of the largest number, as of 1.x × 2^e
  int minExponent; ///< of the least normal number
};

extern const FloatFormat kHalf, kFloat, kDouble;

/// The number that @p bits encode, and the encoding of the next number towards zero.
Quad decode(const FloatFormat &format, std::uint64_t bits);
std::uint64_t encode(const FloatFormat &format, Quad value);

/// How far @p actual is from @p exact, in units in the last place of numbers as large as the
/// latter, or as @p least. Infinite when only one of them is no number.
double ulpsBetween(const FloatFormat &format, Quad exact, Quad actual, Quad least = 0);

struct MathInput {
  Quad a, b, c;
  int n;
  const FloatFormat *format;
};

/// An integer that OpenCL leaves open.
inline constexpr std::int64_t kAnyInteger = INT64_MIN;

struct MathResult {
  Quad first = 0, second = 0;
  std::int64_t integer = 0;
};

/// Forms of functions.def, in its letters.
enum class MathForm : char {
  U = 'U',
  B = 'B',
  T = 'T',
  N = 'N',
  O = 'O',
  E = 'E',
  R = 'R',
  L = 'L'
};

struct MathFunction {
  const char *name;
  MathForm form;
  double bounds[3]; ///< float, double, half; infinite where OpenCL has none
  MathResult (*exact)(const MathInput &);
};

/// All of functions.def.
extern const MathFunction kMathFunctions[];
extern const unsigned kMathFunctionCount;

} // namespace ursa::test
