// Allocations in the order of commands (sycl_ext_oneapi_async_memory_alloc): memory is allocated at
// once, and released when the commands before async_free are complete.
#pragma once

#include <sycl/ext/oneapi/experimental/async_alloc/memory_pool.hpp>

inline namespace ursa_sycl {
namespace sycl::ext::oneapi::experimental {

/// @{ Returns memory for later commands. Throws errc::memory_allocation if there is none left,
/// errc::feature_not_supported for other kinds than device, and in graphs.
URSA_SYCL_EXPORT void *async_malloc(const queue &queue, usm::alloc kind, size_t size);
URSA_SYCL_EXPORT void *async_malloc(handler &group, usm::alloc kind, size_t size);
URSA_SYCL_EXPORT void *async_malloc_from_pool(const queue &queue, size_t size,
                                              const memory_pool &pool);
URSA_SYCL_EXPORT void *async_malloc_from_pool(handler &group, size_t size, const memory_pool &pool);
/// @}

/// @{ Releases memory of async_malloc after all earlier commands of the queue, or after what the
/// command group depends on. Throw errc::invalid for other memory.
URSA_SYCL_EXPORT void async_free(const queue &queue, void *pointer);
URSA_SYCL_EXPORT void async_free(handler &group, void *pointer);
/// @}

} // namespace sycl::ext::oneapi::experimental
} // namespace ursa_sycl
