// The type byte (sycl_khr_split_headers).
#pragma once

#include <sycl/detail/byte.hpp>
#include <sycl/khr/split_headers/version.hpp>
