// The function objects of SYCL: typed ones, and those of void, which deduce their operands.
#include "device_checks.h"

#include <sycl/functional.hpp>
#include <sycl/marray.hpp>
#include <sycl/vec.hpp>

#include <type_traits>

static_assert(std::is_same_v<decltype(sycl::plus<>()(1, 2.0)), double>);
static_assert(std::is_same_v<decltype(sycl::multiplies<>()('a', 'b')), int>);
static_assert(std::is_same_v<decltype(sycl::minimum<>()(1, 2.0f)), float>);
static_assert(std::is_same_v<decltype(sycl::plus<char>()('a', 'b')), char>);
static_assert(
    std::is_same_v<decltype(sycl::logical_and<>()(sycl::float2(), sycl::float2())), sycl::int2>);
static_assert(
    std::is_same_v<decltype(sycl::maximum<>()(sycl::mint4(), sycl::mint4())), sycl::mint4>);
static_assert(sycl::plus<int>()(1, 2) == 3 && sycl::maximum<>()(1, 2) == 2);

// Numbers with equal keys are equivalent.
struct Keyed {
  int key, tag;
  friend bool operator<(const Keyed &a, const Keyed &b) { return a.key < b.key; }
};

struct FunctionChecks {
  void operator()(Checks &check) const {
    const int a = opaque(12), b = opaque(10);
    CHECK(sycl::plus<int>()(a, b) == 22 && sycl::plus<>()(a, 0.5f) == 12.5f);
    CHECK(sycl::multiplies<int>()(a, b) == 120 && sycl::multiplies<>()(a, b) == 120);
    CHECK(sycl::bit_and<int>()(a, b) == 8 && sycl::bit_or<int>()(a, b) == 14 &&
          sycl::bit_xor<int>()(a, b) == 6);
    CHECK(sycl::bit_and<>()(a, b) == 8 && sycl::bit_or<>()(a, b) == 14 &&
          sycl::bit_xor<>()(a, b) == 6);
    CHECK(sycl::logical_and<bool>()(a != 0, b == 0) == false &&
          sycl::logical_or<>()(a != 0, b == 0));
    CHECK(sycl::minimum<int>()(a, b) == 10 && sycl::maximum<int>()(a, b) == 12);
    CHECK(sycl::minimum<>()(a, 11.5f) == 11.5f && sycl::maximum<>()(a, 11.5f) == 12.0f);
    const Keyed first{opaque(1), 1}, second{opaque(1), 2};
    CHECK(sycl::minimum<Keyed>()(first, second).tag == 1 &&
          sycl::maximum<>()(second, first).tag == 2);
  }
};

int main() { return failures<FunctionChecks>("function objects"); }
