// The name of <sycl/sycl.hpp> before SYCL 2020 (SYCL 2020, 4.3), with its namespace and what it
// had.
#pragma once

#include <sycl/detail/legacy_names.hpp>
#include <sycl/ext/oneapi/experimental/spec_constant.hpp>
#include <sycl/sycl.hpp>

namespace cl {
namespace sycl = ::sycl;
}
