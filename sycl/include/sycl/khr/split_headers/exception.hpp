// Errors (sycl_khr_split_headers).
#pragma once

#include <sycl/exception.hpp>
#include <sycl/khr/split_headers/version.hpp>
