// sycl::vec: layout, constructors, elements, swizzles, operators, conversions, loads and stores.
#define SYCL_SIMPLE_SWIZZLES
#include "device_checks.h"

#include <sycl/vec.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>

using sycl::rounding_mode;
using sycl::vec;

// Layout: aligned as a whole, to 64 bytes at most; three elements as four.
template <typename T, int N> constexpr bool laidOut(std::size_t bytes, std::size_t alignment) {
  using V = vec<T, N>;
  return sizeof(V) == bytes && alignof(V) == alignment && V::byte_size() == bytes &&
         V::size() == N && std::is_trivially_copyable_v<V> &&
         std::is_same_v<typename V::element_type, T> && std::is_same_v<typename V::value_type, T>;
}
static_assert(laidOut<float, 1>(4, 4) && laidOut<float, 2>(8, 8) && laidOut<float, 3>(16, 16));
static_assert(laidOut<float, 4>(16, 16) && laidOut<float, 8>(32, 32) && laidOut<float, 16>(64, 64));
static_assert(laidOut<double, 16>(128, 64) && laidOut<sycl::half, 3>(8, 8) &&
              laidOut<bool, 2>(2, 2));
static_assert(laidOut<std::byte, 8>(8, 8) && laidOut<std::int64_t, 8>(64, 64));
struct Pair {
  sycl::float4 first, second;
};
static_assert(sizeof(Pair) == 32);

static_assert(std::is_same_v<sycl::uint4, vec<std::uint32_t, 4>> &&
              std::is_same_v<sycl::half3, vec<sycl::half, 3>>);
static_assert(std::is_same_v<sycl::long16, vec<std::int64_t, 16>> &&
              std::is_same_v<sycl::uchar2, vec<std::uint8_t, 2>>);
static_assert(std::is_same_v<decltype(vec{1, 2, 3}), vec<int, 3>> &&
              std::is_same_v<decltype(vec{1.0f}), vec<float, 1>>);

// Constructors.
static_assert(!std::is_convertible_v<float, sycl::float4> &&
              std::is_constructible_v<sycl::float4, float>);
static_assert(std::is_convertible_v<float, vec<float, 1>> &&
              std::is_convertible_v<vec<float, 1>, double>);
static_assert(std::is_constructible_v<sycl::float4, float, sycl::float2, int>);
static_assert(!std::is_constructible_v<sycl::float4, float, sycl::float2>);
static_assert(!std::is_constructible_v<sycl::float4, sycl::int2, sycl::float2>);
static_assert(!std::is_convertible_v<sycl::float4, sycl::int4> &&
              !std::is_constructible_v<sycl::float4, sycl::float2>);
static_assert(std::is_constructible_v<char, vec<float, 1>> &&
              !std::is_constructible_v<float, sycl::float2>);

// Relations have integers of the elements' size.
template <typename Vec> using Less = decltype(Vec() < Vec());
static_assert(std::is_same_v<Less<sycl::float4>, sycl::int4> &&
              std::is_same_v<Less<sycl::double2>, sycl::long2>);
static_assert(std::is_same_v<Less<sycl::half8>, sycl::short8> &&
              std::is_same_v<Less<vec<bool, 2>>, sycl::char2>);
static_assert(std::is_same_v<decltype(!sycl::uint3()), sycl::int3> &&
              std::is_same_v<decltype(sycl::ushort2() && 1), sycl::short2>);

// Operators that are not there.
template <typename Left, typename Right, typename = void> constexpr bool canAdd = false;
template <typename Left, typename Right>
constexpr bool
    canAdd<Left, Right, std::void_t<decltype(std::declval<Left>() + std::declval<Right>())>> = true;
template <typename Left, typename Right, typename = void> constexpr bool canAnd = false;
template <typename Left, typename Right>
constexpr bool
    canAnd<Left, Right, std::void_t<decltype(std::declval<Left>() & std::declval<Right>())>> = true;
static_assert(canAdd<sycl::float4, int> && canAdd<double, sycl::float4> &&
              canAdd<sycl::float4, sycl::float4>);
static_assert(!canAdd<sycl::float4, sycl::int4> && !canAdd<sycl::float4, sycl::float3> &&
              !canAdd<sycl::float4, void *>);
static_assert(canAnd<sycl::int2, int> && !canAnd<sycl::float2, float> &&
              canAnd<vec<std::byte, 2>, std::byte>);
static_assert(!canAdd<vec<std::byte, 2>, std::byte>);

