// sycl::half (SYCL 2020, 4.14.1): the 16-bit floating-point number of IEEE 754. Host compilers must
// have _Float16, as clang and g++ 12 have on x86-64. Arithmetic with other types gives float and
// double with these, half with integers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <type_traits>

inline namespace ursa_sycl {
namespace sycl {

namespace detail {

using HalfStorage = _Float16;

/// A namespace of its own, so that calls without a namespace do not find functions of sycl by their
/// arguments: programs have a bit_cast of their own.
namespace half_impl {

class half;

// The result type of operations on half and an arithmetic type T.
template <typename T>
using HalfWith = std::enable_if_t<std::is_arithmetic_v<T>,
                                  std::conditional_t<std::is_floating_point_v<T>, T, half>>;

class half {
public:
  half() = default;
  template <typename T, std::enable_if_t<std::is_arithmetic_v<T>, int> = 0>
  constexpr half(T value) noexcept : value_(static_cast<HalfStorage>(value)) {}
  constexpr half(HalfStorage value, std::nullptr_t) noexcept : value_(value) {}

  constexpr operator float() const noexcept { return static_cast<float>(value_); }

#define URSA_SYCL_HALF_ARITHMETIC(op)                                                              \
  friend constexpr half operator op(half left, half right) noexcept {                              \
    return half(static_cast<HalfStorage>(left.value_ op right.value_), nullptr);                   \
  }                                                                                                \
  template <typename T> friend constexpr HalfWith<T> operator op(half left, T right) noexcept {    \
    return static_cast<Operand<T>>(left) op static_cast<Operand<T>>(right);                        \
  }                                                                                                \
  template <typename T> friend constexpr HalfWith<T> operator op(T left, half right) noexcept {    \
    return static_cast<Operand<T>>(left) op static_cast<Operand<T>>(right);                        \
  }                                                                                                \
  friend constexpr half &operator op##=(half &left, half right) noexcept {                         \
    return left = left op right;                                                                   \
  }                                                                                                \
  template <typename T, typename = HalfWith<T>>                                                    \
  friend constexpr half &operator op##=(half &left, T right) noexcept {                            \
    return left = half(left op right);                                                             \
  }                                                                                                \
  template <typename T, typename = std::enable_if_t<std::is_arithmetic_v<T>>>                      \
  friend constexpr T &operator op##=(T &left, half right) noexcept {                               \
    return left = static_cast<T>(left op right);                                                   \
  }
  URSA_SYCL_HALF_ARITHMETIC(+)
  URSA_SYCL_HALF_ARITHMETIC(-)
  URSA_SYCL_HALF_ARITHMETIC(*)
  URSA_SYCL_HALF_ARITHMETIC(/)
#undef URSA_SYCL_HALF_ARITHMETIC

#define URSA_SYCL_HALF_COMPARISON(op)                                                              \
  friend constexpr bool operator op(half left, half right) noexcept {                              \
    return left.value_ op right.value_;                                                            \
  }                                                                                                \
  template <typename T, typename = HalfWith<T>>                                                    \
  friend constexpr bool operator op(half left, T right) noexcept {                                 \
    return static_cast<Operand<T>>(left) op static_cast<Operand<T>>(right);                        \
  }                                                                                                \
  template <typename T, typename = HalfWith<T>>                                                    \
  friend constexpr bool operator op(T left, half right) noexcept {                                 \
    return static_cast<Operand<T>>(left) op static_cast<Operand<T>>(right);                        \
  }
  URSA_SYCL_HALF_COMPARISON(==)
  URSA_SYCL_HALF_COMPARISON(!=)
  URSA_SYCL_HALF_COMPARISON(<)
  URSA_SYCL_HALF_COMPARISON(>)
  URSA_SYCL_HALF_COMPARISON(<=)
  URSA_SYCL_HALF_COMPARISON(>=)
#undef URSA_SYCL_HALF_COMPARISON

  friend constexpr half operator+(half value) noexcept { return value; }
  friend constexpr half operator-(half value) noexcept {
    return half(static_cast<HalfStorage>(-value.value_), nullptr);
  }
  friend constexpr half &operator++(half &value) noexcept { return value += half(1); }
  friend constexpr half &operator--(half &value) noexcept { return value -= half(1); }
  friend constexpr half operator++(half &value, int) noexcept {
    const half before = value;
    ++value;
    return before;
  }
  friend constexpr half operator--(half &value, int) noexcept {
    const half before = value;
    --value;
    return before;
  }

private:
  // The type in which half and T are computed.
  template <typename T> using Operand = std::conditional_t<std::is_floating_point_v<T>, T, half>;

  HalfStorage value_;
};

} // namespace half_impl
} // namespace detail

