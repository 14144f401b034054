// The state of kernel bundles, device images and kernels. A bundle has parts, each a bundle of
// ursa.h with some of its kernels; joined bundles keep the parts of all.
#pragma once

#include "sycl/api/context_impl.h"
#include "sycl/api/kernel_cache.h"

#include <sycl/kernel_bundle.hpp>

#include <map>
#include <mutex>
#include <set>

inline namespace ursa_sycl {
namespace sycl::detail {

/// An image on a device, as the bundle of ursa.h describes it. Immutable.
struct BundleImage {
  const DeviceImpl *device = nullptr;
  std::set<std::string> kernels;
  std::set<std::string> constants;
  ursa_specialization_mode_t mode = URSA_SPECIALIZATION_MODE_NONE;
};

/// Kernels of one library in a bundle of ursa.h, and the values of their constants. Thread safe.
class BundlePart {
public:
  /// @param images those of the library; null: all of the process
  /// @param kernels restricts the part to these; null for all
  BundlePart(const ContextImpl &context, const std::vector<std::shared_ptr<DeviceImpl>> &devices,
             uint64_t library, ursa::client::ImagesHandle images,
             const std::set<std::string> *kernels);
  /// A part with the values of another one.
  BundlePart(const ContextImpl &context, const std::vector<std::shared_ptr<DeviceImpl>> &devices,
             const BundlePart &other);

  uint64_t library() const { return library_; }
  const std::set<std::string> &kernels() const { return kernels_; }
  const std::vector<std::shared_ptr<BundleImage>> &images() const { return images_; }
  bool hasKernel(const std::string &name, const DeviceImpl *device) const;
  bool hasConstant(const std::string &id) const;
  /// The size of a constant that was set or that an image has, in bytes; 0 for others.
  size_t sizeOf(const char *id) const;

  void set(const char *id, const void *value, size_t size);
  /// Returns false if the part has no such constant.
  bool get(const char *id, void *value, size_t size) const;
  void build();
  std::shared_ptr<const BuiltKernel> kernel(ContextImpl &context, const DeviceImpl &device,
                                            const std::string &name);

private:
  void describeImages(const std::vector<std::shared_ptr<DeviceImpl>> &devices,
                      const std::set<std::string> *kernels);

  const uint64_t library_;
  const ursa::client::ImagesHandle imageSet_;
  ursa::client::BundleHandle handle_;
  std::vector<std::shared_ptr<BundleImage>> images_; ///< those with kernels of the part
  std::set<std::string> kernels_;
  mutable std::mutex mutex_; ///< guards the members below
  SpecializationValues values_;
  std::map<std::pair<const DeviceImpl *, std::string>, std::shared_ptr<const BuiltKernel>> built_;
};

class KernelBundleImpl {
public:
  KernelBundleImpl(std::shared_ptr<ContextImpl> context,
                   std::vector<std::shared_ptr<DeviceImpl>> devices, bundle_state state)
      : context_(std::move(context)), devices_(std::move(devices)), state_(state) {}
  /// @{ An executable bundle of programs of the backend, for devices of their context.
  KernelBundleImpl(std::shared_ptr<ContextImpl> context,
                   std::vector<std::shared_ptr<DeviceImpl>> devices,
                   std::vector<ursa::client::ProgramHandle> programs)
      : context_(std::move(context)), devices_(std::move(devices)),
        state_(bundle_state::executable), programs_(std::move(programs)) {}
  KernelBundleImpl(std::shared_ptr<ContextImpl> context,
                   std::vector<std::shared_ptr<DeviceImpl>> devices,
                   ursa::client::ProgramHandle program)
      : KernelBundleImpl(std::move(context), std::move(devices),
                         std::vector<ursa::client::ProgramHandle>()) {
    programs_.push_back(std::move(program));
  }
  /// @}

  const std::shared_ptr<ContextImpl> &context() const { return context_; }
  const std::vector<std::shared_ptr<DeviceImpl>> &devices() const { return devices_; }
  bundle_state state() const { return state_; }
  std::vector<std::shared_ptr<BundlePart>> &parts() { return parts_; }

  /// Null if no part has the kernel.
  BundlePart *partOf(const KernelKey &kernel, const DeviceImpl *device) const;
  /// Returns a kernel of an executable bundle. Throws errc::kernel_not_supported.
  std::shared_ptr<const BuiltKernel> kernel(const DeviceImpl &device, const KernelKey &key) const;
  bool hasDevice(const DeviceImpl &device) const;
  /// @{ Whether its kernels are those of source that the program had at run time: command groups
  /// set their arguments. Set before users have the bundle.
  bool isFromSource() const { return isFromSource_; }
  void setFromSource() { isFromSource_ = true; }
  /// @}
  /// @{ The kernels that source in SYCL calls by names, and the library that they are in. Set
  /// before users have the bundle.
  void addNamed(const std::string &name, const KernelKey &key) { named_.insert({name, key}); }
  void keepLibrary(std::shared_ptr<void> library) { library_ = std::move(library); }
  KernelKey named(const std::string &name) const {
    const auto found = named_.find(name);
    return found == named_.end() ? KernelKey{kAnyLibrary, name} : found->second;
  }
  /// @}
  /// The programs of the backend; none for bundles of the program's images.
  const std::vector<ursa::client::ProgramHandle> &programs() const { return programs_; }

private:
  std::shared_ptr<void> library_; ///< destroyed last
  const std::shared_ptr<ContextImpl> context_;
  const std::vector<std::shared_ptr<DeviceImpl>> devices_;
  const bundle_state state_;
  std::vector<ursa::client::ProgramHandle> programs_; ///< not changed once users have the bundle
  bool isFromSource_ = false;
  std::map<std::string, KernelKey> named_;
  std::vector<std::shared_ptr<BundlePart>> parts_; ///< not changed once users have the bundle
};

/// An image of a bundle: keeps the part alive.
class ImageImpl {
public:
  ImageImpl(std::shared_ptr<BundlePart> part, std::shared_ptr<BundleImage> image)
      : part_(std::move(part)), image_(std::move(image)) {}
  const BundleImage &image() const { return *image_; }
  uint64_t library() const { return part_->library(); }

private:
  const std::shared_ptr<BundlePart> part_;
  const std::shared_ptr<BundleImage> image_;
};

class KernelImpl {
public:
  KernelImpl(std::shared_ptr<KernelBundleImpl> bundle, KernelKey key)
      : bundle_(std::move(bundle)), key_(std::move(key)) {}
  /// A kernel of the backend.
  KernelImpl(std::shared_ptr<KernelBundleImpl> bundle, std::shared_ptr<const BuiltKernel> native)
      : bundle_(std::move(bundle)), key_{kAnyLibrary, native->name}, native_(std::move(native)) {}
  const std::shared_ptr<KernelBundleImpl> &bundle() const { return bundle_; }
  const KernelKey &key() const { return key_; }
  const std::string &name() const { return key_.name; }
  bool isOfBackend() const { return native_ != nullptr; }

  /// Returns the kernel that was built for a device. Throws errc::kernel_not_supported.
  std::shared_ptr<const BuiltKernel> builtFor(const DeviceImpl &device) const {
    return native_ ? native_ : bundle_->kernel(device, key_);
  }

private:
  const std::shared_ptr<KernelBundleImpl> bundle_;
  const KernelKey key_;
  const std::shared_ptr<const BuiltKernel> native_; ///< null for kernels of the program
};

} // namespace sycl::detail
} // namespace ursa_sycl