// Views are neither made nor copied by programs; views of const vectors are not written.
using View = decltype(std::declval<sycl::float4 &>().lo());
using ConstView = decltype(std::declval<const sycl::float4 &>().lo());
static_assert(!std::is_default_constructible_v<View> && !std::is_copy_constructible_v<View>);
static_assert(std::is_same_v<decltype(std::declval<View>()[0]), float &> &&
              std::is_same_v<decltype(std::declval<ConstView>()[0]), const float &>);
static_assert(!std::is_assignable_v<ConstView, sycl::float2> &&
              std::is_assignable_v<View, sycl::float2>);
static_assert(
    !std::is_assignable_v<decltype(std::declval<sycl::float4 &>().swizzle<1, 1>()), sycl::float2>);

constexpr sycl::int4 constant(1, sycl::int2(2, 3), 4);
static_assert((constant + constant)[3] == 8 && constant.swizzle<3, 0>()[0] == 4 &&
              constant.hi().odd()[0] == 4);

template <typename Vec, typename... Ts> bool same(const Vec &value, Ts... elements) {
  const typename Vec::value_type expected[] = {static_cast<typename Vec::value_type>(elements)...};
  bool result = sizeof...(elements) == Vec::size();
  for (int i = 0; i < static_cast<int>(Vec::size()); ++i)
    result = result && value[i] == expected[i];
  return result;
}

struct VecElements {
  void operator()(Checks &check) const {
    const sycl::float2 pair(opaque(1.0f), opaque(2.0f));
    sycl::float4 v(pair, opaque(3.0f), 4);
    CHECK(same(v, 1, 2, 3, 4));
    CHECK(v.x() == 1 && v.y() == 2 && v.z() == 3 && v.w() == 4);
    CHECK(v.r() == 1 && v.g() == 2 && v.b() == 3 && v.a() == 4);
    CHECK(v.s0() == 1 && v.s1() == 2 && v.s2() == 3 && v.s3() == 4 && v[2] == 3);
    v.y() = 7;
    v[2] = 8;
    CHECK(same(v, 1, 7, 8, 4));
    v = 5;
    CHECK(same(v, 5, 5, 5, 5));
    CHECK(same(sycl::float3(opaque(9.0f)), 9, 9, 9));

    const sycl::int16 wide(v.convert<int>(), sycl::int8(opaque(6)), 1, 2, vec<int, 1>(3), 4);
    CHECK(same(wide, 5, 5, 5, 5, 6, 6, 6, 6, 6, 6, 6, 6, 1, 2, 3, 4));
    CHECK(wide.sC() == 1 && wide.sF() == 4 && wide.s9() == 6);
    vec<float, 1> one = opaque(2.5f);
    const float number = one;
    CHECK(number == 2.5f && static_cast<int>(one) == 2 && one + 1 == 3.5f && one.x() == 2.5f);

    sycl::float4 changed(1, 2, 3, 4);
    changed = vec<float, 1>(opaque(3.0f));
    CHECK(same(changed, 3, 3, 3, 3));
  }
};

