// Arguments of kernels by their bytes (sycl_ext_oneapi_raw_kernel_arg), for handler::set_arg.
#pragma once

#include <sycl/detail/kernel_argument.hpp>
