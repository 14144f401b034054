// sycl::marray: layout, constructors, elements, operators, aliases.
#include "device_checks.h"

#include <sycl/is_device_copyable.hpp>
#include <sycl/marray.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>

using sycl::marray;

template <typename T, std::size_t N>
constexpr bool laidOut = sizeof(marray<T, N>) == sizeof(std::array<T, N>) &&
                         alignof(marray<T, N>) == alignof(std::array<T, N>) &&
                         std::is_trivially_copyable_v<marray<T, N>> &&marray<T, N>::size() == N;
static_assert(laidOut<float, 4> && laidOut<double, 3> && laidOut<bool, 5> &&
              laidOut<sycl::half, 7>);
static_assert(std::is_same_v<sycl::muint4, marray<std::uint32_t, 4>> &&
              std::is_same_v<sycl::mbool16, marray<bool, 16>>);
static_assert(std::is_same_v<sycl::mlong2, marray<std::int64_t, 2>> &&
              std::is_same_v<sycl::mhalf3, marray<sycl::half, 3>>);
static_assert(std::is_same_v<decltype(marray{1, 2, 3}), sycl::mint3>);
static_assert(std::is_same_v<marray<int, 2>::iterator, int *> &&
              std::is_same_v<marray<int, 2>::const_reference, const int &>);
static_assert(std::is_same_v<decltype(sycl::mfloat2() < 1), sycl::mbool2>);
static_assert(!std::is_convertible_v<float, sycl::mfloat4> &&
              std::is_constructible_v<sycl::mfloat4, float>);
static_assert(std::is_convertible_v<marray<float, 1>, double> &&
              !std::is_convertible_v<sycl::mfloat2, float>);
static_assert(!std::is_constructible_v<sycl::mfloat4, sycl::mfloat2, float> &&
              !std::is_constructible_v<sycl::mfloat2, sycl::mint2>);

template <typename Left, typename Right, typename = void> constexpr bool canTakeRest = false;
template <typename Left, typename Right>
constexpr bool
    canTakeRest<Left, Right, std::void_t<decltype(std::declval<Left>() % std::declval<Right>())>> =
        true;
static_assert(canTakeRest<sycl::mint2, sycl::mint2> && canTakeRest<sycl::mint2, int> &&
              canTakeRest<int, sycl::mint2>);
static_assert(!canTakeRest<sycl::mfloat2, sycl::mfloat2> && !canTakeRest<sycl::mint2, sycl::mint3>);

constexpr marray<int, 5> constant(1, sycl::mint3(2, 3, 4), 5);
static_assert((constant + constant)[3] == 8 && (constant << 1)[4] == 10);

// A number of the program's own.
struct Number {
  int value = 0;
  constexpr Number() = default;
  constexpr Number(int number) : value(number) {}
  constexpr Number(const Number &) = default;
  Number &operator=(const Number &other) {
    value = other.value;
    return *this;
  }
  friend constexpr Number operator+(Number a, Number b) { return a.value + b.value; }
  friend constexpr bool operator<(Number a, Number b) { return a.value < b.value; }
  constexpr Number &operator++() {
    ++value;
    return *this;
  }
};
constexpr marray<Number, 3> numbers(1, marray<Number, 2>(2));
static_assert(numbers[0].value == 1 && numbers[2].value == 2 && (numbers < Number(2))[0]);

template <typename M, typename... Ts> bool same(const M &value, Ts... elements) {
  const typename M::value_type expected[] = {static_cast<typename M::value_type>(elements)...};
  bool result = sizeof...(elements) == M::size();
  std::size_t i = 0;
  for (const auto &element : value)
    result = result && element == expected[i++];
  return result;
}

struct MarrayChecks {
  void operator()(Checks &check) const {
    sycl::mfloat3 a(opaque(1.0f), 2, 3);
    const sycl::mfloat3 b(opaque(4.0f), sycl::mfloat2(5, 8));
    CHECK(same(a + b, 5, 7, 11) && same(b - a, 3, 3, 5) && same(a * b, 4, 10, 24) &&
          same(b / 2, 2, 2.5f, 4));
    CHECK(same(2 - a, 1, 0, -1) && same(a * 2.0f, 2, 4, 6) && same(-a, -1, -2, -3) &&
          same(+a, 1, 2, 3));
    CHECK(same(a < 2, true, false, false) && same(a <= b, true, true, true) &&
          same(a == 2, false, true, false));
    CHECK(same(3 > a, true, true, false) && same(a != b, true, true, true) &&
          same(a >= 2, false, true, true));
    CHECK(same(a && 1, true, true, true) && same(0 || a, true, true, true) &&
          same(!a, false, false, false));
    CHECK(same(a++, 1, 2, 3) && same(a, 2, 3, 4) && same(--a, 1, 2, 3));
    a += b;
    a -= 1;
    a *= sycl::mfloat3(2);
    a /= 4;
    CHECK(same(a, 2, 3, 5));
    a += a[0];
    CHECK(same(a, 4, 5, 7));
    a = 6;
    CHECK(same(a, 6, 6, 6));
    a[1] = 7;
    *a.begin() = 5;
    CHECK(same(a, 5, 7, 6) && a.end() - a.begin() == 3);
    const sycl::mfloat2 nan(std::numeric_limits<float>::quiet_NaN(), opaque(1.0f));
    CHECK(same(nan == nan, false, true) && same(nan != nan, true, false));

    marray<std::uint8_t, 5> bytes(opaque<std::uint8_t>(200), 1, 2, 3, 4);
    CHECK(same(bytes + bytes, 144, 2, 4, 6, 8) && same(~bytes, 55, 254, 253, 252, 251));
    bytes %= 100;
    bytes |= 4;
    bytes ^= 1;
    bytes &= 0x0F;
    bytes >>= 1;
    bytes <<= marray<std::uint8_t, 5>(1);
    CHECK(same(bytes, 4, 4, 6, 6, 4) && same(1 << sycl::mint2(opaque(2), 3), 4, 8));
    CHECK(same(~sycl::mbool2(opaque(false), true), true, true) &&
          same(sycl::mbool2(true, opaque(false)) & true, true, false));
    const marray<int, 1> one(opaque(5));
    const int number = one;
    CHECK(number == 5 && one + 1 == 6 && marray<int, 1>(one) == 5);
    ++bytes;
    CHECK(same(bytes, 5, 5, 7, 7, 5));
  }
};

struct MarrayOfHalf {
  void operator()(Checks &check) const {
    const sycl::mhalf2 v(opaque(1.0f), 2);
    CHECK(same(v * 2 + v, 3, 6) && same(v < sycl::half(2), true, false));
  }
};

int main() {
  return failures<MarrayChecks>("marray") + failures<MarrayOfHalf>("marray of half", Needs::fp16);
}