struct VecSwizzles {
  void operator()(Checks &check) const {
    sycl::int4 v(opaque(1), 2, 3, 4);
    const sycl::int4 fixed = v;
    CHECK(same(sycl::int4(fixed.swizzle<3, 2, 1, 0>()), 4, 3, 2, 1));
    CHECK(same(sycl::int4(v.swizzle<sycl::elem::x, sycl::elem::x, sycl::elem::w, sycl::elem::s1>()),
               1, 1, 4, 2));
    CHECK(same(sycl::int2(v.lo()), 1, 2) && same(sycl::int2(v.hi()), 3, 4));
    CHECK(same(sycl::int2(v.odd()), 2, 4) && same(sycl::int2(v.even()), 1, 3));
    CHECK(same(sycl::int2(fixed.wzyx().lo()), 4, 3) && same(sycl::int3(fixed.bgr()), 3, 2, 1));
    const sycl::int3 three(opaque(7), 8, 9);
    CHECK(sycl::int2(three.lo())[1] == 8 && sycl::int2(three.hi())[0] == 9);
    CHECK(sycl::int2(three.odd())[0] == 8 && sycl::int2(three.even())[1] == 9);

    v.swizzle<0, 1>() = v.swizzle<1, 0>();
    CHECK(same(v, 2, 1, 3, 4));
    v.hi() = 9;
    v.lo() += sycl::int2(10, 20);
    CHECK(same(v, 12, 21, 9, 9));
    v.xw() *= 2;
    CHECK(same(v, 24, 21, 9, 18));
    v.yz() = sycl::int2(5, 6);
    v.wzyx() = fixed;
    CHECK(same(v, 4, 3, 2, 1));
    CHECK(same(v.swizzle<1, 0>()++, 3, 4) && same(v, 5, 4, 2, 1));
    --v.swizzle<2>();
    CHECK(same(v, 5, 4, 1, 1));
    v.swizzle<3, 2, 1, 0>().swizzle<0, 1>() = 8;
    CHECK(same(v, 5, 4, 8, 8));
    v.swizzle<1>().x() = 3;
    CHECK(v.y() == 3 && v.swizzle<1>() == 3 && int(v.swizzle<0>()) == 5);
    const vec<int, 1> one = v.swizzle<0>();
    CHECK(one == 5 && vec<int, 1>(v.swizzle<0>()) == 5);

    CHECK(same(v.lo() + v.hi(), 13, 11) && same(v.lo() - 1, 4, 2) && same(1 + fixed.lo(), 2, 3));
    CHECK(same(sycl::int2(100, 100) - v.lo(), 95, 97) && same(v.lo() < v.hi(), -1, -1));
    CHECK(same(-v.lo(), -5, -3) && same(!fixed.lo(), 0, 0) && same(~v.hi(), ~8, ~8));
    CHECK(same(v.swizzle<0, 0>() << fixed.lo(), 10, 20) && same(v.lo() == 5, -1, 0) &&
          same(v.lo() && 0, 0, 0));
    CHECK(same(v.lo().convert<float>(), 5.0f, 3.0f) && v.lo().as<sycl::uint2>()[0] == 5u);
    CHECK(v.lo().size() == 2 && v.lo().byte_size() == 8);
    CHECK(same(vec<int, 4>(1) * fixed.swizzle<3>(), 4, 4, 4, 4));
  }
};

struct VecOperators {
  void operator()(Checks &check) const {
    sycl::float3 a(opaque(1.0f), 2, 3);
    const sycl::float3 b(opaque(4.0f), 5, 8);
    CHECK(same(a + b, 5, 7, 11) && same(b - a, 3, 3, 5) && same(a * b, 4, 10, 24) &&
          same(b / 2, 2, 2.5f, 4));
    CHECK(same(2 - a, 1, 0, -1) && same(a * 2.0, 2, 4, 6) && same(-a, -1, -2, -3) &&
          same(+a, 1, 2, 3));
    CHECK(same(a < 2, -1, 0, 0) && same(a <= b, -1, -1, -1) && same(a == 2, 0, -1, 0) &&
          same(3 > a, -1, -1, 0));
    CHECK(same(a != b, -1, -1, -1) && same(a >= 2, 0, -1, -1) && same(a && 1, -1, -1, -1) &&
          same(!a, 0, 0, 0));
    CHECK(same(a++, 1, 2, 3) && same(a, 2, 3, 4) && same(--a, 1, 2, 3));
    a += b;
    a -= 1;
    a *= sycl::float3(2);
    a /= 4;
    CHECK(same(a, 2, 3, 5));
    a += a.x();
    CHECK(same(a, 4, 5, 7));
    const sycl::float2 nan(std::numeric_limits<float>::quiet_NaN(), opaque(1.0f));
    CHECK(same(nan == nan, 0, -1) && same(nan != nan, -1, 0) && same(nan < 2, 0, -1));

    sycl::uchar4 bytes(opaque<std::uint8_t>(200), 1, 2, 3);
    CHECK(same(bytes + bytes, 144, 2, 4, 6) && same(bytes << 1, 144, 2, 4, 6) &&
          same(~bytes, 55, 254, 253, 252));
    bytes %= 100;
    bytes |= sycl::uchar4(4);
    bytes ^= 1;
    bytes &= 0x0F;
    bytes >>= 1;
    CHECK(same(bytes, 2, 2, 3, 3));
    CHECK(same(sycl::short2(opaque<std::int16_t>(-8), 8) >> 1, -4, 4) &&
          same(7 % sycl::int2(opaque(2), 3), 1, 1));

    const vec<bool, 2> flags(opaque(true), false);
    CHECK(same(flags + flags, true, false) && same(flags & true, true, false) &&
          same(flags == flags, -1, -1));
    const vec<std::byte, 2> raw(std::byte{0xF0}, std::byte{0x3C});
    CHECK(same(raw & std::byte{0x3F}, std::byte{0x30}, std::byte{0x3C}) &&
          same(~raw, std::byte{0x0F}, std::byte{0xC3}));
    CHECK(same(raw == std::byte{0xF0}, -1, 0));
  }
};

