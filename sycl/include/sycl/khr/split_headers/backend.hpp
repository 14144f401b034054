// Interoperation with backends (sycl_khr_split_headers).
#pragma once

#include <sycl/backend.hpp>
#include <sycl/khr/split_headers/version.hpp>
