// The class device, its descriptors and selectors (sycl_khr_split_headers).
#pragma once

#include <sycl/device.hpp>
#include <sycl/device_selector.hpp>
#include <sycl/info/device.hpp>
#include <sycl/khr/split_headers/version.hpp>
