// The class marray and its aliases (sycl_khr_split_headers).
#pragma once

#include <sycl/khr/split_headers/version.hpp>
#include <sycl/marray.hpp>
