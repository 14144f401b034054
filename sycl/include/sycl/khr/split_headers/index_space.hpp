// Ranges and ids of work-items (sycl_khr_split_headers).
#pragma once

#include <sycl/id.hpp>
#include <sycl/item.hpp>
#include <sycl/khr/split_headers/version.hpp>
#include <sycl/nd_item.hpp>
#include <sycl/nd_range.hpp>
#include <sycl/range.hpp>
