// The type half (sycl_khr_split_headers).
#pragma once

#include <sycl/half.hpp>
#include <sycl/khr/split_headers/version.hpp>
