// Pools of device memory (sycl_ext_oneapi_async_memory_alloc).
#pragma once

#include <sycl/ext/oneapi/experimental/async_alloc/memory_pool_properties.hpp>
#include <sycl/queue.hpp>
#include <sycl/usm.hpp>

inline namespace ursa_sycl {
namespace sycl {

namespace detail {
class MemoryPoolImpl;
}

namespace ext::oneapi::experimental {

/// Counts what is allocated of it; the memory comes from the device and goes back there. Thread
/// safe.
class URSA_SYCL_EXPORT memory_pool
    : public sycl::detail::Shared<memory_pool, sycl::detail::MemoryPoolImpl> {
public:
  /// @param kind device; others throw errc::feature_not_supported
  memory_pool(const context &context, const device &device, usm::alloc kind,
              const property_list &properties = {});
  memory_pool(const queue &queue, usm::alloc kind, const property_list &properties = {})
      : memory_pool(queue.get_context(), queue.get_device(), kind, properties) {}

  context get_context() const;
  device get_device() const;
  usm::alloc get_alloc_kind() const { return usm::alloc::device; }

  /// @{ In bytes. No memory is reserved that is not used.
  size_t get_threshold() const;
  size_t get_reserved_size_current() const { return get_used_size_current(); }
  size_t get_used_size_current() const;
  void increase_threshold_to(size_t bytes);
  /// @}

  template <typename Property> bool has_property() const noexcept {
    return properties().template has_property<Property>();
  }
  template <typename Property> Property get_property() const {
    return properties().template get_property<Property>();
  }

private:
  const property_list &properties() const noexcept;
};

} // namespace ext::oneapi::experimental
} // namespace sycl
} // namespace ursa_sycl
URSA_SYCL_HASH(sycl::ext::oneapi::experimental::memory_pool)
