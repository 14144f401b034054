// Memory of a device without an address (sycl_ext_oneapi_virtual_mem): programs map it into ranges
// of addresses that they reserve.
#pragma once

#include <sycl/ext/oneapi/experimental/kernel_properties.hpp>
#include <sycl/ext/oneapi/virtual_mem/virtual_mem.hpp>
#include <sycl/queue.hpp>

inline namespace ursa_sycl {
namespace sycl {

namespace detail {
class PhysicalMemoryImpl;
}

namespace ext::oneapi::experimental {

/// A property of physical memory: other processes can open it (ipc_physical_memory.hpp).
struct enable_ipc {
  using key_t = enable_ipc;
  constexpr enable_ipc(bool isOn = true) : value(isOn) {}
  bool value;
};
using enable_ipc_key = enable_ipc;
constexpr bool operator==(enable_ipc a, enable_ipc b) { return a.value == b.value; }
constexpr bool operator!=(enable_ipc a, enable_ipc b) { return !(a == b); }
template <> struct is_property_key<enable_ipc> : std::true_type {};
template <> struct is_property_value<enable_ipc> : std::true_type {};

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
  /// @{ With enable_ipc. Throw errc::feature_not_supported without
  /// aspect::ext_oneapi_ipc_physical_memory.
  template <typename Properties, sycl::detail::EnableProperties<Properties> = 0>
  physical_mem(const device &device, const context &context, size_t size,
               const Properties &properties)
      : physical_mem(isShared(properties), device, context, size) {}
  template <typename Properties, sycl::detail::EnableProperties<Properties> = 0>
  physical_mem(const queue &queue, size_t size, const Properties &properties)
      : physical_mem(queue.get_device(), queue.get_context(), size, properties) {}
  /// @}

  /// Maps the memory from @p offset into a reserved range, and returns the address.
  void *map(uintptr_t address, size_t size, address_access_mode mode, size_t offset = 0) const;

  context get_context() const;
  device get_device() const;
  size_t size() const noexcept;

private:
  friend struct sycl::detail::Access;
  explicit physical_mem(std::shared_ptr<sycl::detail::PhysicalMemoryImpl> impl)
      : Shared(std::move(impl)) {}
  physical_mem(bool isShared, const device &device, const context &context, size_t size);
  template <typename Properties> static bool isShared(const Properties &properties) {
    if constexpr (Properties::template has_property<enable_ipc>())
      return properties.template get_property<enable_ipc>().value;
    else
      return (void)properties, false;
  }
};

} // namespace ext::oneapi::experimental
} // namespace sycl
} // namespace ursa_sycl
URSA_SYCL_HASH(sycl::ext::oneapi::experimental::physical_mem)
