// Images (sycl_khr_split_headers).
#pragma once

#include <sycl/access.hpp>
#include <sycl/image.hpp>
#include <sycl/khr/split_headers/version.hpp>