struct VecConversions {
  void operator()(Checks &check) const {
    const sycl::float4 v(opaque(1.5f), opaque(-1.5f), opaque(2.5f), opaque(-0.25f));
    CHECK(same(v.convert<int>(), 2, -2, 2, 0));
    CHECK(same(v.convert<int, rounding_mode::rtz>(), 1, -1, 2, 0));
    CHECK(same(v.convert<int, rounding_mode::rte>(), 2, -2, 2, 0));
    CHECK(same(v.convert<int, rounding_mode::rtp>(), 2, -1, 3, 0));
    CHECK(same(v.convert<int, rounding_mode::rtn>(), 1, -2, 2, -1));
    const sycl::int2 large(opaque(16777217), opaque(-16777219));
    CHECK(same(large.convert<float>(), 16777216.0f, -16777220.0f));
    CHECK(same(large.convert<float, rounding_mode::rtz>(), 16777216.0f, -16777218.0f));
    CHECK(same(large.convert<float, rounding_mode::rtp>(), 16777218.0f, -16777218.0f));
    CHECK(same(large.convert<float, rounding_mode::rtn>(), 16777216.0f, -16777220.0f));
    CHECK(same(sycl::uchar2(opaque<std::uint8_t>(255), 7).convert<std::int64_t>(), 255, 7));
    CHECK(same(sycl::int2(opaque(-1), 300).convert<std::uint8_t>(), 255, 44));
    CHECK(same(sycl::int2(opaque(0), 300).convert<bool>(), false, true));

    CHECK(same(sycl::float2(opaque(1.0f), 2.0f).as<sycl::uint2>(), 0x3F800000u, 0x40000000u));
    CHECK(same(sycl::int2(opaque(0x04030201), 0x08070605).as<sycl::uchar8>(), 1, 2, 3, 4, 5, 6, 7,
               8));

    int memory[9] = {0, 1, 2, 3, 4, 5, 6, 7, 8};
    sycl::int3 loaded;
    loaded.load(2, static_cast<const int *>(memory));
    CHECK(same(loaded, 6, 7, 8));
    loaded.store(1, memory);
    CHECK(memory[2] == 2 && memory[3] == 6 && memory[5] == 8 && memory[6] == 6);
    loaded.swizzle<2, 0>().load(0, static_cast<const int *>(memory));
    CHECK(same(loaded, 1, 7, 0));
    loaded.hi().swizzle<0>().store(8, memory);
    CHECK(memory[8] == 0);
  }
};

struct VecOfHalf {
  void operator()(Checks &check) const {
    const sycl::half4 v(opaque(1.0f), 2, 3, 4);
    CHECK(same(v * 2 + v, 3, 6, 9, 12) && same(v < sycl::half(3), -1, -1, 0, 0) &&
          same(v.hi() / 2.0f, 1.5f, 2));
    CHECK(same(v.convert<float>(), 1, 2, 3, 4) && same(v.convert<int>(), 1, 2, 3, 4));
    CHECK(same(sycl::float2(opaque(2049.0f), 2051.0f).convert<sycl::half, rounding_mode::rtz>(),
               2048, 2050));
    CHECK(same(sycl::float2(opaque(2049.0f), -2049.0f).convert<sycl::half, rounding_mode::rtp>(),
               2050, -2048));
    CHECK(same(sycl::float2(opaque(1e6f), -1e6f).convert<sycl::half, rounding_mode::rtz>(), 65504,
               -65504));
  }
};

struct VecOfDouble {
  void operator()(Checks &check) const {
    const sycl::double2 v(opaque(1.0), 1 + 0x1p-40);
    CHECK(same(v + 1, 2, 2 + 0x1p-40) && same(v == 1, -1, 0));
    CHECK(same(v.convert<float, rounding_mode::rtp>(), 1, 1 + 0x1p-23f) &&
          same(v.convert<float>(), 1, 1));
    const sycl::long2 large(opaque<std::int64_t>(0x7FFFFFFFFFFFFFFF), -0x7FFFFFFFFFFFFFFF);
    CHECK(same(large.convert<double, rounding_mode::rtz>(), 0x1.fffffffffffffp62,
               -0x1.fffffffffffffp62));
    CHECK(same(large.convert<double, rounding_mode::rtp>(), 0x1p63, -0x1.fffffffffffffp62));
  }
};

int main() {
  return failures<VecElements>("elements") + failures<VecSwizzles>("swizzles") +
         failures<VecOperators>("operators") + failures<VecConversions>("conversions") +
         failures<VecOfHalf>("vec of half", Needs::fp16) +
         failures<VecOfDouble>("vec of double", Needs::fp64);
}
