// The function objects of sycl_ext_oneapi before SYCL 2020 had them: names of those of SYCL.
#pragma once

#include <sycl/functional.hpp>

namespace sycl::ext::oneapi {

template <typename T = void> using plus = sycl::plus<T>;
template <typename T = void> using multiplies = sycl::multiplies<T>;
template <typename T = void> using bit_and = sycl::bit_and<T>;
template <typename T = void> using bit_or = sycl::bit_or<T>;
template <typename T = void> using bit_xor = sycl::bit_xor<T>;
template <typename T = void> using logical_and = sycl::logical_and<T>;
template <typename T = void> using logical_or = sycl::logical_or<T>;
template <typename T = void> using minimum = sycl::minimum<T>;
template <typename T = void> using maximum = sycl::maximum<T>;

} // namespace sycl::ext::oneapi
