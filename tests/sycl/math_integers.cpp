// The integer and common functions, and min, max and clamp, which are both.
#include "device_checks.h"

#include <sycl/math.hpp>

#include <cstdint>
#include <limits>
#include <type_traits>

using std::int16_t;
using std::int64_t;
using std::int8_t;
using std::uint16_t;
using std::uint64_t;
using std::uint8_t;

using Swizzled = decltype(std::declval<sycl::int4 &>().lo());
static_assert(std::is_same_v<decltype(sycl::abs(std::declval<Swizzled>())), sycl::int2>);
static_assert(std::is_same_v<decltype(sycl::max(1, 2)), int> &&
              std::is_same_v<decltype(sycl::max(1.0f, 2.0f)), float>);
static_assert(std::is_same_v<decltype(sycl::max(std::declval<Swizzled>(), 2)), sycl::int2>);
static_assert(std::is_same_v<decltype(sycl::clz('a')), char> &&
              std::is_same_v<decltype(sycl::popcount(1ull)), unsigned long long>);
static_assert(std::is_same_v<decltype(sycl::upsample(int8_t(), uint8_t())), int16_t>);
static_assert(std::is_same_v<decltype(sycl::upsample(sycl::uint2(), sycl::uint2())), sycl::ulong2>);
static_assert(
    std::is_same_v<decltype(sycl::upsample(sycl::mshort3(), sycl::mushort3())), sycl::mint3>);
static_assert(
    std::is_same_v<decltype(sycl::clamp(sycl::half(), sycl::half(), sycl::half())), sycl::half>);

template <typename X, typename Y, typename = void> constexpr bool hasMax = false;
template <typename X, typename Y>
constexpr bool
    hasMax<X, Y, std::void_t<decltype(sycl::max(std::declval<X>(), std::declval<Y>()))>> = true;
static_assert(hasMax<short, short> && !hasMax<int, unsigned> && !hasMax<bool, bool> &&
              !hasMax<sycl::int2, sycl::uint2>);
template <typename X, typename = void> constexpr bool hasAbs = false;
template <typename X>
constexpr bool hasAbs<X, std::void_t<decltype(sycl::abs(std::declval<X>()))>> = true;
static_assert(hasAbs<long long> && hasAbs<sycl::mchar3> && !hasAbs<float> && !hasAbs<bool>);
template <typename X, typename = void> constexpr bool hasMul24 = false;
template <typename X>
constexpr bool
    hasMul24<X, std::void_t<decltype(sycl::mul24(std::declval<X>(), std::declval<X>()))>> = true;
static_assert(hasMul24<int> && hasMul24<sycl::uint3> && !hasMul24<short> && !hasMul24<sycl::long2>);

template <typename T> using Limits = std::numeric_limits<T>;

