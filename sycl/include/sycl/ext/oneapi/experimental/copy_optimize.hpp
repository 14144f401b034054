// Memory of the host that copies use (sycl_ext_oneapi_copy_optimize): hints, which have no effect
// here.
#pragma once

#include <sycl/queue.hpp>

#include <cstddef>

inline namespace ursa_sycl {
namespace sycl::ext::oneapi::experimental {

/// @{ Before copies, of @p numBytes bytes, and after the last one.
inline void prepare_for_device_copy(const void *, size_t, const context &) {}
inline void prepare_for_device_copy(const void *, size_t, const queue &) {}
inline void release_from_device_copy(const void *, const context &) {}
inline void release_from_device_copy(const void *, const queue &) {}
/// @}

} // namespace sycl::ext::oneapi::experimental
} // namespace ursa_sycl
