// Accessors of buffers and local memory (sycl_khr_split_headers).
#pragma once

#include <sycl/access.hpp>
#include <sycl/accessor.hpp>
#include <sycl/host_accessor.hpp>
#include <sycl/khr/split_headers/version.hpp>
#include <sycl/local_accessor.hpp>
