// The math, native and half-precision functions: values within OpenCL's bounds, special values, all
// kinds of arguments.
#include "device_checks.h"

#include <sycl/math.hpp>

#include <cstdint>
#include <limits>
#include <type_traits>

using sycl::half;
using sycl::vec;

// Overloads: scalars give scalars, swizzles and vec give vec, marray gives marray.
using Swizzled = decltype(std::declval<sycl::float4 &>().lo());
static_assert(std::is_same_v<decltype(sycl::sin(1.0f)), float> &&
              std::is_same_v<decltype(sycl::sin(1.0)), double>);
static_assert(std::is_same_v<decltype(sycl::fabs(half())), half> &&
              std::is_same_v<decltype(sycl::pow(half(), half())), half>);
static_assert(std::is_same_v<decltype(sycl::sin(std::declval<Swizzled>())), sycl::float2>);
static_assert(
    std::is_same_v<decltype(sycl::pow(std::declval<Swizzled>(), sycl::float2())), sycl::float2>);
static_assert(std::is_same_v<decltype(sycl::sin(sycl::mdouble3())), sycl::mdouble3>);
static_assert(std::is_same_v<decltype(sycl::ilogb(sycl::double3())), sycl::int3> &&
              std::is_same_v<decltype(sycl::ilogb(sycl::mhalf3())), sycl::mint3>);
static_assert(std::is_same_v<decltype(sycl::fmax(sycl::half8(), half())), sycl::half8> &&
              std::is_same_v<decltype(sycl::fmin(1.0f, 2.0f)), float>);
static_assert(std::is_same_v<decltype(sycl::ldexp(sycl::float2(), 1)), sycl::float2> &&
              std::is_same_v<decltype(sycl::pown(sycl::float2(), sycl::int2())), sycl::float2>);
static_assert(std::is_same_v<decltype(sycl::nan(sycl::ulong2())), sycl::double2> &&
              std::is_same_v<decltype(sycl::nan(std::uint16_t(1))), half> &&
              std::is_same_v<decltype(sycl::nan(1ull)), double>);
static_assert(std::is_same_v<decltype(sycl::native::cos(sycl::mfloat2())), sycl::mfloat2>);
static_assert(std::is_same_v<decltype(sycl::sin(vec<float, 1>())), vec<float, 1>>);

template <typename X, typename Y, typename = void> constexpr bool hasPow = false;
template <typename X, typename Y>
constexpr bool
    hasPow<X, Y, std::void_t<decltype(sycl::pow(std::declval<X>(), std::declval<Y>()))>> = true;
static_assert(hasPow<sycl::float2, sycl::float2> && !hasPow<sycl::float2, sycl::float3> &&
              !hasPow<sycl::float2, sycl::double2>);
static_assert(!hasPow<sycl::int2, sycl::int2> && !hasPow<sycl::float2, sycl::mfloat2> &&
              !hasPow<sycl::float2, float>);

// Whether `value` is at most `ulps` units of the last place of Float from `expected`.
template <typename Float> bool near(Float value, double expected, int ulps) {
  const double difference = static_cast<double>(value) - expected;
  const double magnitude = expected < 0 ? -expected : expected;
  const double allowed =
      magnitude * static_cast<double>(static_cast<float>(std::numeric_limits<Float>::epsilon())) *
      ulps;
  return difference <= allowed && -difference <= allowed;
}
// Devices without double compare in float.
bool nearFloat(float value, float expected, int ulps) {
  const float difference = value - expected;
  const float magnitude = expected < 0 ? -expected : expected;
  const float allowed =
      magnitude * std::numeric_limits<float>::epsilon() * static_cast<float>(ulps);
  return difference <= allowed && -difference <= allowed;
}

constexpr float infinity = std::numeric_limits<float>::infinity();

