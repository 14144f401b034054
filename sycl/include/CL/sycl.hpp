// The name of <sycl/sycl.hpp> before SYCL 2020 (SYCL 2020, 4.3), with its namespace and what it
// had.
//
// Programs often say "namespace sycl = cl::sycl;". C++ does not allow that beside a namespace of
// the same name, but beside one that is found in an inline namespace. So the headers declare sycl
// in ursa_sycl.
#pragma once

#include <sycl/detail/legacy_names.hpp>
#include <sycl/ext/oneapi/experimental/spec_constant.hpp>
#include <sycl/sycl.hpp>

namespace cl {
namespace sycl = ::sycl;
}
