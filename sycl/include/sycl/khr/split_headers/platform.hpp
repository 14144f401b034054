// The class platform and its descriptors (sycl_khr_split_headers).
#pragma once

#include <sycl/khr/split_headers/version.hpp>
#include <sycl/platform.hpp>
