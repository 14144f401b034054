// Functions of float and half that may be less precise (sycl_ext_oneapi_native_math). They are as
// precise as those of SYCL.
#pragma once

#include <sycl/detail/math_native.hpp>

#include <type_traits>

inline namespace ursa_sycl {
namespace sycl::ext::oneapi::experimental::native {

/// Of float and half, and vectors and arrays of them.
template <typename X, typename R = sycl::detail::GenericFloat<X>,
          class = std::enable_if_t<!std::is_same_v<sycl::detail::ElementOf<R>, double>>>
R tanh(const X &x) {
  return sycl::tanh(x);
}
/// Of half, and vectors and arrays of it.
template <typename X, typename R = sycl::detail::GenericFloat<X>,
          class = std::enable_if_t<std::is_same_v<sycl::detail::ElementOf<R>, half>>>
R exp2(const X &x) {
  return sycl::exp2(x);
}

} // namespace sycl::ext::oneapi::experimental::native
} // namespace ursa_sycl
