// The class context and its descriptors (sycl_khr_split_headers).
#pragma once

#include <sycl/context.hpp>
#include <sycl/khr/split_headers/version.hpp>
