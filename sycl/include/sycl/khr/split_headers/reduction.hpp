// Reductions (sycl_khr_split_headers).
#pragma once

#include <sycl/khr/split_headers/functional.hpp>
#include <sycl/khr/split_headers/version.hpp>
#include <sycl/reduction.hpp>
