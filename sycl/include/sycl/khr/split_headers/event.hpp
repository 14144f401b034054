// The class event and its descriptors (sycl_khr_split_headers).
#pragma once

#include <sycl/event.hpp>
#include <sycl/khr/split_headers/version.hpp>
