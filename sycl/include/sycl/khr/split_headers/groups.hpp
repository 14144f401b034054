// Groups and group_barrier (sycl_khr_split_headers).
#pragma once

#include <sycl/device_event.hpp>
#include <sycl/group.hpp>
#include <sycl/khr/split_headers/version.hpp>
#include <sycl/nd_item.hpp>
#include <sycl/sub_group.hpp>
