// The geometric and relational functions.
#include "device_checks.h"

#include <sycl/math.hpp>

#include <cstdint>
#include <limits>
#include <type_traits>

using sycl::half;

static_assert(std::is_same_v<decltype(sycl::isequal(1.0f, 1.0f)), bool> &&
              std::is_same_v<decltype(sycl::isnan(half())), bool>);
static_assert(std::is_same_v<decltype(sycl::isequal(sycl::float3(), sycl::float3())), sycl::int3>);
static_assert(std::is_same_v<decltype(sycl::isless(sycl::half3(), sycl::half3())), sycl::short3>);
static_assert(std::is_same_v<decltype(sycl::isnan(sycl::double2())), sycl::long2> &&
              std::is_same_v<decltype(sycl::signbit(sycl::mfloat2())), sycl::mbool2>);
static_assert(std::is_same_v<decltype(sycl::any(sycl::int2())), int> &&
              std::is_same_v<decltype(sycl::all(sycl::mbool2())), bool> &&
              std::is_same_v<decltype(sycl::any(1)), bool>);
static_assert(std::is_same_v<decltype(sycl::dot(sycl::half3(), sycl::half3())), half> &&
              std::is_same_v<decltype(sycl::length(1.0)), double>);
static_assert(std::is_same_v<decltype(sycl::normalize(sycl::mdouble2())), sycl::mdouble2>);
static_assert(std::is_same_v<decltype(sycl::select(sycl::float2(), sycl::float2(), sycl::uint2())),
                             sycl::float2>);

template <typename X, typename = void> constexpr bool hasLength = false;
template <typename X>
constexpr bool hasLength<X, std::void_t<decltype(sycl::length(std::declval<X>()))>> = true;
static_assert(hasLength<sycl::float4> && !hasLength<sycl::float8> && !hasLength<int> &&
              hasLength<half> && !hasLength<sycl::vec<float, 1>>);
template <typename X, typename = void> constexpr bool hasFastLength = false;
template <typename X>
constexpr bool hasFastLength<X, std::void_t<decltype(sycl::fast_length(std::declval<X>()))>> = true;
static_assert(hasFastLength<sycl::mfloat3> && hasFastLength<float> && !hasFastLength<double> &&
              !hasFastLength<sycl::half2>);
template <typename X, typename C, typename = void> constexpr bool canSelect = false;
template <typename X, typename C>
constexpr bool canSelect<
    X, C,
    std::void_t<decltype(sycl::select(std::declval<X>(), std::declval<X>(), std::declval<C>()))>> =
    true;
static_assert(canSelect<float, bool> && canSelect<sycl::float2, sycl::int2> &&
              !canSelect<sycl::float2, sycl::long2> && canSelect<sycl::mint2, sycl::mbool2> &&
              !canSelect<sycl::mint2, sycl::mint2>);

constexpr float infinity = std::numeric_limits<float>::infinity();
constexpr float notANumber = std::numeric_limits<float>::quiet_NaN();

inline bool close(float value, float expected) {
  const float difference = value - expected;
  const float allowed = (expected < 0 ? -expected : expected) * 1e-6f;
  return difference <= allowed && -difference <= allowed;
}

struct Geometry {
  void operator()(Checks &check) const {
    const sycl::float3 a(opaque(1.0f), 2, 3), b(opaque(4.0f), 5, 6);
    CHECK(sycl::dot(a, b) == 32 && close(sycl::length(a), 3.7416574f) &&
          close(sycl::distance(a, b), 5.1961524f));
    const sycl::float3 normal = sycl::cross(a, b);
    CHECK(normal[0] == -3 && normal[1] == 6 && normal[2] == -3);
    CHECK(sycl::cross(sycl::float4(a, 7), sycl::float4(b, 7))[3] == 0 &&
          sycl::cross(sycl::mfloat3(1, 0, 0), sycl::mfloat3(0, 1, 0))[2] == 1);
    const sycl::float3 unit = sycl::normalize(sycl::float3(opaque(3.0f), 0, 4));
    CHECK(close(unit[0], 0.6f) && unit[1] == 0 && close(unit[2], 0.8f));
    CHECK(sycl::length(opaque(-2.0f)) == 2 && sycl::dot(opaque(2.0f), 3.0f) == 6 &&
          sycl::normalize(opaque(-2.0f)) == -1);
    CHECK(close(sycl::length(sycl::float2(opaque(3e30f), 4e30f)), 5e30f) &&
          close(sycl::length(sycl::float2(opaque(3e-30f), 4e-30f)), 5e-30f));
    CHECK(close(sycl::normalize(sycl::float2(opaque(3e30f), 4e30f))[0], 0.6f) &&
          close(sycl::normalize(sycl::float2(opaque(3e-30f), 4e-30f))[1], 0.8f));
    CHECK(sycl::normalize(sycl::float2(opaque(0.0f)))[0] == 0 &&
          sycl::normalize(sycl::float2(opaque(infinity), 1))[0] == 1);
    CHECK(sycl::length(sycl::float2(opaque(infinity), 1)) == infinity &&
          sycl::length(sycl::float2(opaque(0.0f))) == 0);
    CHECK(sycl::length(sycl::mfloat4(opaque(1.0f))) == 2 &&
          sycl::dot(a.swizzle<0, 1>(), b.swizzle<1, 2>()) == 17);
    const auto near = [](float value, float expected) {
      return value > expected * 0.998f && value < expected * 1.002f;
    };
    CHECK(near(sycl::fast_length(a), 3.7416574f) && near(sycl::fast_distance(a, b), 5.1961524f) &&
          near(sycl::fast_normalize(sycl::mfloat2(opaque(3.0f), 4))[1], 0.8f));
    CHECK(sycl::fast_normalize(sycl::float2(opaque(0.0f)))[0] == 0 &&
          near(sycl::fast_length(opaque(-2.0f)), 2));
  }
};