struct FloatFunctions {
  void operator()(Checks &check) const {
    const float x = opaque(0.5f), y = opaque(2.25f), z = opaque(-3.7f);
    CHECK(nearFloat(sycl::acos(x), 1.0471975512f, 4) &&
          nearFloat(sycl::acosh(y), 1.4505745138f, 4));
    CHECK(nearFloat(sycl::acospi(x), 0.3333333333f, 5) &&
          nearFloat(sycl::asin(x), 0.5235987756f, 4));
    CHECK(nearFloat(sycl::asinh(x), 0.4812118251f, 4) &&
          nearFloat(sycl::asinpi(x), 0.1666666667f, 5));
    CHECK(nearFloat(sycl::atan(x), 0.4636476090f, 5) &&
          nearFloat(sycl::atanh(x), 0.5493061443f, 5));
    CHECK(nearFloat(sycl::atanpi(x), 0.1475836177f, 5) &&
          nearFloat(sycl::atan2(x, z), 3.0072712116f, 6));
    CHECK(nearFloat(sycl::atan2pi(x, z), 0.9572441571f, 6) &&
          nearFloat(sycl::cbrt(y), 1.3103706971f, 2));
    CHECK(sycl::ceil(z) == -3 && sycl::floor(z) == -4 && sycl::trunc(z) == -3 &&
          sycl::rint(z) == -4 && sycl::round(z) == -4);
    CHECK(sycl::rint(opaque(2.5f)) == 2 && sycl::round(opaque(2.5f)) == 3 &&
          sycl::rint(opaque(-0.4f)) == 0);
    CHECK(sycl::copysign(y, z) == -2.25f && sycl::fabs(z) == 3.7f);
    CHECK(nearFloat(sycl::cos(x), 0.8775825619f, 4) && nearFloat(sycl::cosh(x), 1.1276259652f, 4));
    CHECK(nearFloat(sycl::cospi(y), 0.7071067812f, 4) &&
          nearFloat(sycl::sinpi(y), 0.7071067812f, 4) && nearFloat(sycl::tanpi(y), 1.0f, 6));
    CHECK(sycl::cospi(x) == 0 && sycl::sinpi(x) == 1 && sycl::sinpi(opaque(3.0f)) == 0);
    CHECK(nearFloat(sycl::erf(x), 0.5204998778f, 16) &&
          nearFloat(sycl::erfc(x), 0.4795001222f, 16));
    CHECK(nearFloat(sycl::exp(y), 9.4877358364f, 3) && nearFloat(sycl::exp2(y), 4.7568284600f, 3));
    CHECK(nearFloat(sycl::exp10(y), 177.8279410039f, 3) &&
          nearFloat(sycl::expm1(x), 0.6487212707f, 3));
    CHECK(sycl::fdim(y, x) == 1.75f && sycl::fdim(x, y) == 0 && sycl::fmod(z, y) == -3.7f + 2.25f);
    CHECK(sycl::fma(x, y, z) == 0.5f * 2.25f - 3.7f && nearFloat(sycl::mad(x, y, z), -2.575f, 8));
    CHECK(sycl::fmax(x, y) == y && sycl::fmin(x, y) == x &&
          sycl::fmax(opaque(std::numeric_limits<float>::quiet_NaN()), y) == y);
    CHECK(nearFloat(sycl::hypot(y, z), 4.3304156844f, 4) &&
          nearFloat(sycl::hypot(opaque(3e30f), 4e30f), 5e30f, 4));
    CHECK(sycl::ilogb(z) == 1 && sycl::logb(z) == 1 && sycl::ldexp(x, 5) == 16 &&
          sycl::ilogb(x) == -1);
    CHECK(nearFloat(sycl::lgamma(y), 0.1248717149f, 32) &&
          nearFloat(sycl::tgamma(y), 1.1330030964f, 16));
    CHECK(nearFloat(sycl::log(y), 0.8109302162f, 3) && nearFloat(sycl::log2(y), 1.1699250014f, 3));
    CHECK(nearFloat(sycl::log10(y), 0.3521825181f, 3) &&
          nearFloat(sycl::log1p(x), 0.4054651081f, 2));
    CHECK(sycl::maxmag(y, z) == z && sycl::minmag(y, z) == y &&
          sycl::maxmag(x, opaque(-0.5f)) == 0.5f);
    CHECK(sycl::nextafter(x, y) == 0.5f + 0x1p-24f && sycl::nextafter(x, x) == x);
    CHECK(nearFloat(sycl::pow(y, z), 0.0497650773f, 16) &&
          nearFloat(sycl::pown(z, 3), -50.653f, 16));
    CHECK(nearFloat(sycl::powr(y, z), 0.0497650773f, 16) &&
          nearFloat(sycl::rootn(opaque(-27.0f), 3), -3.0f, 16));
    CHECK(sycl::remainder(opaque(5.0f), 3.0f) == -1 &&
          nearFloat(sycl::rsqrt(y), 0.6666666667f, 2) && sycl::sqrt(y) == 1.5f);
    CHECK(nearFloat(sycl::sin(z), 0.5298361409f, 4) && nearFloat(sycl::sinh(x), 0.5210953055f, 4));
    CHECK(nearFloat(sycl::tan(x), 0.5463024898f, 5) && nearFloat(sycl::tanh(x), 0.4621171573f, 5));
    CHECK(sycl::pow(x, opaque(0.0f)) == 1 && sycl::pown(opaque(0.0f), 0) == 1 &&
          sycl::exp(opaque(-infinity)) == 0);

    CHECK(nearFloat(sycl::native::sin(x), 0.4794255386f, 8192) &&
          nearFloat(sycl::native::divide(y, x), 4.5f, 8192));
    CHECK(nearFloat(sycl::native::recip(x), 2, 8192) &&
          nearFloat(sycl::native::powr(y, x), 1.5f, 8192));
    CHECK(nearFloat(sycl::native::exp2(x), 1.4142135624f, 8192) &&
          nearFloat(sycl::native::log10(y), 0.3521825181f, 8192));
    CHECK(nearFloat(sycl::half_precision::cos(x), 0.8775825619f, 8192) &&
          nearFloat(sycl::half_precision::sqrt(y), 1.5f, 8192));
    CHECK(nearFloat(sycl::half_precision::powr(y, x), 1.5f, 8192) &&
          nearFloat(sycl::half_precision::exp10(y), 177.8279410039f, 8192));
  }
};

