// sycl::half: conversions, arithmetic with other types, comparisons, limits and hash.
#include "device_checks.h"

#include <sycl/bit_cast.hpp>
#include <sycl/half.hpp>

#include <cstdint>
#include <functional>
#include <limits>
#include <type_traits>

using sycl::half;
using Limits = std::numeric_limits<half>;

static_assert(sizeof(half) == 2 && alignof(half) == 2);
static_assert(std::is_trivially_copyable_v<half> &&
              std::is_trivially_default_constructible_v<half>);
static_assert(std::is_same_v<decltype(half() + half()), half>);
static_assert(std::is_same_v<decltype(half() * 1.0f), float>);
static_assert(std::is_same_v<decltype(1.0 / half()), double>);
static_assert(std::is_same_v<decltype(half() - 1), half>);
static_assert(std::is_same_v<decltype(half() < 1), bool>);
static_assert(std::is_same_v<decltype(-half()), half>);
static_assert(std::is_convertible_v<half, float> && std::is_convertible_v<half, double> &&
              std::is_convertible_v<half, int>);
static_assert(std::is_convertible_v<float, half> && std::is_convertible_v<double, half> &&
              std::is_convertible_v<int, half>);
static_assert(half(1.5f) + half(2) == half(3.5));
static_assert(Limits::max() == 65504.0f && Limits::lowest() == -65504.0f);
static_assert(Limits::min() == 6.103515625e-05f && Limits::denorm_min() == 5.9604644775390625e-08f);
static_assert(Limits::epsilon() == 0.0009765625f && Limits::is_iec559 && Limits::digits == 11);

struct HalfChecks {
  void operator()(Checks &check) const {
    half value = 1;
    value += 0.5f;
    CHECK(value == half(1.5f));
    value -= half(0.25f);
    CHECK(value == 1.25f);
    value *= 2;
    CHECK(value == 2.5f && 2.5f == value && value != 2 && value > 2 && 3 > value && value <= 2.5f);
    value /= half(0.5f);
    CHECK(value++ == 5 && value == 6);
    CHECK(--value == 5);
    CHECK(-value == -5.0f && +value == 5);
    float number = 1.0f;
    number += value;
    CHECK(number == 6.0f);

    // Ties go to even; what is too large is infinite, what is too small is subnormal or zero.
    CHECK(half(2049.0f) == half(2048.0f) && half(2051.0f) == half(2052.0f));
    CHECK(half(65519.0f) == Limits::max() && half(65520.0f) == Limits::infinity());
    CHECK(sycl::bit_cast<std::uint16_t>(half(5.9604644775390625e-08f)) == 1);
    CHECK(sycl::bit_cast<std::uint16_t>(half(-0.0f)) == 0x8000);
    CHECK(sycl::bit_cast<std::uint16_t>(half(1)) == 0x3C00);
    const half nan = Limits::quiet_NaN();
    CHECK(nan != nan && !(nan < nan) && !(nan == 1.0f));
    CHECK(static_cast<int>(half(-2.75f)) == -2);
    CHECK(!half(0) && half(0.5f));
  }
};

struct HalfDoubleChecks {
  void operator()(Checks &check) const {
    // One rounding: a double just above the tie of two halves is not first rounded to a float on
    // the tie.
    CHECK(half(2049.0 + 0x1p-30) == half(2050.0f));
    CHECK(half(1.5) + 1.0 == 2.5);
  }
};

int main() {
  int failed = failures<HalfChecks>("half", Needs::fp16);
#ifndef URSA_TEST_NO_FP64
  failed += failures<HalfDoubleChecks>("half and double", Needs::fp64);
#endif
  if (std::hash<half>()(half(0.0f)) != std::hash<half>()(half(-0.0f))) {
    std::printf("the hashes of 0 and -0 differ\n");
    ++failed;
  }
  return failed;
}
