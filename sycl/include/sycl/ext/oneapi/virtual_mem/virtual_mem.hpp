// Ranges of addresses that programs reserve, and what is mapped there
// (sycl_ext_oneapi_virtual_mem). Addresses and sizes are in bytes, multiples of the granularity.
// Every function throws errc::feature_not_supported if a device has no
// aspect::ext_oneapi_virtual_mem.
#pragma once

#include <sycl/context.hpp>

#include <cstddef>
#include <cstdint>

inline namespace ursa_sycl {
namespace sycl::ext::oneapi::experimental {

enum class address_access_mode : char { none, read, read_write };
enum class granularity_mode : char { recommended, minimum };

URSA_SYCL_EXPORT size_t get_mem_granularity(const device &device, const context &context,
                                            granularity_mode mode = granularity_mode::recommended);
/// One that all devices of the context have.
URSA_SYCL_EXPORT size_t get_mem_granularity(const context &context,
                                            granularity_mode mode = granularity_mode::recommended);

/// @{ Returns the begin of the range. @p start is a hint.
URSA_SYCL_EXPORT uintptr_t reserve_virtual_mem(uintptr_t start, size_t size,
                                               const context &context);
inline uintptr_t reserve_virtual_mem(size_t size, const context &context) {
  return reserve_virtual_mem(0, size, context);
}
/// @}
URSA_SYCL_EXPORT void free_virtual_mem(uintptr_t start, size_t size, const context &context);

URSA_SYCL_EXPORT void set_access_mode(const void *start, size_t size, address_access_mode mode,
                                      const context &context);
URSA_SYCL_EXPORT address_access_mode get_access_mode(const void *start, size_t size,
                                                     const context &context);
/// No command may use the memory any more.
URSA_SYCL_EXPORT void unmap(const void *start, size_t size, const context &context);

} // namespace sycl::ext::oneapi::experimental
} // namespace ursa_sycl
