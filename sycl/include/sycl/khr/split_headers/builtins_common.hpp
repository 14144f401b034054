// Common built-in functions, such as clamp and mix (sycl_khr_split_headers).
#pragma once

#include <sycl/detail/math_common.hpp>
#include <sycl/khr/split_headers/version.hpp>
