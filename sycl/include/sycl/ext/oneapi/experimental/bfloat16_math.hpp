// Mathematical functions of bfloat16 and of marrays of it
// (sycl_ext_oneapi_bfloat16_math_functions): those of float, rounded once more.
#pragma once

#include <sycl/ext/oneapi/bfloat16.hpp>
#include <sycl/marray.hpp>
#include <sycl/math.hpp>

#include <cstddef>

inline namespace ursa_sycl {
namespace sycl {
namespace ext::oneapi::experimental {

using oneapi::bfloat16; ///< its name before it was an extension that stays

namespace detail {

/// Applies a function to each element.
template <std::size_t N, class Function, class... Arrays>
auto forElements(Function function, const Arrays &...arrays) {
  marray<decltype(function(arrays[0]...)), N> results{};
  for (std::size_t i = 0; i < N; ++i)
    results[i] = function(arrays[i]...);
  return results;
}

} // namespace detail

#define __URSA_BFLOAT16_FUNCTION(name)                                                             \
  inline bfloat16 name(bfloat16 x) { return bfloat16(sycl::name(static_cast<float>(x))); }         \
  template <std::size_t N> marray<bfloat16, N> name(const marray<bfloat16, N> &x) {                \
    return detail::forElements<N>([](bfloat16 each) { return experimental::name(each); }, x);      \
  }
__URSA_BFLOAT16_FUNCTION(ceil)
__URSA_BFLOAT16_FUNCTION(cos)
__URSA_BFLOAT16_FUNCTION(exp)
__URSA_BFLOAT16_FUNCTION(exp10)
__URSA_BFLOAT16_FUNCTION(exp2)
__URSA_BFLOAT16_FUNCTION(fabs)
__URSA_BFLOAT16_FUNCTION(floor)
__URSA_BFLOAT16_FUNCTION(log)
__URSA_BFLOAT16_FUNCTION(log10)
__URSA_BFLOAT16_FUNCTION(log2)
__URSA_BFLOAT16_FUNCTION(rint)
__URSA_BFLOAT16_FUNCTION(rsqrt)
__URSA_BFLOAT16_FUNCTION(sin)
__URSA_BFLOAT16_FUNCTION(sqrt)
__URSA_BFLOAT16_FUNCTION(tanh)
__URSA_BFLOAT16_FUNCTION(trunc)
#undef __URSA_BFLOAT16_FUNCTION

#define __URSA_BFLOAT16_FUNCTION(name)                                                             \
  inline bfloat16 name(bfloat16 x, bfloat16 y) {                                                   \
    return bfloat16(sycl::name(static_cast<float>(x), static_cast<float>(y)));                     \
  }                                                                                                \
  template <std::size_t N>                                                                         \
  marray<bfloat16, N> name(const marray<bfloat16, N> &x, const marray<bfloat16, N> &y) {           \
    return detail::forElements<N>(                                                                 \
        [](bfloat16 each, bfloat16 other) { return experimental::name(each, other); }, x, y);      \
  }
__URSA_BFLOAT16_FUNCTION(fmax)
__URSA_BFLOAT16_FUNCTION(fmin)
#undef __URSA_BFLOAT16_FUNCTION

inline bool isnan(bfloat16 x) { return (sycl::bit_cast<std::uint16_t>(x) & 0x7fff) > 0x7f80; }
template <std::size_t N> marray<bool, N> isnan(const marray<bfloat16, N> &x) {
  return detail::forElements<N>([](bfloat16 each) { return experimental::isnan(each); }, x);
}

/// The product of two numbers of 8 bits is exact in float, so that only the sum rounds there.
inline bfloat16 fma(bfloat16 x, bfloat16 y, bfloat16 z) {
  return bfloat16(sycl::fma(static_cast<float>(x), static_cast<float>(y), static_cast<float>(z)));
}
template <std::size_t N>
marray<bfloat16, N> fma(const marray<bfloat16, N> &x, const marray<bfloat16, N> &y,
                        const marray<bfloat16, N> &z) {
  return detail::forElements<N>(
      [](bfloat16 a, bfloat16 b, bfloat16 c) { return experimental::fma(a, b, c); }, x, y, z);
}

} // namespace ext::oneapi::experimental
} // namespace sycl
} // namespace ursa_sycl
