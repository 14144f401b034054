// sycl::bit_cast, and which types are device copyable.
#include "device_checks.h"

#include <sycl/bit_cast.hpp>
#include <sycl/is_device_copyable.hpp>
#include <sycl/marray.hpp>
#include <sycl/vec.hpp>

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>

static_assert(sycl::bit_cast<std::uint32_t>(1.0f) == 0x3F800000u);
template <typename To, typename From, typename = void> constexpr bool canCast = false;
template <typename To, typename From>
constexpr bool canCast<To, From, std::void_t<decltype(sycl::bit_cast<To>(std::declval<From>()))>> =
    true;
static_assert(canCast<int, float> && !canCast<int, double> &&
              !canCast<std::array<char, sizeof(std::string)>, std::string>);

struct Plain {
  int number;
};
struct Copied {
  Copied(const Copied &) {}
};
struct Declared {
  Declared(const Declared &) {}
};
template <> struct sycl::is_device_copyable<Declared> : std::true_type {};

template <typename T> constexpr bool copyable = sycl::is_device_copyable_v<T>;
static_assert(SYCL_DEVICE_COPYABLE == 1);
static_assert(copyable<int> && copyable<const float> && copyable<Plain> && copyable<int *> &&
              copyable<Plain[3]>);
static_assert(!copyable<Copied> && copyable<Declared> && copyable<const Declared> &&
              copyable<Declared[2]>);
static_assert(copyable<std::array<Declared, 2>> && !copyable<std::array<Copied, 2>> &&
              copyable<std::array<Copied, 0>>);
static_assert(copyable<std::optional<Declared>> && !copyable<std::optional<Copied>>);
static_assert(copyable<std::pair<int, Declared>> && !copyable<std::pair<int, Copied>>);
static_assert(copyable<std::tuple<>> && copyable<std::tuple<int, Declared>> &&
              !copyable<std::tuple<int, std::string>>);
static_assert(copyable<std::variant<Declared, int>> && !copyable<std::variant<int, std::string>>);
static_assert(copyable<std::string_view> && copyable<sycl::float4> && copyable<sycl::mint3> &&
              copyable<sycl::half>);
static_assert(!copyable<std::string>);
static_assert(std::is_base_of_v<std::true_type, sycl::is_device_copyable<Declared>>);

struct CastChecks {
  void operator()(Checks &check) const {
    CHECK(sycl::bit_cast<std::uint32_t>(opaque(-2.0f)) == 0xC0000000u);
    CHECK(sycl::bit_cast<float>(opaque(0x40490FDB)) == 3.14159274f);
    const sycl::float2 pair(opaque(1.0f), opaque(2.0f));
    CHECK(sycl::bit_cast<std::uint64_t>(pair) == 0x400000003F800000u);
    CHECK(sycl::bit_cast<sycl::uint2>(opaque<std::uint64_t>(0x0000000700000005)).y() == 7);
    const auto plain = sycl::bit_cast<Plain>(opaque(42));
    CHECK(plain.number == 42);
  }
};

int main() { return failures<CastChecks>("bit_cast"); }
