// Relational built-in functions (sycl_khr_split_headers).
#pragma once

#include <sycl/detail/math_relational.hpp>
#include <sycl/khr/split_headers/version.hpp>
