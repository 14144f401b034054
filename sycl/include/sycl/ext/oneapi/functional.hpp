// The function objects of sycl_ext_oneapi before SYCL 2020 had them: names of those of SYCL.
#pragma once

#include <sycl/functional.hpp>

inline namespace ursa_sycl {
namespace sycl::ext::oneapi {

using sycl::bit_and;
using sycl::bit_or;
using sycl::bit_xor;
using sycl::logical_and;
using sycl::logical_or;
using sycl::maximum;
using sycl::minimum;
using sycl::multiplies;
using sycl::plus;

} // namespace sycl::ext::oneapi
} // namespace ursa_sycl
