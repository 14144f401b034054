// Arguments of the library's functions for launches.
#pragma once

#include <sycl/detail/kernel_description.hpp>
#include <sycl/id.hpp>
#include <sycl/nd_range.hpp>

#include <cstdint>

inline namespace ursa_sycl {
namespace sycl {
namespace detail {

/// The local range of an nd_range whose work-groups the library chooses.
inline constexpr size_t kAutomatic = static_cast<size_t>(-1);
/// They have at most so many work-items, which all devices have.
inline constexpr size_t kAutomaticGroup = 256;

/// The index space of a launch, and what it asks for; unused dimensions are 1, with offset 0. In
/// the order of SYCL: the last dimension varies fastest.
struct LaunchShape {
  unsigned dimensions = 1;
  size_t global[3] = {1, 1, 1};
  size_t local[3] = {0, 0, 0}; ///< all 0: chosen by the library
  size_t offset[3] = {0, 0, 0};
  size_t hierarchical[3] = {0, 0, 0}; ///< the local range of a hierarchical kernel's source
  uint32_t cluster[3] = {0, 0, 0};    ///< work-groups of a cluster; all 0: no clusters
  bool isCooperative = false;         ///< all work-groups run at once
  bool hasLocal = false;
  size_t scratch = 0; ///< bytes of local memory that the kernel gets by a function

  /// Whether the launch has properties of the C ABI.
  bool hasProperties() const { return isCooperative || cluster[0] != 0; }

  LaunchShape() = default; ///< one work-item
  template <int Dimensions>
  explicit LaunchShape(const range<Dimensions> &extent, const id<Dimensions> &first = {})
      : dimensions(Dimensions) {
    for (int i = 0; i < Dimensions; ++i) {
      global[i] = extent[i];
      offset[i] = first[i];
    }
  }
  template <int Dimensions>
  explicit LaunchShape(const nd_range<Dimensions> &space)
      : LaunchShape(space.get_global_range(), space.get_offset()) {
    hasLocal = true;
    for (int i = 0; i < Dimensions; ++i)
      local[i] = space.get_local_range()[i];
    if (local[0] == kAutomatic)
      chooseLocal();
  }
  /// A hierarchical kernel: each of its groups is one work-item.
  template <int Dimensions>
  LaunchShape(const range<Dimensions> &groups, const range<Dimensions> &groupSize)
      : LaunchShape(groups) {
    hasLocal = true;
    for (int i = 0; i < Dimensions; ++i) {
      local[i] = 1;
      hierarchical[i] = groupSize[i];
    }
  }

private:
  /// The largest divisors of the global range, first those of the last dimension.
  void chooseLocal() {
    size_t left = kAutomaticGroup;
    for (unsigned i = dimensions; i-- > 0; left /= local[i]) {
      local[i] = global[i] < left ? global[i] : left;
      if (local[i] == 0)
        local[i] = 1;
      while (global[i] % local[i] != 0)
        --local[i];
    }
  }
};

/// A launch. The pointers are read during the call.
struct KernelLaunch {
  int version; ///< URSA_SYCL_VERSION of the program
  const KernelDescription *kernel;
  const void *object; ///< of objectSize bytes
  const LaunchShape *shape;
};

} // namespace detail
} // namespace sycl
} // namespace ursa_sycl
