// sycl::ext::oneapi::bfloat16 (sycl_ext_oneapi_bfloat16): the upper half of a float. Arithmetic is
// that of float; conversions round to the nearest number, ties to even.
#pragma once

#include <sycl/half.hpp>

#include <cstdint>
#include <functional>
#include <limits>
#include <type_traits>

inline namespace ursa_sycl {
namespace sycl {
namespace ext::oneapi {

class bfloat16 {
  template <class T>
  using EnableNumber = std::enable_if_t<std::is_arithmetic_v<T> || std::is_same_v<T, half>>;

public:
  bfloat16() = default;
  bfloat16(const bfloat16 &) = default;
  bfloat16 &operator=(const bfloat16 &) = default;
  ~bfloat16() = default;

  bfloat16(float value) noexcept : bits_(fromFloat(value)) {}
  bfloat16 &operator=(float value) noexcept {
    bits_ = fromFloat(value);
    return *this;
  }
  bfloat16 &operator=(half value) noexcept { return *this = static_cast<float>(value); }
  /// Of other numbers, by float, as in the extension.
  template <class T, class = EnableNumber<T>, class = std::enable_if_t<!std::is_same_v<T, float>>>
  bfloat16(T value) noexcept : bits_(fromFloat(static_cast<float>(value))) {}

  operator float() const noexcept {
    return __builtin_bit_cast(float, static_cast<std::uint32_t>(bits_) << 16);
  }
  operator half() const noexcept { return half(static_cast<float>(*this)); }
  explicit operator bool() const noexcept { return (bits_ & 0x7fff) != 0; }

  friend bfloat16 operator-(bfloat16 value) noexcept {
    value.bits_ ^= 0x8000;
    return value;
  }
  friend bfloat16 operator+(bfloat16 value) noexcept { return value; }
  friend bfloat16 &operator++(bfloat16 &value) noexcept { return value += bfloat16(1.0f); }
  friend bfloat16 &operator--(bfloat16 &value) noexcept { return value -= bfloat16(1.0f); }
  friend bfloat16 operator++(bfloat16 &value, int) noexcept {
    const bfloat16 before = value;
    ++value;
    return before;
  }
  friend bfloat16 operator--(bfloat16 &value, int) noexcept {
    const bfloat16 before = value;
    --value;
    return before;
  }

  /// @{ With other numbers the result has the type of float's operation, as in DPC++.
#define __URSA_BFLOAT16_ARITHMETIC(op)                                                             \
  friend bfloat16 operator op(bfloat16 left, bfloat16 right) noexcept {                            \
    return bfloat16(static_cast<float>(left) op static_cast<float>(right));                        \
  }                                                                                                \
  template <class T, class = EnableNumber<T>>                                                      \
  friend auto operator op(bfloat16 left, T right) noexcept {                                       \
    return static_cast<float>(left) op right;                                                      \
  }                                                                                                \
  template <class T, class = EnableNumber<T>>                                                      \
  friend auto operator op(T left, bfloat16 right) noexcept {                                       \
    return left op static_cast<float>(right);                                                      \
  }                                                                                                \
  friend bfloat16 &operator op##=(bfloat16 &left, bfloat16 right) noexcept {                       \
    return left = left op right;                                                                   \
  }                                                                                                \
  template <class T, class = EnableNumber<T>>                                                      \
  friend bfloat16 &operator op##=(bfloat16 &left, T right) noexcept {                              \
    return left = bfloat16(static_cast<float>(left) op static_cast<float>(right));                 \
  }                                                                                                \
  template <class T, class = EnableNumber<T>>                                                      \
  friend T &operator op##=(T &left, bfloat16 right) noexcept {                                     \
    return left = static_cast<T>(left op static_cast<float>(right));                               \
  }
  __URSA_BFLOAT16_ARITHMETIC(+)
  __URSA_BFLOAT16_ARITHMETIC(-)
  __URSA_BFLOAT16_ARITHMETIC(*)
  __URSA_BFLOAT16_ARITHMETIC(/)
#undef __URSA_BFLOAT16_ARITHMETIC
#define __URSA_BFLOAT16_COMPARISON(op)                                                             \
  friend bool operator op(bfloat16 left, bfloat16 right) noexcept {                                \
    return static_cast<float>(left) op static_cast<float>(right);                                  \
  }                                                                                                \
  template <class T, class = EnableNumber<T>>                                                      \
  friend bool operator op(bfloat16 left, T right) noexcept {                                       \
    return static_cast<float>(left) op right;                                                      \
  }                                                                                                \
  template <class T, class = EnableNumber<T>>                                                      \
  friend bool operator op(T left, bfloat16 right) noexcept {                                       \
    return left op static_cast<float>(right);                                                      \
  }
  __URSA_BFLOAT16_COMPARISON(==)
  __URSA_BFLOAT16_COMPARISON(!=)
  __URSA_BFLOAT16_COMPARISON(<)
  __URSA_BFLOAT16_COMPARISON(>)
  __URSA_BFLOAT16_COMPARISON(<=)
  __URSA_BFLOAT16_COMPARISON(>=)
#undef __URSA_BFLOAT16_COMPARISON
  /// @}

private:
  static std::uint16_t fromFloat(float value) noexcept {
    const auto bits = __builtin_bit_cast(std::uint32_t, value);
    if ((bits & 0x7fffffff) > 0x7f800000) // rounding could make an infinity of a NaN
      return static_cast<std::uint16_t>((bits >> 16) | 0x40);
    return static_cast<std::uint16_t>((bits + 0x7fff + ((bits >> 16) & 1)) >> 16);
  }

  std::uint16_t bits_;
};