struct FloatPointers {
  void operator()(Checks &check) const {
    float whole = 0;
    int integer = 0;
    CHECK(nearFloat(sycl::fract(opaque(-3.75f), &whole), 0.25f, 0) && whole == -4);
    CHECK(sycl::fract(opaque(-1e-10f), &whole) == 0x1.fffffep-1f && whole == -1);
    CHECK(sycl::modf(opaque(-3.75f), &whole) == -0.75f && whole == -3);
    CHECK(sycl::modf(opaque(-infinity), &whole) == 0 && whole == -infinity);
    CHECK(sycl::frexp(opaque(-12.0f), &integer) == -0.75f && integer == 4);
    CHECK(sycl::frexp(opaque(0x1.8p-20f), &integer) == 0.75f && integer == -19);
    CHECK(sycl::frexp(opaque(0.0f), &integer) == 0 && integer == 0);
    CHECK(nearFloat(sycl::sincos(opaque(0.5f), &whole), 0.4794255386f, 4) &&
          nearFloat(whole, 0.8775825619f, 4));
    CHECK(nearFloat(sycl::lgamma_r(opaque(-0.5f), &integer), 1.2655121235f, 32) && integer == -1);
    CHECK(nearFloat(sycl::lgamma_r(opaque(-1.5f), &integer), 0.8600470154f, 32) && integer == 1);
    CHECK(nearFloat(sycl::lgamma_r(opaque(2.25f), &integer), 0.1248717149f, 32) && integer == 1);
    CHECK(sycl::remquo(opaque(100.0f), 3.0f, &integer) == 1 && integer == 33);
    CHECK(sycl::remquo(opaque(-1000.0f), 3.0f, &integer) == -1 && integer == -(333 & 127));
    CHECK(sycl::remquo(opaque(5.0f), 3.0f, &integer) == -1 && integer == 2);

    sycl::float2 wholes;
    sycl::int2 integers;
    const sycl::float4 v(opaque(1.25f), 2.5f, -3.75f, 8);
    const sycl::float2 rest = sycl::modf(v.lo(), &wholes);
    CHECK(rest[0] == 0.25f && rest[1] == 0.5f && wholes[0] == 1 && wholes[1] == 2);
    const sycl::float2 mantissas = sycl::frexp(v.hi(), &integers);
    CHECK(mantissas[0] == -0.9375f && integers[0] == 2 && mantissas[1] == 0.5f && integers[1] == 4);
    sycl::mint3 quotients;
    const sycl::mfloat3 rests =
        sycl::remquo(sycl::mfloat3(opaque(7.0f)), sycl::mfloat3(2, 3, 7), &quotients);
    CHECK(rests[0] == -1 && quotients[0] == 4 && rests[1] == 1 && quotients[1] == 2 &&
          rests[2] == 0 && quotients[2] == 1);
    CHECK(sycl::nan(std::uint32_t(opaque(5u))) != 0 &&
          sycl::bit_cast<std::uint32_t>(sycl::nan(std::uint32_t(opaque(5u)))) == 0x7FC00005u);
  }
};

