// SYCL 1.2.1's header and namespace, which are deprecated (SYCL 2020, 4.3).
#pragma once

#include <sycl/sycl.hpp>

namespace cl {
namespace sycl = ::sycl;
}
