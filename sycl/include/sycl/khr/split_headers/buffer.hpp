// The class buffer and its properties (sycl_khr_split_headers).
#pragma once

#include <sycl/buffer.hpp>
#include <sycl/khr/split_headers/version.hpp>
