// Type traits (sycl_khr_split_headers).
#pragma once

#include <sycl/address_space.hpp>
#include <sycl/aspects.hpp>
#include <sycl/detail/is_group.hpp>
#include <sycl/is_device_copyable.hpp>
#include <sycl/khr/split_headers/version.hpp>
#include <sycl/known_identity.hpp>
#include <sycl/property_list.hpp>