using half = detail::half_impl::half;

static_assert(sizeof(half) == 2 && alignof(half) == 2 && std::is_trivially_copyable_v<half>,
              "half has the storage format of IEEE 754 binary16");

namespace detail {

constexpr half halfFromBits(std::uint16_t bits) noexcept { return __builtin_bit_cast(half, bits); }
constexpr HalfStorage storageOf(half value) noexcept {
  return __builtin_bit_cast(HalfStorage, value);
}
constexpr std::uint16_t bitsOfHalf(half value) noexcept {
  return __builtin_bit_cast(std::uint16_t, value);
}

// The floating-point types of kernels.
template <typename T>
inline constexpr bool isFloatingPoint =
    std::is_same_v<T, float> || std::is_same_v<T, double> || std::is_same_v<T, half>;
/// Whether vectors of a class have the operators of numbers.
template <typename T> inline constexpr bool isNumberClass = false;

} // namespace detail
} // namespace sycl
} // namespace ursa_sycl

template <> class std::numeric_limits<sycl::half> {
public:
  static constexpr bool is_specialized = true;
  static constexpr bool is_signed = true;
  static constexpr bool is_integer = false;
  static constexpr bool is_exact = false;
  static constexpr bool has_infinity = true;
  static constexpr bool has_quiet_NaN = true;
  static constexpr bool has_signaling_NaN = true;
#if __cplusplus < 202302L
  static constexpr std::float_denorm_style has_denorm = std::denorm_present;
  static constexpr bool has_denorm_loss = false;
#endif
  static constexpr std::float_round_style round_style = std::round_to_nearest;
  static constexpr bool is_iec559 = true;
  static constexpr bool is_bounded = true;
  static constexpr bool is_modulo = false;
  static constexpr int digits = 11;
  static constexpr int digits10 = 3;
  static constexpr int max_digits10 = 5;
  static constexpr int radix = 2;
  static constexpr int min_exponent = -13;
  static constexpr int min_exponent10 = -4;
  static constexpr int max_exponent = 16;
  static constexpr int max_exponent10 = 4;
  static constexpr bool traps = false;
  static constexpr bool tinyness_before = false;

  static constexpr sycl::half min() noexcept { return sycl::detail::halfFromBits(0x0400); }
  static constexpr sycl::half lowest() noexcept { return sycl::detail::halfFromBits(0xFBFF); }
  static constexpr sycl::half max() noexcept { return sycl::detail::halfFromBits(0x7BFF); }
  static constexpr sycl::half epsilon() noexcept { return sycl::detail::halfFromBits(0x1400); }
  static constexpr sycl::half round_error() noexcept { return sycl::detail::halfFromBits(0x3800); }
  static constexpr sycl::half infinity() noexcept { return sycl::detail::halfFromBits(0x7C00); }
  static constexpr sycl::half quiet_NaN() noexcept { return sycl::detail::halfFromBits(0x7E00); }
  static constexpr sycl::half signaling_NaN() noexcept {
    return sycl::detail::halfFromBits(0x7D00);
  }
  static constexpr sycl::half denorm_min() noexcept { return sycl::detail::halfFromBits(0x0001); }
};

template <> struct std::hash<sycl::half> {
  // Both zeros are equal and have one hash.
  std::size_t operator()(sycl::half value) const noexcept {
    return std::hash<std::uint16_t>()(value == sycl::half(0) ? std::uint16_t(0)
                                                             : sycl::detail::bitsOfHalf(value));
  }
};
