// Dot products of four bytes (sycl_ext_oneapi_dot_accumulate).
#pragma once

#include <sycl/vec.hpp>

#include <cstdint>

inline namespace ursa_sycl {
namespace sycl {
namespace detail {

/// The sum of the products of the bytes of two numbers, and of a third number.
template <class Left, class Right>
constexpr std::int32_t dotOfBytes(std::int32_t a, std::int32_t b) {
  std::int32_t sum = 0;
  for (int shift = 0; shift < 32; shift += 8)
    sum += static_cast<Left>(static_cast<std::uint32_t>(a) >> shift) *
           static_cast<Right>(static_cast<std::uint32_t>(b) >> shift);
  return sum;
}
constexpr std::int32_t wrappedSum(std::int32_t a, std::int32_t b) {
  return static_cast<std::int32_t>(static_cast<std::uint32_t>(a) + static_cast<std::uint32_t>(b));
}

} // namespace detail

namespace ext::oneapi {

/// @{ Four signed or unsigned bytes of @p a times those of @p b, and @p c; the sum wraps.
constexpr std::int32_t dot_acc(std::int32_t a, std::int32_t b, std::int32_t c) {
  return detail::wrappedSum(detail::dotOfBytes<std::int8_t, std::int8_t>(a, b), c);
}
constexpr std::int32_t dot_acc(std::uint32_t a, std::uint32_t b, std::int32_t c) {
  return detail::wrappedSum(detail::dotOfBytes<std::uint8_t, std::uint8_t>(
                                static_cast<std::int32_t>(a), static_cast<std::int32_t>(b)),
                            c);
}
constexpr std::int32_t dot_acc(std::int32_t a, std::uint32_t b, std::int32_t c) {
  return detail::wrappedSum(
      detail::dotOfBytes<std::int8_t, std::uint8_t>(a, static_cast<std::int32_t>(b)), c);
}
constexpr std::int32_t dot_acc(std::uint32_t a, std::int32_t b, std::int32_t c) {
  return detail::wrappedSum(
      detail::dotOfBytes<std::uint8_t, std::int8_t>(static_cast<std::int32_t>(a), b), c);
}
template <class Left, class Right>
constexpr std::int32_t dot_acc(vec<Left, 4> a, vec<Right, 4> b, std::int32_t c) {
  static_assert(sizeof(Left) == 1 && sizeof(Right) == 1, "dot_acc takes vectors of bytes.");
  std::int32_t sum = 0;
  for (int i = 0; i < 4; ++i)
    sum += static_cast<std::int32_t>(a[i]) * static_cast<std::int32_t>(b[i]);
  return detail::wrappedSum(sum, c);
}
/// @}

} // namespace ext::oneapi
} // namespace sycl
} // namespace ursa_sycl