// The functions for one type of any size.
template <typename T> void checkInteger(Checks &check) {
  const T low = Limits<T>::min(), high = Limits<T>::max();
  const T one = opaque(T(1)), two = opaque(T(2)), top = opaque(high), bottom = opaque(low);
  const T bits = static_cast<T>(sizeof(T) * 8);
  CHECK(sycl::clz(one) == bits - 1 && sycl::clz(opaque(T(0))) == bits &&
        sycl::clz(top) == (std::is_signed_v<T> ? 1 : 0));
  CHECK(sycl::ctz(two) == 1 && sycl::ctz(opaque(T(0))) == bits &&
        sycl::popcount(top) == bits - (std::is_signed_v<T> ? 1 : 0));
  CHECK(sycl::add_sat(top, one) == high && sycl::add_sat(one, two) == 3 &&
        sycl::sub_sat(bottom, one) == low);
  CHECK(sycl::sub_sat(two, one) == 1 && sycl::hadd(top, top) == high && sycl::hadd(one, two) == 1 &&
        sycl::rhadd(one, two) == 2);
  CHECK(sycl::rhadd(top, top) == high && sycl::abs_diff(one, two) == 1 &&
        sycl::abs_diff(two, one) == 1);
  CHECK(sycl::rotate(one, two) == 4 && sycl::rotate(opaque(T(1)), static_cast<T>(bits + 1)) == 2);
  CHECK(sycl::rotate(two, static_cast<T>(bits - 1)) == 1 && sycl::rotate(one, opaque(T(0))) == 1);
  CHECK(sycl::mul_hi(top, two) == (std::is_signed_v<T> ? 0 : 1) && sycl::mul_hi(one, two) == 0);
  CHECK(sycl::mul_hi(top, top) == static_cast<T>(std::is_signed_v<T> ? high / 2 : high - 1));
  CHECK(sycl::mad_hi(top, top, one) == static_cast<T>(std::is_signed_v<T> ? high / 2 + 1 : high));
  CHECK(sycl::mad_sat(one, two, two) == 4 && sycl::mad_sat(top, two, one) == high &&
        sycl::mad_sat(top, one, one) == high);
  CHECK(sycl::max(one, two) == 2 && sycl::min(one, two) == 1 && sycl::clamp(top, one, two) == 2 &&
        sycl::clamp(bottom, one, two) == 1);
  if constexpr (std::is_signed_v<T>) {
    const T minusOne = opaque(T(-1));
    CHECK(sycl::abs(minusOne) == 1 && sycl::abs(two) == 2 &&
          sycl::add_sat(bottom, minusOne) == low);
    CHECK(sycl::sub_sat(top, minusOne) == high && sycl::mul_hi(minusOne, one) == -1 &&
          sycl::mul_hi(bottom, bottom) == high / 2 + 1);
    CHECK(sycl::mad_sat(bottom, two, minusOne) == low &&
          sycl::mad_sat(bottom, minusOne, minusOne) == high);
    CHECK(sycl::mad_sat(bottom, one, minusOne) == low &&
          sycl::mad_sat(minusOne, one, minusOne) == -2);
    CHECK(sycl::clz(minusOne) == 0 && sycl::popcount(minusOne) == bits &&
          sycl::hadd(minusOne, opaque(T(0))) == -1);
    CHECK(sycl::rotate(minusOne, one) == -1 && sycl::rotate(bottom, one) == 1);
  } else {
    CHECK(sycl::sub_sat(one, two) == 0 && sycl::abs(top) == high);
  }
}

struct SmallIntegers {
  void operator()(Checks &check) const {
    checkInteger<int8_t>(check);
    checkInteger<uint8_t>(check);
    checkInteger<char>(check);
    checkInteger<int16_t>(check);
    checkInteger<uint16_t>(check);
  }
};

struct LargeIntegers {
  void operator()(Checks &check) const {
    checkInteger<int>(check);
    checkInteger<unsigned>(check);
    checkInteger<int64_t>(check);
    checkInteger<uint64_t>(check);
    checkInteger<long long>(check);
    CHECK(sycl::mul_hi(opaque<int64_t>(0x123456789ABCDEF0), opaque<int64_t>(-0x0FEDCBA987654321)) ==
          -0x121FA00AD77D743);
    CHECK(sycl::mul_hi(opaque<uint64_t>(0xFEDCBA9876543210),
                       opaque<uint64_t>(0x123456789ABCDEF0)) == 0x121FA00AD77D7422);
    CHECK(sycl::mul24(opaque(1000), -3) == -3000 && sycl::mad24(opaque(1000u), 3u, 1u) == 3001u);
    CHECK(sycl::upsample(opaque<int8_t>(-1), uint8_t(2)) == -254 &&
          sycl::upsample(opaque<uint16_t>(1), uint16_t(2)) == 65538u);
    CHECK(sycl::upsample(opaque(-1), 5u) == -0xFFFFFFFBll);
  }
};

