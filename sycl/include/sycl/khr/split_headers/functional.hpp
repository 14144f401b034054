// Function objects (sycl_khr_split_headers).
#pragma once

#include <sycl/functional.hpp>
#include <sycl/khr/split_headers/version.hpp>
