// The state of kernel bundles, device images and kernels. A bundle has parts, each a bundle of
// ursa.h with some of its kernels; joined bundles keep the parts of all.
#pragma once

#include "sycl/api/context_impl.h"
#include "sycl/api/kernel_cache.h"

#include <sycl/kernel_bundle.hpp>

#include <mutex>
#include <set>

namespace sycl::detail {

/// An image on a device, as the bundle of ursa.h describes it. Immutable.
struct BundleImage {
  const DeviceImpl *device = nullptr;
  std::set<std::string> kernels;
  std::set<std::string> constants;
  ursa_specialization_mode_t mode = URSA_SPECIALIZATION_MODE_NONE;
};

/// Kernels of one bundle of ursa.h and the values of their constants. Thread safe.
class BundlePart {
public:
  /// @param kernels restricts the part to these; null for all
  BundlePart(const ContextImpl &context, const std::vector<std::shared_ptr<DeviceImpl>> &devices,
             const std::set<std::string> *kernels);
  /// A part with the values of another one.
  BundlePart(const ContextImpl &context, const std::vector<std::shared_ptr<DeviceImpl>> &devices,
             const BundlePart &other);

  const std::set<std::string> &kernels() const { return kernels_; }
  const std::vector<std::shared_ptr<BundleImage>> &images() const { return images_; }
  bool hasKernel(const std::string &name, const DeviceImpl *device) const;
  bool hasConstant(const std::string &id) const;

  void set(const char *id, const void *value, size_t size);
  /// Returns false if the part has no such constant.
  bool get(const char *id, void *value, size_t size) const;
  void build();
  std::shared_ptr<const BuiltKernel> kernel(ContextImpl &context, const DeviceImpl &device,
                                            const std::string &name);

private:
  void describeImages(const std::vector<std::shared_ptr<DeviceImpl>> &devices,
                      const std::set<std::string> *kernels);

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
  /// An executable bundle of a program of the backend, for devices of its context.
  KernelBundleImpl(std::shared_ptr<ContextImpl> context,
                   std::vector<std::shared_ptr<DeviceImpl>> devices,
                   ursa::client::ProgramHandle program)
      : context_(std::move(context)), devices_(std::move(devices)),
        state_(bundle_state::executable), program_(std::move(program)) {}

  const std::shared_ptr<ContextImpl> &context() const { return context_; }
  const std::vector<std::shared_ptr<DeviceImpl>> &devices() const { return devices_; }
  bundle_state state() const { return state_; }
  std::vector<std::shared_ptr<BundlePart>> &parts() { return parts_; }

  BundlePart *partOf(const std::string &kernel, const DeviceImpl *device) const;
  /// Returns a kernel of an executable bundle. Throws errc::kernel_not_supported.
  std::shared_ptr<const BuiltKernel> kernel(const DeviceImpl &device,
                                            const std::string &name) const;
  bool hasDevice(const DeviceImpl &device) const;
  /// The program of the backend; null for bundles of the program's images.
  ur_program_handle_t program() const { return program_.get(); }

private:
  const std::shared_ptr<ContextImpl> context_;
  const std::vector<std::shared_ptr<DeviceImpl>> devices_;
  const bundle_state state_;
  ursa::client::ProgramHandle program_;
  std::vector<std::shared_ptr<BundlePart>> parts_; ///< not changed once users have the bundle
};

/// An image of a bundle: keeps the part alive.
class ImageImpl {
public:
  ImageImpl(std::shared_ptr<BundlePart> part, std::shared_ptr<BundleImage> image)
      : part_(std::move(part)), image_(std::move(image)) {}
  const BundleImage &image() const { return *image_; }

private:
  const std::shared_ptr<BundlePart> part_;
  const std::shared_ptr<BundleImage> image_;
};

class KernelImpl {
public:
  KernelImpl(std::shared_ptr<KernelBundleImpl> bundle, std::string name)
      : bundle_(std::move(bundle)), name_(std::move(name)) {}
  /// A kernel of the backend.
  KernelImpl(std::shared_ptr<KernelBundleImpl> bundle, std::shared_ptr<const BuiltKernel> native)
      : bundle_(std::move(bundle)), name_(native->name), native_(std::move(native)) {}
  const std::shared_ptr<KernelBundleImpl> &bundle() const { return bundle_; }
  const std::string &name() const { return name_; }
  bool isOfBackend() const { return native_ != nullptr; }

  /// Returns the kernel that was built for a device. Throws errc::kernel_not_supported.
  std::shared_ptr<const BuiltKernel> builtFor(const DeviceImpl &device) const {
    return native_ ? native_ : bundle_->kernel(device, name_);
  }

private:
  const std::shared_ptr<KernelBundleImpl> bundle_;
  const std::string name_;
  const std::shared_ptr<const BuiltKernel> native_; ///< null for kernels of the program
};

} // namespace sycl::detail
