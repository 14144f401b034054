// The index space of a launch in the order of the C ABI, and what is wrong with one.
#pragma once

#include "sycl/api/kernel_cache.h"

#include <sycl/detail/launch.hpp>
#include <sycl/property_list.hpp>

inline namespace ursa_sycl {
namespace sycl::detail {

/// Sizes in the order of the ABI, whose first dimension varies fastest.
struct AbiShape {
  explicit AbiShape(const LaunchShape &shape) {
    if (shape.dimensions == 1) [[likely]] {
      global[0] = shape.global[0];
      local[0] = shape.local[0];
      offset[0] = shape.offset[0];
      hasOffset = offset[0] != 0;
      isEmpty = global[0] == 0;
      return;
    }
    for (unsigned i = 0; i < shape.dimensions; ++i) {
      const unsigned from = shape.dimensions - 1 - i;
      global[i] = shape.global[from];
      local[i] = shape.local[from];
      offset[i] = shape.offset[from];
      hasOffset = hasOffset || offset[i] != 0;
      isEmpty = isEmpty || global[i] == 0;
    }
  }
  size_t global[3], local[3], offset[3]; ///< those of the dimensions
  bool hasOffset = false;
  bool isEmpty = false;
};

/// Throws errc::nd_range for work-groups that the kernel or the library does not have.
void checkGroups(const LaunchShape &shape, const BuiltKernel &kernel);

/// The shape with the work-groups that the properties of a command group prefer, if they divide the
/// range and the kernel can have them on the device.
LaunchShape withHints(LaunchShape shape, const property_list &hints, const BuiltKernel &kernel,
                      const DeviceImpl &device);

inline void checkShape(const LaunchShape &shape, const BuiltKernel &kernel) {
  if (shape.hasLocal)
    checkGroups(shape, kernel);
}

} // namespace sycl::detail
} // namespace ursa_sycl
