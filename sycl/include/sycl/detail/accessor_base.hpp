// The part of an accessor in a kernel object that the library reads. An accessor begins with it, in
// both passes.
#pragma once

#include <sycl/detail/defines.hpp>

#include <cstddef>
#include <memory>

inline namespace ursa_sycl {
namespace sycl {
namespace detail {

class Requirement;

/// The begin of an accessor. Kernels use the first member only.
struct AccessorBase {
  void *data = nullptr; ///< in kernels, the address of the buffer on the device
#ifdef __SYCL_DEVICE_ONLY__
  void *unused[2];
#else
  std::shared_ptr<Requirement> requirement;
  /// The address of the buffer for the command that is enqueued; null without a buffer.
  URSA_SYCL_EXPORT void *pointer() const;
#endif
};

/// The begin of a local_accessor. Kernels use the first member only.
struct LocalAccessorBase {
#ifdef __SYCL_DEVICE_ONLY__
  __attribute__((opencl_local)) void *data; ///< local memory
#else
  void *data = nullptr;
#endif
  size_t bytes = 0;
  size_t number = 0; ///< identifies it; copies are the same
};

/// Returns a number that no other local_accessor has.
URSA_SYCL_EXPORT size_t nextLocalAccessor();

} // namespace detail
} // namespace sycl
} // namespace ursa_sycl