struct VectorsOfIntegers {
  void operator()(Checks &check) const {
    const sycl::short4 v(opaque<int16_t>(-5), 1, 300, -32768);
    const sycl::short4 sums = sycl::add_sat(v, sycl::short4(-1));
    CHECK(sums[0] == -6 && sums[3] == -32768 && sycl::abs(v.lo())[0] == 5 && sycl::clz(v)[1] == 15);
    CHECK(sycl::min(v, int16_t(0))[2] == 0 && sycl::clamp(v, int16_t(-10), int16_t(10))[3] == -10);
    CHECK(sycl::max(v.lo(), v.hi())[0] == 300 && sycl::rotate(v.lo(), sycl::short2(1))[1] == 2);
    const sycl::mint3 m(opaque(7), -8, 9);
    CHECK(sycl::abs(m)[1] == 8 && sycl::min(m, 0)[0] == 0 && sycl::mad_sat(m, m, m)[2] == 90 &&
          sycl::popcount(m)[0] == 3);
    const sycl::long2 wide = sycl::upsample(sycl::int2(opaque(-1), 1), sycl::uint2(0, 1));
    CHECK(wide[0] == -0x100000000 && wide[1] == 0x100000001);
  }
};

struct CommonFunctions {
  void operator()(Checks &check) const {
    const float x = opaque(0.5f), y = opaque(2.0f);
    CHECK(sycl::clamp(x, 1.0f, y) == 1 && sycl::max(x, y) == 2 && sycl::min(x, y) == 0.5f &&
          sycl::mix(x, y, 0.5f) == 1.25f);
    CHECK(sycl::degrees(opaque(3.14159265f)) > 179.999f &&
          sycl::degrees(opaque(3.14159265f)) < 180.001f);
    CHECK(sycl::radians(opaque(180.0f)) > 3.141592f && sycl::radians(opaque(180.0f)) < 3.141593f);
    CHECK(sycl::step(x, y) == 1 && sycl::step(y, x) == 0 &&
          sycl::smoothstep(0.0f, 1.0f, x) == 0.5f && sycl::smoothstep(0.0f, 1.0f, y) == 1);
    CHECK(sycl::sign(x) == 1 && sycl::sign(-x) == -1 && sycl::sign(opaque(0.0f)) == 0 &&
          sycl::sign(opaque(Limits<float>::quiet_NaN())) == 0);
    const sycl::float4 v(opaque(0.0f), 0.25f, 0.5f, 2);
    CHECK(sycl::smoothstep(0.0f, 1.0f, v)[2] == 0.5f && sycl::step(0.3f, v)[1] == 0 &&
          sycl::step(v, sycl::float4(1))[3] == 0);
    CHECK(sycl::mix(v.lo(), v.hi(), 0.5f)[0] == 0.25f && sycl::mix(v, v, v)[3] == 2 &&
          sycl::clamp(v, 0.1f, 1.0f)[0] == 0.1f);
    CHECK(sycl::max(sycl::mfloat3(opaque(1.0f)), 3.0f)[1] == 3 &&
          sycl::sign(sycl::mfloat3(x, -x, y))[1] == -1);
  }
};

struct CommonHalf {
  void operator()(Checks &check) const {
    const sycl::half x = opaque(0.5f), y = opaque(2.0f);
    CHECK(sycl::mix(x, y, x) == 1.25f && sycl::max(x, y) == y &&
          sycl::clamp(y, x, sycl::half(1)) == 1 && sycl::sign(-x) == -1);
    CHECK(sycl::step(sycl::half(1), sycl::half2(x, y))[1] == 1 &&
          sycl::smoothstep(sycl::half(0), sycl::half(1), x) == x);
  }
};

struct CommonDouble {
  void operator()(Checks &check) const {
    const double x = opaque(0.5), y = opaque(2.0);
    CHECK(sycl::mix(x, y, x) == 1.25 && sycl::max(x, y) == y &&
          sycl::degrees(opaque(3.14159265358979323846)) > 179.99999999999997);
    CHECK(sycl::max(sycl::double2(x, y), 1.0)[0] == 1 &&
          sycl::smoothstep(sycl::double2(0), sycl::double2(1), sycl::double2(x))[1] == 0.5);
  }
};

int main() {
  return failures<SmallIntegers>("small integers") + failures<LargeIntegers>("large integers") +
         failures<VectorsOfIntegers>("vectors of integers") +
         failures<CommonFunctions>("common functions") +
         failures<CommonHalf>("common functions of half", Needs::fp16) +
         failures<CommonDouble>("common functions of double", Needs::fp64);
}