struct FloatShapes {
  void operator()(Checks &check) const {
    const sycl::float4 v(opaque(1.0f), 4, 9, 16);
    const sycl::float4 roots = sycl::sqrt(v);
    CHECK(roots[0] == 1 && roots[1] == 2 && roots[2] == 3 && roots[3] == 4);
    const sycl::float2 some = sycl::fmax(v.swizzle<3, 0>(), sycl::float2(5));
    CHECK(some[0] == 16 && some[1] == 5);
    const sycl::float2 powers = sycl::ldexp(v.lo(), sycl::int2(2, 3));
    CHECK(powers[0] == 4 && powers[1] == 32 && sycl::ldexp(v, 1)[3] == 32 &&
          sycl::ilogb(v)[3] == 4);
    const sycl::mfloat3 m(opaque(1.5f), 2.5f, -2.5f);
    const sycl::mfloat3 rounded = sycl::round(m);
    CHECK(rounded[0] == 2 && rounded[1] == 3 && rounded[2] == -3 && sycl::fmin(m, 1.0f)[0] == 1);
    const sycl::float16 many =
        sycl::fma(sycl::float16(opaque(2.0f)), sycl::float16(3), sycl::float16(4));
    CHECK(many[0] == 10 && many[15] == 10);
    const vec<float, 1> one = sycl::floor(v.swizzle<1>());
    CHECK(one == 4);
  }
};