static_assert(sizeof(bfloat16) == 2 && std::is_trivially_copyable_v<bfloat16>);

} // namespace ext::oneapi

namespace detail {
template <> inline constexpr bool isNumberClass<ext::oneapi::bfloat16> = true;
}
} // namespace sycl
} // namespace ursa_sycl

template <> class std::numeric_limits<sycl::ext::oneapi::bfloat16> {
  using bfloat16 = sycl::ext::oneapi::bfloat16;
  static bfloat16 ofBits(std::uint16_t bits) noexcept { return __builtin_bit_cast(bfloat16, bits); }

public:
  static constexpr bool is_specialized = true;
  static constexpr bool is_signed = true;
  static constexpr bool is_integer = false;
  static constexpr bool is_exact = false;
  static constexpr bool has_infinity = true;
  static constexpr bool has_quiet_NaN = true;
  static constexpr bool has_signaling_NaN = true;
  static constexpr bool is_iec559 = false;
  static constexpr bool is_bounded = true;
  static constexpr bool is_modulo = false;
  static constexpr int digits = 8;
  static constexpr int digits10 = 2;
  static constexpr int max_digits10 = 4;
  static constexpr int radix = 2;
  static constexpr int min_exponent = -125;
  static constexpr int min_exponent10 = -37;
  static constexpr int max_exponent = 128;
  static constexpr int max_exponent10 = 38;
  static constexpr bool traps = false;
  static constexpr bool tinyness_before = false;
  static constexpr std::float_round_style round_style = std::round_to_nearest;
  static bfloat16 min() noexcept { return ofBits(0x0080); }
  static bfloat16 max() noexcept { return ofBits(0x7f7f); }
  static bfloat16 lowest() noexcept { return ofBits(0xff7f); }
  static bfloat16 epsilon() noexcept { return ofBits(0x3c00); }
  static bfloat16 round_error() noexcept { return ofBits(0x3f00); }
  static bfloat16 infinity() noexcept { return ofBits(0x7f80); }
  static bfloat16 quiet_NaN() noexcept { return ofBits(0x7fc0); }
  static bfloat16 signaling_NaN() noexcept { return ofBits(0x7fa0); }
  static bfloat16 denorm_min() noexcept { return ofBits(0x0001); }
};
template <> struct std::hash<sycl::ext::oneapi::bfloat16> {
  std::size_t operator()(sycl::ext::oneapi::bfloat16 value) const noexcept {
    return std::hash<float>()(value);
  }
};
