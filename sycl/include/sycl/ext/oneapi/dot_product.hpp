// Dot products of four bytes (sycl_ext_oneapi_dot_accumulate).
#pragma once

#include <sycl/detail/warp_functions.hpp>
#include <sycl/vec.hpp>

#include <cstdint>
#include <type_traits>

inline namespace ursa_sycl {
namespace sycl {
namespace detail {

#ifdef __SYCL_DEVICE_ONLY__
/// @{ Devices with warps have an instruction for each.
__URSA_BUILTIN(std::int32_t, warpDotSS, (std::int32_t, std::int32_t, std::int32_t), "__ursa_dot_ss")
__URSA_BUILTIN(std::int32_t, warpDotSU, (std::int32_t, std::int32_t, std::int32_t), "__ursa_dot_su")
__URSA_BUILTIN(std::int32_t, warpDotUS, (std::int32_t, std::int32_t, std::int32_t), "__ursa_dot_us")
__URSA_BUILTIN(std::int32_t, warpDotUU, (std::int32_t, std::int32_t, std::int32_t), "__ursa_dot_uu")
/// @}

template <class Left, class Right>
std::int32_t warpDot(std::int32_t a, std::int32_t b, std::int32_t c) {
  if constexpr (std::is_signed_v<Left>)
    return std::is_signed_v<Right> ? warpDotSS(a, b, c) : warpDotSU(a, b, c);
  else
    return std::is_signed_v<Right> ? warpDotUS(a, b, c) : warpDotUU(a, b, c);
}
#endif

/// The sum of the products of the bytes of two numbers, and of a third number.
template <class Left, class Right>
constexpr std::int32_t dotOfBytes(std::int32_t a, std::int32_t b, std::int32_t c) {
#ifdef __SYCL_DEVICE_ONLY__
  if (!__builtin_is_constant_evaluated() && inWarp())
    return warpDot<Left, Right>(a, b, c);
#endif
  std::int32_t sum = 0;
  for (int shift = 0; shift < 32; shift += 8)
    sum += static_cast<Left>(static_cast<std::uint32_t>(a) >> shift) *
           static_cast<Right>(static_cast<std::uint32_t>(b) >> shift);
  return static_cast<std::int32_t>(static_cast<std::uint32_t>(sum) + static_cast<std::uint32_t>(c));
}

} // namespace detail

namespace ext::oneapi {

/// @{ Four signed or unsigned bytes of @p a times those of @p b, and @p c; the sum wraps.
constexpr std::int32_t dot_acc(std::int32_t a, std::int32_t b, std::int32_t c) {
  return detail::dotOfBytes<std::int8_t, std::int8_t>(a, b, c);
}
constexpr std::int32_t dot_acc(std::uint32_t a, std::uint32_t b, std::int32_t c) {
  return detail::dotOfBytes<std::uint8_t, std::uint8_t>(static_cast<std::int32_t>(a),
                                                        static_cast<std::int32_t>(b), c);
}
constexpr std::int32_t dot_acc(std::int32_t a, std::uint32_t b, std::int32_t c) {
  return detail::dotOfBytes<std::int8_t, std::uint8_t>(a, static_cast<std::int32_t>(b), c);
}
constexpr std::int32_t dot_acc(std::uint32_t a, std::int32_t b, std::int32_t c) {
  return detail::dotOfBytes<std::uint8_t, std::int8_t>(static_cast<std::int32_t>(a), b, c);
}
template <class Left, class Right>
constexpr std::int32_t dot_acc(vec<Left, 4> a, vec<Right, 4> b, std::int32_t c) {
  static_assert(sizeof(Left) == 1 && sizeof(Right) == 1, "dot_acc takes vectors of bytes.");
  const auto packed = [](const auto &bytes) {
    std::uint32_t number = 0;
    for (int i = 3; i >= 0; --i)
      number = number << 8 | static_cast<std::uint8_t>(bytes[i]);
    return static_cast<std::int32_t>(number);
  };
  return detail::dotOfBytes<Left, Right>(packed(a), packed(b), c);
}
/// @}

} // namespace ext::oneapi
} // namespace sycl
} // namespace ursa_sycl
