// Kernels, their bundles and specialization constants (sycl_khr_split_headers).
#pragma once

#include <sycl/kernel.hpp>
#include <sycl/kernel_bundle.hpp>
#include <sycl/khr/split_headers/version.hpp>
#include <sycl/specialization_id.hpp>
