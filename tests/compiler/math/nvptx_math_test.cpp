// NVPTX's math functions on the CPU, against exact results, with approximations that are as far
// from the exact values as the device's may be.
#include "compiler/math/reference.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <random>

extern "C" {
float approximatePowerOfTwo(float x);
float approximatePowerOfTwoWithSubnormals(float x);
float approximateReciprocal(float x);
float approximateLogarithm(float x);
float approximateReciprocalRootOfFloat(float x);
double approximateReciprocalRoot(double x);
double approximateReciprocalOfDouble(double x);
}

#define UNARY(name, length)                                                                        \
  float name##Float(float) __asm("_Z" #length #name "f");                                          \
  double name##Double(double) __asm("_Z" #length #name "d");
#define UNARY_FLOAT(name, length) float name##Float(float) __asm("_Z" #length #name "f");
UNARY(exp, 3)
UNARY(log, 3)
UNARY(sin, 3)
UNARY(cos, 3)
UNARY(atan, 4)
UNARY(cbrt, 4)
UNARY(erf, 3)
UNARY(rsqrt, 5)
double tanDouble(double) __asm("_Z3tand");
double sinhDouble(double) __asm("_Z4sinhd");
double coshDouble(double) __asm("_Z4coshd");
UNARY(exp2, 4)
UNARY(exp10, 5)
UNARY(log2, 4)
UNARY(log10, 5)
UNARY(tanh, 4)
UNARY(erfc, 4)
float powFloat(float, float) __asm("_Z3powff");
float powrFloat(float, float) __asm("_Z4powrff");
double powDouble(double, double) __asm("_Z3powdd");
double powrDouble(double, double) __asm("_Z4powrdd");
float atan2Float(float, float) __asm("_Z5atan2ff");
double atan2Double(double, double) __asm("_Z5atan2dd");

// libclc's functions of large angles.
float sinOfLibclc(float) __asm("_Z10libclc_sinf");
float cosOfLibclc(float) __asm("_Z10libclc_cosf");
double sinOfLibclc(double) __asm("_Z10libclc_sind");
double cosOfLibclc(double) __asm("_Z10libclc_cosd");
double tanOfLibclc(double) __asm("_Z10libclc_tand");
float sinOfLibclc(float x) { return std::sin(x); }
float cosOfLibclc(float x) { return std::cos(x); }
double sinOfLibclc(double x) { return std::sin(x); }
double cosOfLibclc(double x) { return std::cos(x); }
double tanOfLibclc(double x) { return std::tan(x); }

