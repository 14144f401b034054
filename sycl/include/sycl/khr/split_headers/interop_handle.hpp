// The class interop_handle (sycl_khr_split_headers).
#pragma once

#include <sycl/interop_handle.hpp>
#include <sycl/khr/split_headers/version.hpp>
