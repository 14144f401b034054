// sycl::ext::oneapi::experimental::printf. The format is a string literal or a constant array. The
// device pass needs optimization (-O1) to see which one.
#pragma once

#ifndef __SYCL_DEVICE_ONLY__
#include <cstdio>
#else
#include <sycl/detail/defines.hpp>
#endif

inline namespace ursa_sycl {
namespace sycl {
namespace ext {
namespace oneapi {
namespace experimental {

#ifdef __SYCL_DEVICE_ONLY__
namespace detail {
SYCL_EXTERNAL int __ursa_printf(const char *format, ...) __asm__("__ursa_sycl_printf");
}
#endif

template <class Char, class... Arguments>
#ifdef __SYCL_DEVICE_ONLY__
__attribute__((always_inline))
#endif
int printf(const Char *format, Arguments... arguments) {
#ifdef __SYCL_DEVICE_ONLY__
  return detail::__ursa_printf((const char *)format, arguments...);
#else
  return std::printf(format, arguments...);
#endif
}

} // namespace experimental
} // namespace oneapi
} // namespace ext
} // namespace sycl
} // namespace ursa_sycl
