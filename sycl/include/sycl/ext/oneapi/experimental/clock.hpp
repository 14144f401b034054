// Clocks of devices (sycl_ext_oneapi_clock).
#pragma once

#include <cstdint>

inline namespace ursa_sycl {
namespace sycl::ext::oneapi::experimental {

/// Which work-items may compare their times; the aspects ext_oneapi_clock_sub_group, _work_group
/// and _device tell what a device has.
enum class clock_scope { sub_group, work_group, device };

/// Returns the cycles of a counter, in kernels. Kernels that call it are left out for devices
/// without the aspects.
template <clock_scope> std::uint64_t clock() {
#ifdef __SYCL_DEVICE_ONLY__
  return __builtin_readcyclecounter();
#else
  return 0; // host code never runs kernels
#endif
}

} // namespace sycl::ext::oneapi::experimental
} // namespace ursa_sycl
