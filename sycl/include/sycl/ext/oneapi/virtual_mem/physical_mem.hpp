// Memory of a device without an address (sycl_ext_oneapi_virtual_mem): programs map it into ranges
// of addresses that they reserve.
#pragma once

#include <sycl/ext/oneapi/virtual_mem/virtual_mem.hpp>
#include <sycl/queue.hpp>

inline namespace ursa_sycl {
namespace sycl {

namespace detail {
class PhysicalMemoryImpl;
}

namespace ext::oneapi::experimental {

/// Copies are the same memory, which is released with the last of them and what is mapped.
class URSA_SYCL_EXPORT physical_mem
    : public sycl::detail::Shared<physical_mem, sycl::detail::PhysicalMemoryImpl> {
public:
  /// @param size in bytes, a multiple of the granularity. Throws errc::feature_not_supported for a
  /// device without aspect::ext_oneapi_virtual_mem.
  physical_mem(const device &device, const context &context, size_t size,
               const property_list &properties = {});
  physical_mem(const queue &queue, size_t size, const property_list &properties = {})
      : physical_mem(queue.get_device(), queue.get_context(), size, properties) {}

  /// Maps the memory from @p offset into a reserved range, and returns the address.
  void *map(uintptr_t address, size_t size, address_access_mode mode, size_t offset = 0) const;

  context get_context() const;
  device get_device() const;
  size_t size() const noexcept;
};

} // namespace ext::oneapi::experimental
} // namespace sycl
} // namespace ursa_sycl
URSA_SYCL_HASH(sycl::ext::oneapi::experimental::physical_mem)
