// The class handler (sycl_khr_split_headers).
#pragma once

#include <sycl/handler.hpp>
#include <sycl/khr/split_headers/version.hpp>
