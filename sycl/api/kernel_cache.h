// The kernels of a context, built from the images that are registered with the process.
//
//   launch ──▶ find(device, description)          default values: one lookup by address
//          ──▶ find(device, description, values)  values of specialization constants: the bundle
//                                                 reuses builds with the same values
//
// Each library has bundles of its own, of its images. What was built of them stays when the library
// is closed, for when it is opened again.
#pragma once

#include "sycl/api/libraries.h"
#include "sycl/api/platform_impl.h"

#include "client/handle.h"

#include <sycl/detail/kernel_description.hpp>

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <utility>
#include <vector>

inline namespace ursa_sycl {
namespace sycl::detail {

/// A kernel that is built for a device, and its arguments. Immutable.
struct BuiltKernel {
  ursa::client::KernelHandle handle;
  std::vector<ursa_kernel_arg_info_t> arguments;
  /// The addresses that the arguments for device_globals hold, in their order.
  std::vector<void *> deviceGlobals;
  std::string name;
  /// The work-group size that it requires, that of the last dimension of SYCL first; empty: any.
  std::vector<uint64_t> workGroupSize;
  uint32_t subGroupSize = 0;   ///< the size of sub-groups that it requires; 0: any
  bool hasRootBarrier = false; ///< its work-groups wait for each other
};

/// Values of specialization constants by symbolic id.
using SpecializationValues = std::map<std::string, std::vector<std::byte>>;

/// Whether members of a kernel's object are specialization constants.
inline bool hasConstants(const KernelDescription &description) {
  return description.parameterCount > 0 &&
         description.parameters[0].kind == KernelParameterKind::Specialized;
}
/// Adds the values of these members.
void addConstants(const KernelDescription &description, const void *object,
                  SpecializationValues &values);

/// Thread safe.
class KernelCache {
public:
  explicit KernelCache(ContextImpl &context);
  ~KernelCache();
  KernelCache(const KernelCache &) = delete;
  KernelCache &operator=(const KernelCache &) = delete;

  /// Returns a kernel with the default values of all constants. Builds it at first use. Throws.
  /// The kernel is valid as long as the cache.
  /// @param description should have the same address in each call for a kernel
  const BuiltKernel &find(const DeviceImpl &device, const KernelDescription &description);

  /// Returns a kernel with these values; other constants have their defaults. Throws.
  std::shared_ptr<const BuiltKernel> find(const DeviceImpl &device,
                                          const KernelDescription &description,
                                          const SpecializationValues &values);

  /// Builds the kernels of a program that has one image for a device, without constants, so that
  /// the first launch need not. Does nothing else, and nothing the second time; errors are left to
  /// the launch.
  void prepare(const DeviceImpl &device);

  /// Whether an image that the device can use has a kernel, of which the device has all
  /// requirements. Builds nothing. Throws if the device can use no image.
  bool has(const DeviceImpl &device, const KernelKey &key);

private:
  /// The bundle whose values change.
  struct Specialized;

  /// A device and a library, whose images have a bundle.
  using BundleKey = std::pair<const DeviceImpl *, uint64_t>;

  ursa_bundle_handle_t bundleWith(const DeviceImpl &device, const KernelKey &key);

  const BuiltKernel &findOrBuild(const DeviceImpl &device, const KernelKey &key);
  void buildOnlyImage(const DeviceImpl &device, uint64_t library);
  const BuiltKernel *lookUp(const DeviceImpl &device, const KernelKey &key) const;

  ContextImpl &context_;
  const uint64_t number_; ///< no other cache of the process had it
  const LibraryChanges changes_;
  mutable std::mutex mutex_; ///< guards the member below
  std::map<std::pair<const DeviceImpl *, KernelKey>, std::shared_ptr<const BuiltKernel>>
      kernels_;         ///< nothing is removed
  std::mutex choosing_; ///< guards the member below; has() does not wait for builds
  std::map<BundleKey, ursa::client::BundleHandle> chosen_;
  std::mutex building_; ///< guards the members below; taken before mutex_
  std::map<BundleKey, ursa::client::BundleHandle> defaults_;
  std::map<BundleKey, std::unique_ptr<Specialized>> specialized_;
  std::set<const DeviceImpl *> prepared_;
};

/// Creates a bundle of the images of a library for one device; kAnyLibrary: of all registered ones.
/// Throws.
ursa::client::BundleHandle createBundle(const ContextImpl &context, const DeviceImpl &device,
                                        uint64_t library);

/// Creates a kernel of a bundle that is built, and describes it. Throws.
std::shared_ptr<const BuiltKernel> describeKernel(ContextImpl &context, ursa_bundle_handle_t bundle,
                                                  const DeviceImpl &device, const KernelKey &key);

/// Builds one kernel of a bundle and describes it. Throws.
std::shared_ptr<const BuiltKernel> buildKernel(ContextImpl &context, ursa_bundle_handle_t bundle,
                                               const DeviceImpl &device, const KernelKey &key);

} // namespace sycl::detail
} // namespace ursa_sycl
