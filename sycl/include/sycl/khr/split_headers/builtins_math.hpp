// Built-in functions on floating-point numbers (sycl_khr_split_headers).
#pragma once

#include <sycl/detail/math_functions.hpp>
#include <sycl/detail/math_native.hpp>
#include <sycl/detail/math_pointers.hpp>
#include <sycl/khr/split_headers/version.hpp>
