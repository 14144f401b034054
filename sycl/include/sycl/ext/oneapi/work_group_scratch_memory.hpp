// Local memory of a work-group, whose size is a property of the launch
// (sycl_ext_oneapi_work_group_scratch_memory):
//
//   queue.parallel_for(space, properties(work_group_scratch_size(bytes)), function);
#pragma once

#include <sycl/address_space.hpp>
#include <sycl/ext/oneapi/experimental/kernel_properties.hpp>

inline namespace ursa_sycl {
namespace sycl {
namespace detail {
#ifdef __SYCL_DEVICE_ONLY__
/// The compiler makes the result an argument of the kernel.
[[clang::sycl_external]] __attribute__((const)) __URSA_LOCAL void *scratchMemory() noexcept
    __asm__("__ursa_work_group_scratch_memory");
#else
inline void *scratchMemory() noexcept { return nullptr; }
#endif
} // namespace detail

namespace ext::oneapi::experimental {

/// Returns the memory, which is not initialized; the same for all work-items of a group. It may be
/// called by any function of the kernel, also for a launch without the property, whose memory has
/// no bytes that may be used.
inline void *get_work_group_scratch_memory() noexcept {
  return (void *)sycl::detail::scratchMemory();
}

} // namespace ext::oneapi::experimental
} // namespace sycl
} // namespace ursa_sycl