struct HalfFunctions {
  void operator()(Checks &check) const {
    const half x = opaque(0.5f), y = opaque(2.25f);
    CHECK(nearFloat(sycl::sin(x), 0.4794255386f, 1 << 14) &&
          nearFloat(sycl::pow(y, x), 1.5f, 1 << 13));
    CHECK(sycl::fabs(-y) == y && sycl::floor(-y) == -3 && sycl::fmax(x, y) == y &&
          sycl::ilogb(y) == 1);
    // Only one rounding gives this sum: the product lies just above a tie of two halves.
    CHECK(sycl::fma(half(opaque(1.0009765625f)), half(1.0009765625f), half(opaque(2048.0f))) ==
          half(2050.0f));
    CHECK(sycl::fma(half(opaque(-1.0009765625f)), half(0.9990234375f), half(opaque(2050.0f))) ==
          half(2050.0f));
    CHECK(sycl::nextafter(half(opaque(1.0f)), half(2)) == half(1.0009765625f) &&
          sycl::nextafter(half(opaque(0.0f)), half(-1)) == half(-5.9604644775390625e-08f));
    half whole = 0;
    int integer = 0;
    CHECK(sycl::fract(y, &whole) == 0.25f && whole == 2 && sycl::frexp(y, &integer) == 0.5625f &&
          integer == 2);
    CHECK(sycl::remquo(half(opaque(100.0f)), half(3), &integer) == 1 && integer == 33);
    const sycl::half4 v(x, y, 4, 9);
    CHECK(sycl::sqrt(v)[3] == 3 && sycl::fmin(v, half(1))[1] == 1 &&
          sycl::ldexp(sycl::mhalf2(x, y), sycl::mint2(1, 2))[1] == 9);
    CHECK(sycl::fma(v, v, sycl::half4(x))[1] == 5.5625f);
    // Products and sums of pairs, with scalars and by assignment; conversions.
    sycl::half2 pair(x, y);
    pair = pair * sycl::half2(half(2)) + half(1);
    CHECK(pair[0] == 2 && pair[1] == 5.5f);
    pair /= half(2);
    CHECK((half(3) - pair)[0] == 2 && pair[1] == 2.75f && (pair < v.lo())[0] == 0);
    CHECK(pair.convert<int, sycl::rounding_mode::rtz>()[1] == 2 &&
          pair.convert<float>()[1] == 2.75f && sycl::float2(1, 2.5f).convert<half>()[1] == 2.5f);
  }
};

struct DoubleFunctions {
  void operator()(Checks &check) const {
    const double x = opaque(0.5), y = opaque(2.25), z = opaque(-3.7);
    CHECK(near(sycl::acos(x), 1.0471975511965979, 4) && near(sycl::acospi(x), 1.0 / 3, 5) &&
          near(sycl::asinpi(x), 1.0 / 6, 5));
    CHECK(near(sycl::atan2pi(x, z), 0.957244157099908, 6) &&
          near(sycl::cbrt(y), 1.3103706971044482, 2));
    CHECK(near(sycl::exp(y), 9.4877358363585262, 3) &&
          near(sycl::exp10(y), 177.82794100389228, 3) &&
          near(sycl::log2(y), 1.1699250014423124, 3));
    CHECK(near(sycl::sin(z), 0.52983614090849322, 4) &&
          near(sycl::cospi(y), 0.70710678118654752, 4) && near(sycl::tanpi(y), 1, 6));
    CHECK(near(sycl::pow(y, z), 0.04976507729922305, 16) && near(sycl::pown(z, 3), -50.653, 16) &&
          near(sycl::rootn(opaque(1e300), 7), 7.1968567300115202e42, 16));
    CHECK(near(sycl::lgamma(y), 0.12487171489239651, 32) &&
          near(sycl::tgamma(y), 1.1330030963193474, 16) &&
          near(sycl::erf(x), 0.52049987781304654, 16));
    CHECK(sycl::fma(x, y, z) == 0.5 * 2.25 - 3.7 && sycl::floor(z) == -4 && sycl::ilogb(z) == 1 &&
          sycl::ldexp(x, 5) == 16 && near(sycl::rsqrt(y), 2.0 / 3, 2));
    double whole = 0;
    int integer = 0;
    CHECK(sycl::modf(z, &whole) == -3.7 + 3 && whole == -3 &&
          sycl::frexp(opaque(-12.0), &integer) == -0.75 && integer == 4);
    CHECK(sycl::frexp(opaque(0x1p-1070), &integer) == 0.5 && integer == -1069);
    CHECK(sycl::remquo(opaque(100.0), 3.0, &integer) == 1 && integer == 33 &&
          near(sycl::sqrt(sycl::double3(opaque(2.25)))[2], 1.5, 0));
  }
};

int main() {
  return failures<FloatFunctions>("functions of float") +
         failures<FloatPointers>("functions with pointers") +
         failures<FloatShapes>("functions of vectors") +
         failures<HalfFunctions>("functions of half", Needs::fp16) +
         failures<DoubleFunctions>("functions of double", Needs::fp64);
}
