// Properties of memory pools.
#pragma once

#include <sycl/property_list.hpp>

#include <cstddef>

inline namespace ursa_sycl {
namespace sycl {
namespace ext::oneapi::experimental {
class memory_pool;

namespace property::memory_pool {

/// Bytes that the pool keeps instead of releasing them. A hint.
struct initial_threshold {
  initial_threshold(std::size_t bytes) : bytes_(bytes) {}
  std::size_t get_initial_threshold() const { return bytes_; }

private:
  std::size_t bytes_;
};

/// The most bytes that allocations of the pool have at once.
struct maximum_size {
  maximum_size(std::size_t bytes) : bytes_(bytes) {}
  std::size_t get_maximum_size() const { return bytes_; }

private:
  std::size_t bytes_;
};

/// Memory is zero when it is allocated.
struct zero_init {};

} // namespace property::memory_pool
} // namespace ext::oneapi::experimental

#define URSA_SYCL_POOL(PROPERTY)                                                                   \
  template <>                                                                                      \
  struct is_property<ext::oneapi::experimental::property::memory_pool::PROPERTY>                   \
      : std::true_type {};                                                                         \
  template <>                                                                                      \
  struct is_property_of<ext::oneapi::experimental::property::memory_pool::PROPERTY,                \
                        ext::oneapi::experimental::memory_pool> : std::true_type {};
URSA_SYCL_POOL(initial_threshold)
URSA_SYCL_POOL(maximum_size)
URSA_SYCL_POOL(zero_init)
#undef URSA_SYCL_POOL
} // namespace sycl
} // namespace ursa_sycl
