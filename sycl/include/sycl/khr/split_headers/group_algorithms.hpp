// Group functions and algorithms (sycl_khr_split_headers).
#pragma once

#include <sycl/group_algorithms.hpp>
#include <sycl/khr/split_headers/version.hpp>
