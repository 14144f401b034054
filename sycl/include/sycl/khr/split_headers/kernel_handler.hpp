// The class kernel_handler (sycl_khr_split_headers).
#pragma once

#include <sycl/kernel_handler.hpp>
#include <sycl/khr/split_headers/version.hpp>
