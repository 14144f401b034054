// Built-in functions on integers (sycl_khr_split_headers).
#pragma once

#include <sycl/detail/math_common.hpp> // clamp, max and min
#include <sycl/detail/math_integers.hpp>
#include <sycl/khr/split_headers/version.hpp>