struct GeometryOfHalf {
  void operator()(Checks &check) const {
    const sycl::half2 v(opaque(300.0f), 400.0f);
    CHECK(sycl::length(v) == 500 && sycl::dot(v, sycl::half2(1)) == 700 &&
          sycl::distance(v, v) == 0 && sycl::normalize(v)[0] == half(0.6f));
  }
};

struct GeometryOfDouble {
  void operator()(Checks &check) const {
    const sycl::double2 v(opaque(3e200), 4e200);
    CHECK(sycl::length(v) > 4.99999999999e200 && sycl::length(v) < 5.00000000001e200 &&
          sycl::dot(sycl::double3(opaque(2.0)), sycl::double3(3)) == 18);
    CHECK(sycl::cross(sycl::double3(opaque(1.0), 0, 0), sycl::double3(0, 1, 0))[2] == 1);
  }
};

struct Relations {
  void operator()(Checks &check) const {
    const float one = opaque(1.0f), two = opaque(2.0f), none = opaque(notANumber),
                endless = opaque(infinity);
    CHECK(sycl::isequal(one, one) && !sycl::isequal(none, none) && sycl::isnotequal(none, one) &&
          sycl::isgreater(two, one));
    CHECK(sycl::isgreaterequal(two, two) && sycl::isless(one, two) && sycl::islessequal(one, one) &&
          !sycl::isless(none, two));
    CHECK(sycl::islessgreater(one, two) && !sycl::islessgreater(one, none) &&
          sycl::isordered(one, two) && sycl::isunordered(one, none));
    CHECK(sycl::isfinite(one) && !sycl::isfinite(endless) && sycl::isinf(-endless) &&
          !sycl::isinf(none) && sycl::isnan(none) && !sycl::isnan(endless));
    CHECK(sycl::isnormal(one) && !sycl::isnormal(opaque(0.0f)) && !sycl::isnormal(endless) &&
          !sycl::isnormal(opaque(1e-40f)));
    CHECK(sycl::signbit(opaque(-0.0f)) && !sycl::signbit(one) && sycl::signbit(-endless));

    const sycl::float4 v(one, two, none, -endless);
    const sycl::int4 less = sycl::isless(v, sycl::float4(two));
    CHECK(less[0] == -1 && less[1] == 0 && less[2] == 0 && less[3] == -1);
    CHECK(sycl::isnan(v)[2] == -1 && sycl::isinf(v)[3] == -1 && sycl::isfinite(v.lo())[1] == -1 &&
          sycl::signbit(v)[3] == -1);
    const sycl::mfloat2 m(one, none);
    CHECK(sycl::isnan(m)[1] && !sycl::isnan(m)[0] && sycl::isequal(m, m)[0] &&
          !sycl::isequal(m, m)[1]);

    CHECK(sycl::any(less) == 1 && sycl::all(less) == 0 &&
          sycl::any(sycl::int2(opaque(1), 2)) == 0 && sycl::all(less.swizzle<0, 3>()) == 1);
    CHECK(sycl::any(sycl::mbool2(opaque(false), true)) &&
          !sycl::all(sycl::mbool2(opaque(false), true)) && sycl::any(opaque(-1)) &&
          !sycl::all(opaque(1)));
    CHECK(sycl::any(sycl::mint2(opaque(-1), 1)) && !sycl::all(sycl::mint2(opaque(-1), 1)));
    CHECK(sycl::select(one, two, true) == two && sycl::select(opaque(3), 4, false) == 3);
    const sycl::float2 chosen = sycl::select(v.lo(), sycl::float2(8, 9), sycl::int2(opaque(-1), 1));
    CHECK(chosen[0] == 8 && chosen[1] == 2);
    CHECK(sycl::select(sycl::mint2(opaque(1), 2), sycl::mint2(3, 4),
                       sycl::mbool2(false, true))[1] == 4);
    CHECK(sycl::bitselect(opaque(0xF0), 0x0F, 0x3C) == 0xCC &&
          sycl::bitselect(one, two, opaque(-0.0f)) == 1);
    CHECK(sycl::bitselect(sycl::uint2(opaque(5u)), sycl::uint2(10), sycl::uint2(3))[1] == 6);
  }
};

struct RelationsOfHalf {
  void operator()(Checks &check) const {
    const half one = opaque(1.0f), none = opaque(notANumber);
    CHECK(sycl::isnan(none) && sycl::isless(one, half(2)) && sycl::isnormal(one) &&
          !sycl::isnormal(half(opaque(1e-7f))));
    CHECK(sycl::isequal(sycl::half2(one, none), sycl::half2(one))[0] == -1 &&
          sycl::select(one, half(3), true) == 3);
  }
};

struct RelationsOfDouble {
  void operator()(Checks &check) const {
    const double one = opaque(1.0), none = opaque(std::numeric_limits<double>::quiet_NaN());
    CHECK(sycl::isnan(none) && sycl::isless(one, 2.0) && sycl::isnormal(one) &&
          !sycl::isnormal(opaque(1e-310)));
    CHECK(sycl::isequal(sycl::double2(one, none), sycl::double2(one))[0] == -1 &&
          sycl::bitselect(one, 2.0, 0.0) == 1);
  }
};

int main() {
  return failures<Geometry>("geometry") +
         failures<GeometryOfHalf>("geometry of half", Needs::fp16) +
         failures<GeometryOfDouble>("geometry of double", Needs::fp64) +
         failures<Relations>("relations") +
         failures<RelationsOfHalf>("relations of half", Needs::fp16) +
         failures<RelationsOfDouble>("relations of double", Needs::fp64);
}
