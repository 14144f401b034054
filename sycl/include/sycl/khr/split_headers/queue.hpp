// The class queue, its descriptors and properties (sycl_khr_split_headers).
#pragma once

#include <sycl/khr/split_headers/version.hpp>
#include <sycl/queue.hpp>
