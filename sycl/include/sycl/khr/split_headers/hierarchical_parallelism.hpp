// Work-items of hierarchical kernels (sycl_khr_split_headers).
#pragma once

#include <sycl/h_item.hpp>
#include <sycl/khr/split_headers/version.hpp>
