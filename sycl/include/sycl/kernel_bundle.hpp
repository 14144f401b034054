// Kernel bundles: kernels and the values of their specialization constants for a context and
// devices (SYCL 2020, 4.11).
#pragma once

#include <sycl/kernel.hpp>
#include <sycl/queue.hpp>
#include <sycl/specialization_id.hpp>

#include <functional>

inline namespace ursa_sycl {
namespace sycl {

namespace detail {

class ImageImpl;

/// Common base of kernel bundles of all states.
class URSA_SYCL_EXPORT AnyKernelBundle : public Shared<AnyKernelBundle, KernelBundleImpl> {
public:
  bool empty() const noexcept;
  backend get_backend() const noexcept;
  context get_context() const noexcept;
  std::vector<device> get_devices() const noexcept;
  std::vector<kernel_id> get_kernel_ids() const;
  bool has_kernel(const kernel_id &id) const noexcept;
  bool has_kernel(const kernel_id &id, const device &device) const noexcept;
  bool contains_specialization_constants() const noexcept;
  bool native_specialization_constant() const noexcept;

protected:
  friend struct Access;
  AnyKernelBundle() = default;
  explicit AnyKernelBundle(std::shared_ptr<KernelBundleImpl> impl) : Shared(std::move(impl)) {}

  kernel getKernel(const kernel_id &id) const;
  /// @{ By the name in the source.
  bool hasNamed(const std::string &name, const device *on) const;
  kernel getNamed(const std::string &name) const;
  std::string rawName(const std::string &name) const;
  /// @}
  bool hasConstant(const char *id) const noexcept;
  /// @{ @param here an address of the library that sets or reads the constant
  void setConstant(const char *id, const void *here, const void *value, size_t size);
  void getConstant(const char *id, const void *here, void *value, size_t size,
                   const void *defaultValue) const;
  /// @}
  std::vector<std::shared_ptr<ImageImpl>> images() const;
};

/// Equal for the same image of the same kernel bundle, also when the bundle was joined with others.
URSA_SYCL_EXPORT const void *identityOf(const ImageImpl &image) noexcept;
URSA_SYCL_EXPORT bool hasKernel(const ImageImpl &image, const kernel_id &id,
                                const device *device) noexcept;

/// Returns a bundle of the program's kernels for devices. Ids are null for all kernels.
URSA_SYCL_EXPORT std::shared_ptr<KernelBundleImpl> getBundle(const context &context,
                                                             const std::vector<device> &devices,
                                                             const std::vector<kernel_id> *ids,
                                                             bundle_state state);
URSA_SYCL_EXPORT bool hasBundle(const context &context, const std::vector<device> &devices,
                                const std::vector<kernel_id> *ids, bundle_state state);
/// Returns a bundle of a later state with the kernels and values of others, for devices.
URSA_SYCL_EXPORT std::shared_ptr<KernelBundleImpl>
convertBundles(const std::vector<std::shared_ptr<KernelBundleImpl>> &bundles,
               const std::vector<device> &devices, bundle_state state);
URSA_SYCL_EXPORT std::shared_ptr<KernelBundleImpl>
joinBundles(const std::vector<std::shared_ptr<KernelBundleImpl>> &bundles, bundle_state state);

} // namespace detail

template <bundle_state State> class device_image {
public:
  device_image() = delete;
  bool has_kernel(const kernel_id &id) const noexcept {
    return detail::hasKernel(*impl_, id, nullptr);
  }
  bool has_kernel(const kernel_id &id, const device &device) const noexcept {
    return detail::hasKernel(*impl_, id, &device);
  }
  friend bool operator==(const device_image &a, const device_image &b) {
    return detail::identityOf(*a.impl_) == detail::identityOf(*b.impl_);
  }
  friend bool operator!=(const device_image &a, const device_image &b) { return !(a == b); }

private:
  friend struct detail::Access;
  template <bundle_state> friend class kernel_bundle;
  explicit device_image(std::shared_ptr<detail::ImageImpl> impl) : impl_(std::move(impl)) {}
  std::shared_ptr<detail::ImageImpl> impl_;
};

template <bundle_state State> class kernel_bundle : public detail::AnyKernelBundle {
public:
  using device_image_iterator = typename std::vector<device_image<State>>::const_iterator;

  kernel_bundle() = delete;

  using AnyKernelBundle::has_kernel;
  template <class KernelName> URSA_SYCL_LOCAL bool has_kernel() const noexcept {
    return has_kernel(get_kernel_id<KernelName>());
  }
  template <class KernelName> URSA_SYCL_LOCAL bool has_kernel(const device &device) const noexcept {
    return has_kernel(get_kernel_id<KernelName>(), device);
  }

  template <bundle_state S = State, class = std::enable_if_t<S == bundle_state::executable>>
  kernel get_kernel(const kernel_id &id) const {
    return getKernel(id);
  }
  template <class KernelName, bundle_state S = State,
            class = std::enable_if_t<S == bundle_state::executable>>
  URSA_SYCL_LOCAL kernel get_kernel() const {
    return getKernel(get_kernel_id<KernelName>());
  }

  /// @{ Of a function that is a kernel (sycl/ext/oneapi/experimental/free_function_traits.hpp).
  template <auto *Func> URSA_SYCL_LOCAL bool ext_oneapi_has_kernel() const;
  template <auto *Func> URSA_SYCL_LOCAL bool ext_oneapi_has_kernel(const device &device) const;
  template <auto *Func> URSA_SYCL_LOCAL kernel ext_oneapi_get_kernel() const;
  /// @}
  /// @{ Of a bundle from source, by name (sycl/ext/oneapi/experimental/kernel_compiler.hpp).
  template <bundle_state S = State, class = std::enable_if_t<S == bundle_state::executable>>
  bool ext_oneapi_has_kernel(const std::string &name) const {
    return hasNamed(name, nullptr);
  }
  template <bundle_state S = State, class = std::enable_if_t<S == bundle_state::executable>>
  bool ext_oneapi_has_kernel(const std::string &name, const device &device) const {
    return hasNamed(name, &device);
  }
  template <bundle_state S = State, class = std::enable_if_t<S == bundle_state::executable>>
  kernel ext_oneapi_get_kernel(const std::string &name) const {
    return getNamed(name);
  }
  /// The name in device code.
  template <bundle_state S = State, class = std::enable_if_t<S == bundle_state::executable>>
  std::string ext_oneapi_get_raw_kernel_name(const std::string &name) const {
    return rawName(name);
  }
  /// @}

  template <auto &Id> URSA_SYCL_LOCAL bool has_specialization_constant() const noexcept {
#ifdef __SYCL_DEVICE_ONLY__
    return false;
#else
    return hasConstant(detail::symbolicId<Id>());
#endif
  }
  template <auto &Id, bundle_state S = State, class = std::enable_if_t<S == bundle_state::input>>
  URSA_SYCL_LOCAL void
  set_specialization_constant([[maybe_unused]] detail::SpecializationValue<Id> value) {
#ifndef __SYCL_DEVICE_ONLY__
    setConstant(detail::symbolicId<Id>(), &detail::hereInLibrary, &value, sizeof(value));
#endif
  }
  template <auto &Id>
  URSA_SYCL_LOCAL detail::SpecializationValue<Id> get_specialization_constant() const {
    detail::Uninitialized<detail::SpecializationValue<Id>> storage;
#ifndef __SYCL_DEVICE_ONLY__
    getConstant(detail::symbolicId<Id>(), &detail::hereInLibrary, &storage.value,
                sizeof(storage.value), &Id);
#endif
    return storage.value;
  }

  device_image_iterator begin() const { return imageList().begin(); }
  device_image_iterator end() const { return imageList().end(); }

  friend bool operator==(const kernel_bundle &a, const kernel_bundle &b) {
    return a.impl_ == b.impl_;
  }
  friend bool operator!=(const kernel_bundle &a, const kernel_bundle &b) { return !(a == b); }

private:
  friend struct detail::Access;
  explicit kernel_bundle(std::shared_ptr<detail::KernelBundleImpl> impl)
      : AnyKernelBundle(std::move(impl)),
        images_(std::make_shared<std::vector<device_image<State>>>()) {
    for (const std::shared_ptr<detail::ImageImpl> &image : images())
      images_->push_back(device_image<State>(image));
  }
  const std::vector<device_image<State>> &imageList() const { return *images_; }

  std::shared_ptr<std::vector<device_image<State>>> images_;
};

// ---- bundles of the program's kernels

template <bundle_state State>
kernel_bundle<State> get_kernel_bundle(const context &context, const std::vector<device> &devices) {
  return detail::Access::make<kernel_bundle<State>>(
      detail::getBundle(context, devices, nullptr, State));
}
template <bundle_state State>
kernel_bundle<State> get_kernel_bundle(const context &context, const std::vector<device> &devices,
                                       const std::vector<kernel_id> &ids) {
  return detail::Access::make<kernel_bundle<State>>(
      detail::getBundle(context, devices, &ids, State));
}
template <bundle_state State> kernel_bundle<State> get_kernel_bundle(const context &context) {
  return get_kernel_bundle<State>(context, context.get_devices());
}
template <bundle_state State>
kernel_bundle<State> get_kernel_bundle(const context &context, const std::vector<kernel_id> &ids) {
  return get_kernel_bundle<State>(context, context.get_devices(), ids);
}
template <class KernelName, bundle_state State>
URSA_SYCL_LOCAL kernel_bundle<State> get_kernel_bundle(const context &context,
                                                       const std::vector<device> &devices) {
  return get_kernel_bundle<State>(context, devices, {get_kernel_id<KernelName>()});
}
template <class KernelName, bundle_state State>
URSA_SYCL_LOCAL kernel_bundle<State> get_kernel_bundle(const context &context) {
  return get_kernel_bundle<KernelName, State>(context, context.get_devices());
}
namespace detail {
template <bundle_state State, class Selector>
std::vector<kernel_id> selectKernels(const std::vector<kernel_bundle<State>> &all,
                                     const Selector &selector) {
  std::vector<kernel_id> chosen;
  for (const kernel_bundle<State> &bundle : all)
    for (const device_image<State> &image : bundle)
      if (selector(image))
        for (const kernel_id &id : bundle.get_kernel_ids())
          if (image.has_kernel(id))
            chosen.push_back(id);
  return chosen;
}
template <bundle_state State, class Selector>
using EnableImageSelector =
    std::enable_if_t<std::is_invocable_r_v<bool, const Selector &, const device_image<State> &>>;
} // namespace detail
/// Uses the images for which the selector returns true.
template <bundle_state State, class Selector, class = detail::EnableImageSelector<State, Selector>>
kernel_bundle<State> get_kernel_bundle(const context &context, const std::vector<device> &devices,
                                       Selector selector) {
  return get_kernel_bundle<State>(
      context, devices,
      detail::selectKernels<State>({get_kernel_bundle<State>(context, devices)}, selector));
}
template <bundle_state State, class Selector, class = detail::EnableImageSelector<State, Selector>>
kernel_bundle<State> get_kernel_bundle(const context &context, Selector selector) {
  return get_kernel_bundle<State>(context, context.get_devices(), selector);
}

template <bundle_state State>
bool has_kernel_bundle(const context &context, const std::vector<device> &devices) {
  return detail::hasBundle(context, devices, nullptr, State);
}
template <bundle_state State>
bool has_kernel_bundle(const context &context, const std::vector<device> &devices,
                       const std::vector<kernel_id> &ids) {
  return detail::hasBundle(context, devices, &ids, State);
}
template <bundle_state State> bool has_kernel_bundle(const context &context) {
  return has_kernel_bundle<State>(context, context.get_devices());
}
template <bundle_state State>
bool has_kernel_bundle(const context &context, const std::vector<kernel_id> &ids) {
  return has_kernel_bundle<State>(context, context.get_devices(), ids);
}
template <class KernelName, bundle_state State>
URSA_SYCL_LOCAL bool has_kernel_bundle(const context &context, const std::vector<device> &devices) {
  return has_kernel_bundle<State>(context, devices, {get_kernel_id<KernelName>()});
}
template <class KernelName, bundle_state State>
URSA_SYCL_LOCAL bool has_kernel_bundle(const context &context) {
  return has_kernel_bundle<KernelName, State>(context, context.get_devices());
}

/// Whether the program has code of all of these kernels for a device.
URSA_SYCL_EXPORT bool is_compatible(const std::vector<kernel_id> &ids, const device &device);
template <class KernelName> URSA_SYCL_LOCAL bool is_compatible(const device &device) {
  return is_compatible({get_kernel_id<KernelName>()}, device);
}

// ---- from one state to the next

inline kernel_bundle<bundle_state::object> compile(const kernel_bundle<bundle_state::input> &bundle,
                                                   const std::vector<device> &devices,
                                                   const property_list & = {}) {
  return detail::Access::make<kernel_bundle<bundle_state::object>>(
      detail::convertBundles({detail::implOf(bundle)}, devices, bundle_state::object));
}
inline kernel_bundle<bundle_state::object> compile(const kernel_bundle<bundle_state::input> &bundle,
                                                   const property_list &properties = {}) {
  return compile(bundle, bundle.get_devices(), properties);
}

inline kernel_bundle<bundle_state::executable>
link(const std::vector<kernel_bundle<bundle_state::object>> &bundles,
     const std::vector<device> &devices, const property_list & = {}) {
  std::vector<std::shared_ptr<detail::KernelBundleImpl>> impls;
  for (const auto &bundle : bundles)
    impls.push_back(detail::implOf(bundle));
  return detail::Access::make<kernel_bundle<bundle_state::executable>>(
      detail::convertBundles(impls, devices, bundle_state::executable));
}
inline kernel_bundle<bundle_state::executable>
link(const kernel_bundle<bundle_state::object> &bundle, const std::vector<device> &devices,
     const property_list &properties = {}) {
  return link(std::vector{bundle}, devices, properties);
}
/// Links for the devices that all bundles have.
URSA_SYCL_EXPORT kernel_bundle<bundle_state::executable>
link(const std::vector<kernel_bundle<bundle_state::object>> &bundles,
     const property_list &properties = {});
inline kernel_bundle<bundle_state::executable>
link(const kernel_bundle<bundle_state::object> &bundle, const property_list &properties = {}) {
  return link(std::vector{bundle}, bundle.get_devices(), properties);
}

inline kernel_bundle<bundle_state::executable>
build(const kernel_bundle<bundle_state::input> &bundle, const std::vector<device> &devices,
      const property_list & = {}) {
  return detail::Access::make<kernel_bundle<bundle_state::executable>>(
      detail::convertBundles({detail::implOf(bundle)}, devices, bundle_state::executable));
}
inline kernel_bundle<bundle_state::executable>
build(const kernel_bundle<bundle_state::input> &bundle, const property_list &properties = {}) {
  return build(bundle, bundle.get_devices(), properties);
}

template <bundle_state State>
kernel_bundle<State> join(const std::vector<kernel_bundle<State>> &bundles) {
  std::vector<std::shared_ptr<detail::KernelBundleImpl>> impls;
  for (const auto &bundle : bundles)
    impls.push_back(detail::implOf(bundle));
  return detail::Access::make<kernel_bundle<State>>(detail::joinBundles(impls, State));
}

// ---- in command groups

template <bundle_state State> void handler::use_kernel_bundle(const kernel_bundle<State> &bundle) {
  static_assert(State == bundle_state::executable, "a command group uses executable bundles");
  useBundle(detail::implOf(bundle));
}

} // namespace sycl
} // namespace ursa_sycl
template <sycl::bundle_state State> struct std::hash<sycl::kernel_bundle<State>> {
  std::size_t operator()(const sycl::kernel_bundle<State> &bundle) const {
    return std::hash<const void *>()(sycl::detail::implOf(bundle).get());
  }
};
template <sycl::bundle_state State> struct std::hash<sycl::device_image<State>> {
  std::size_t operator()(const sycl::device_image<State> &image) const {
    return std::hash<const void *>()(sycl::detail::identityOf(*sycl::detail::implOf(image)));
  }
};