namespace {

using namespace ursa::test;

/// A number of at most @p size, the same in each run.
double noise(double size) {
  static std::mt19937 random(1);
  return (random() * 0x1p-31 - 1) * size;
}

float withoutSubnormals(double x) {
  const auto rounded = static_cast<float>(x);
  return std::fabs(rounded) < 0x1p-126f ? std::copysign(0.0f, rounded) : rounded;
}

template <class Real> struct Kind;
template <> struct Kind<float> {
  using Bits = std::uint32_t;
  static constexpr const FloatFormat &format = kFloat;
  static constexpr int bound = 0;
};
template <> struct Kind<double> {
  using Bits = std::uint64_t;
  static constexpr const FloatFormat &format = kDouble;
  static constexpr int bound = 1;
};

const MathFunction &functionOf(const std::string &name) {
  return *std::find_if(kMathFunctions, kMathFunctions + kMathFunctionCount,
                       [&](const MathFunction &function) { return function.name == name; });
}

/// Edges, numbers of all magnitudes, and usual ones.
template <class Real> class Numbers {
public:
  Real next() {
    static constexpr Real kEdges[] = {0,
                                      1,
                                      2,
                                      3,
                                      Real(0.5),
                                      Real(1.5),
                                      16777216,
                                      std::numeric_limits<Real>::infinity(),
                                      std::numeric_limits<Real>::quiet_NaN(),
                                      std::numeric_limits<Real>::denorm_min(),
                                      std::numeric_limits<Real>::min(),
                                      std::numeric_limits<Real>::max(),
                                      1 + std::numeric_limits<Real>::epsilon(),
                                      1 - std::numeric_limits<Real>::epsilon() / 2};
    const Real sign = random_() & 1 ? 1 : -1;
    const double share = static_cast<double>(random_()) * 0x1p-64;
    switch (random_() % 8) {
    case 0:
      return sign * kEdges[random_() % std::size(kEdges)];
    case 1:
    case 2:
      return std::bit_cast<Real>(static_cast<typename Kind<Real>::Bits>(random_()));
    case 3: // near 1
      return static_cast<Real>(1 + (share - 0.5) / 8);
    case 4: // where exponentials leave the format
      return static_cast<Real>((share - 0.5) * 3 * Kind<Real>::format.maxExponent);
    case 5: // many turns
      return sign * static_cast<Real>(share * 100'000);
    default:
      return sign * static_cast<Real>(share * 10);
    }
  }

private:
  std::mt19937_64 random_{1};
};

template <class Real> std::uint64_t bitsOf(Real x) {
  return std::bit_cast<typename Kind<Real>::Bits>(x);
}

/// @param inputs how many numbers are tried
template <class Real, class Function>
void expectAccuracy(const std::string &name, const Function &function, int inputs = 30'000) {
  const FloatFormat &format = Kind<Real>::format;
  const MathFunction &expected = functionOf(name);
  Numbers<Real> numbers;
  for (int i = 0; i < inputs; ++i) {
    const Real a = numbers.next();
    const Real b = numbers.next();
    Real actual;
    if constexpr (std::is_invocable_v<Function, Real>)
      actual = function(a);
    else
      actual = function(a, b);
    const Quad exact =
        expected.exact({decode(format, bitsOf(a)), decode(format, bitsOf(b)), 0, 0, &format}).first;
    const double error = ulpsBetween(format, exact, decode(format, bitsOf(actual)));
    ASSERT_LE(error, expected.bounds[Kind<Real>::bound])
        << name << "(" << a << ", " << b << ") = " << actual;
    if (actual == 0 && exact == 0) {
      ASSERT_EQ(std::signbit(actual), signbitq(exact) != 0) << name << "(" << a << ", " << b << ")";
    }
  }
}

TEST(NvptxMath, FunctionsOfFloat) {
  expectAccuracy<float>("exp", expFloat);
  expectAccuracy<float>("exp2", exp2Float);
  expectAccuracy<float>("exp10", exp10Float);
  expectAccuracy<float>("log", logFloat);
  expectAccuracy<float>("log2", log2Float);
  expectAccuracy<float>("log10", log10Float);
  expectAccuracy<float>("sin", sinFloat);
  expectAccuracy<float>("cos", cosFloat);
  expectAccuracy<float>("tanh", tanhFloat);
  expectAccuracy<float>("erf", erfFloat);
  expectAccuracy<float>("erfc", erfcFloat);
  expectAccuracy<float>("atan", atanFloat);
  expectAccuracy<float>("atan2", atan2Float);
  expectAccuracy<float>("cbrt", cbrtFloat);
  expectAccuracy<float>("rsqrt", rsqrtFloat);
}

TEST(NvptxMath, PowersOfFloat) {
  expectAccuracy<float>("pow", powFloat);
  expectAccuracy<float>("powr", powrFloat);
}

TEST(NvptxMath, PowersOfDouble) {
  expectAccuracy<double>("pow", powDouble);
  expectAccuracy<double>("powr", powrDouble);
}

TEST(NvptxMath, FunctionsOfDouble) {
  expectAccuracy<double>("exp", expDouble);
  expectAccuracy<double>("log", logDouble);
  expectAccuracy<double>("sin", sinDouble);
  expectAccuracy<double>("cos", cosDouble);
  expectAccuracy<double>("tan", tanDouble);
  expectAccuracy<double>("atan", atanDouble);
  expectAccuracy<double>("atan2", atan2Double);
  expectAccuracy<double>("cbrt", cbrtDouble);
  expectAccuracy<double>("erf", erfDouble);
  expectAccuracy<double>("erfc", erfcDouble);
  expectAccuracy<double>("rsqrt", rsqrtDouble);
  expectAccuracy<double>("exp2", exp2Double);
  expectAccuracy<double>("exp10", exp10Double);
  expectAccuracy<double>("log2", log2Double);
  expectAccuracy<double>("log10", log10Double);
  expectAccuracy<double>("tanh", tanhDouble);
  expectAccuracy<double>("sinh", sinhDouble);
  expectAccuracy<double>("cosh", coshDouble);
}

} // namespace

// The PTX manual's errors, of ex2 and rsqrt CUDA's: at most 2 ulps.
float approximatePowerOfTwo(float x) {
  return withoutSubnormals(std::exp2(static_cast<double>(x)) * (1 + noise(0x1p-23)));
}
float approximatePowerOfTwoWithSubnormals(float x) {
  return static_cast<float>(std::exp2(static_cast<double>(x)) * (1 + noise(0x1p-23)));
}
float approximateReciprocal(float x) {
  return withoutSubnormals(1 / static_cast<double>(withoutSubnormals(x)) * (1 + noise(0x1p-23)));
}
float approximateLogarithm(float x) {
  return static_cast<float>(std::log2(static_cast<double>(x)) + noise(0x1p-22));
}
float approximateReciprocalRootOfFloat(float x) {
  return static_cast<float>(1 / std::sqrt(static_cast<double>(x)) * (1 + noise(0x1p-24)));
}
double approximateReciprocalRoot(double x) { return 1 / std::sqrt(x) * (1 + noise(0x1p-20)); }
double approximateReciprocalOfDouble(double x) { return 1 / x * (1 + noise(0x1p-20)); }
