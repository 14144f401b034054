// Whether a device answers a query that is optional in UR.
#pragma once

#include "sycl/api/platform_impl.h"

inline namespace ursa_sycl {
namespace sycl::detail {

bool tells(const DeviceImpl &device, ur_device_info_t query);

} // namespace sycl::detail
} // namespace ursa_sycl
