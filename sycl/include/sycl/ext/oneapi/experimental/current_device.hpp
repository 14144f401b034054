// The device that a thread of the program has as its own (sycl_ext_oneapi_current_device).
#pragma once

#include <sycl/device.hpp>

inline namespace ursa_sycl {
namespace sycl::ext::oneapi::experimental::this_thread {

/// That of the last call of set_current_device by this thread, or that which default_selector_v
/// selects.
URSA_SYCL_EXPORT device get_current_device();
/// Sets it for this thread alone.
URSA_SYCL_EXPORT void set_current_device(const device &chosen);

} // namespace sycl::ext::oneapi::experimental::this_thread
} // namespace ursa_sycl
