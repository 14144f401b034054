#include "sycl/api/error.h"
#include "sycl/api/kernel_bundle_impl.h"
#include "sycl/api/kernel_requirements.h"
#include "sycl/api/runtime.h"

#include <algorithm>

inline namespace ursa_sycl {
namespace sycl {
namespace detail {
namespace {

std::set<std::string> linesOf(const char *text) {
  std::set<std::string> lines;
  for (const char *end = text; *text; text = end) {
    end = text + std::strcspn(text, "\n");
    if (end != text)
      lines.insert(std::string(text, end));
    if (*end)
      ++end;
  }
  return lines;
}

ursa::client::BundleHandle createBundleFor(const ContextImpl &context,
                                           const std::vector<std::shared_ptr<DeviceImpl>> &devices,
                                           ursa_images_handle_t images) {
  std::vector<ur_device_handle_t> handles;
  handles.reserve(devices.size());
  for (const auto &device : devices)
    handles.push_back(device->handle());
  ursa::client::BundleHandle bundle;
  check(ursaBundleCreate(context.handle(), static_cast<uint32_t>(handles.size()), handles.data(),
                         images, context.specializationMode(), bundle.out()),
        "Creating a kernel bundle", errc::kernel_not_supported);
  return bundle;
}

ursa::client::ImagesHandle shared(const ursa::client::ImagesHandle &images) {
  if (!images.get())
    return {};
  check(ursaImagesRetain(images.get()), "Keeping the device images of a library");
  return ursa::client::ImagesHandle(images.get());
}

std::vector<std::shared_ptr<DeviceImpl>> implsOf(const std::vector<device> &devices) {
  std::vector<std::shared_ptr<DeviceImpl>> all;
  for (const device &each : devices)
    if (std::find(all.begin(), all.end(), implOf(each)) == all.end())
      all.push_back(implOf(each));
  return all;
}

/// The devices of a new bundle. Throws errc::invalid if there are none, or if one is not in the
/// context.
std::vector<std::shared_ptr<DeviceImpl>> devicesOfBundle(const ContextImpl &context,
                                                         const std::vector<device> &devices) {
  auto impls = implsOf(devices);
  if (impls.empty())
    fail(errc::invalid, "A kernel bundle needs at least one device; none was given.");
  for (const auto &device : impls)
    if (std::find(context.devices().begin(), context.devices().end(), device) ==
        context.devices().end())
      fail(errc::invalid,
           "The device '" + device->entry().name + "' is not in the context of the kernel bundle.");
  return impls;
}

} // namespace

// ---- parts

BundlePart::BundlePart(const ContextImpl &context,
                       const std::vector<std::shared_ptr<DeviceImpl>> &devices, uint64_t library,
                       ursa::client::ImagesHandle images, const std::set<std::string> *kernels)
    : library_(library), imageSet_(std::move(images)),
      handle_(createBundleFor(context, devices, imageSet_.get())) {
  describeImages(devices, kernels);
}

BundlePart::BundlePart(const ContextImpl &context,
                       const std::vector<std::shared_ptr<DeviceImpl>> &devices,
                       const BundlePart &other)
    : BundlePart(context, devices, other.library_, shared(other.imageSet_), &other.kernels_) {
  SpecializationValues values;
  {
    const std::lock_guard lock(other.mutex_);
    values = other.values_;
  }
  for (const auto &[id, value] : values)
    set(id.c_str(), value.data(), value.size());
}

void BundlePart::describeImages(const std::vector<std::shared_ptr<DeviceImpl>> &devices,
                                const std::set<std::string> *kernels) {
  for (const auto &device : devices) {
    ursa_bundle_image_info_t info;
    for (uint32_t i = 0;
         ursaBundleGetImageInfo(handle_.get(), device->handle(), i, &info) == UR_RESULT_SUCCESS;
         ++i) {
      auto image = std::make_shared<BundleImage>();
      image->device = device.get();
      image->mode = info.mode;
      image->constants = linesOf(info.constants);
      for (const std::string &name : linesOf(info.kernels))
        if ((!kernels || kernels->count(name)) &&
            lackingRequirement(handle_.get(), *device, name.c_str()).empty()) {
          image->kernels.insert(name);
          kernels_.insert(name);
        }
      if (!image->kernels.empty())
        images_.push_back(std::move(image));
    }
  }
}

bool BundlePart::hasKernel(const std::string &name, const DeviceImpl *device) const {
  return std::any_of(images_.begin(), images_.end(), [&](const auto &image) {
    return (!device || image->device == device) && image->kernels.count(name);
  });
}

bool BundlePart::hasConstant(const std::string &id) const {
  return std::any_of(images_.begin(), images_.end(),
                     [&](const auto &image) { return image->constants.count(id); });
}

size_t BundlePart::sizeOf(const char *id) const {
  size_t size = 0;
  const ur_result_t result =
      ursaBundleGetSpecializationConstant(handle_.get(), id, 0, nullptr, &size);
  return result == UR_RESULT_SUCCESS ? size : 0;
}

void BundlePart::set(const char *id, const void *value, size_t size) {
  const std::lock_guard lock(mutex_);
  check(ursaBundleSetSpecializationConstant(handle_.get(), id, size, value),
        std::string("Setting the specialization constant '") + id + "'", errc::invalid);
  const auto *bytes = static_cast<const std::byte *>(value);
  values_[id].assign(bytes, bytes + size);
}

bool BundlePart::get(const char *id, void *value, size_t size) const {
  return ursaBundleGetSpecializationConstant(handle_.get(), id, size, value, nullptr) ==
         UR_RESULT_SUCCESS;
}

void BundlePart::build() {
  if (kernels_.empty())
    return;
  std::string options = "--ursa-kernels=";
  for (const std::string &name : kernels_)
    options += (&name == &*kernels_.begin() ? "" : ",") + name;
  const std::lock_guard lock(mutex_);
  check(ursaBundleBuild(handle_.get(), options.c_str()), "Building a kernel bundle", errc::build);
}

std::shared_ptr<const BuiltKernel>
BundlePart::kernel(ContextImpl &context, const DeviceImpl &device, const std::string &name) {
  const std::lock_guard lock(mutex_);
  std::shared_ptr<const BuiltKernel> &kernel = built_[{&device, name}];
  if (!kernel)
    kernel = describeKernel(context, handle_.get(), device, {library_, name});
  return kernel;
}

// ---- bundles

BundlePart *KernelBundleImpl::partOf(const KernelKey &kernel, const DeviceImpl *device) const {
  for (const auto &part : parts_)
    if ((kernel.library == kAnyLibrary || part->library() == kernel.library) &&
        part->hasKernel(kernel.name, device))
      return part.get();
  return nullptr;
}

bool KernelBundleImpl::hasDevice(const DeviceImpl &device) const {
  return std::any_of(devices_.begin(), devices_.end(),
                     [&](const auto &each) { return each.get() == &device; });
}

std::shared_ptr<const BuiltKernel> KernelBundleImpl::kernel(const DeviceImpl &device,
                                                            const KernelKey &key) const {
  if (BundlePart *part = partOf(key, &device))
    return part->kernel(*context_, device, key.name);
  fail(errc::kernel_not_supported, "The kernel bundle has no kernel '" + key.name +
                                       "' for device '" + device.entry().name + "'.");
}

namespace {

using Parts = std::vector<std::shared_ptr<BundlePart>>;

/// Parts with the kernels of all libraries, but libraries whose images are not for these devices.
/// Throws errc::kernel_not_supported if none is.
Parts partsOfAll(const ContextImpl &context,
                 const std::vector<std::shared_ptr<DeviceImpl>> &devices) {
  Parts parts;
  std::exception_ptr refused;
  for (const uint64_t library : librariesWithImages())
    try {
      parts.push_back(
          std::make_shared<BundlePart>(context, devices, library, imagesOf(library), nullptr));
    } catch (const exception &error) {
      if (error.code() != errc::kernel_not_supported)
        throw;
      refused = refused ? refused : std::current_exception();
    }
  if (parts.empty() && refused)
    std::rethrow_exception(refused);
  if (parts.empty()) // says that there are no images
    parts.push_back(std::make_shared<BundlePart>(context, devices, kAnyLibrary,
                                                 imagesOf(kAnyLibrary), nullptr));
  return parts;
}

/// Parts with kernels, one for each of their libraries. Throws errc::invalid if one is missing.
Parts partsOf(const ContextImpl &context, const std::vector<std::shared_ptr<DeviceImpl>> &devices,
              const std::vector<kernel_id> &ids) {
  std::map<uint64_t, std::set<std::string>> names; // by library
  for (const kernel_id &id : ids)
    names[implOf(id)->library].insert(implOf(id)->name);
  Parts parts;
  for (const auto &[library, ofLibrary] : names) {
    ursa::client::ImagesHandle images;
    if (library != kAnyLibrary)
      images = imagesOf(library);
    const auto &part = parts.emplace_back(
        std::make_shared<BundlePart>(context, devices, library, std::move(images), &ofLibrary));
    for (const std::string &name : ofLibrary)
      if (!part->hasKernel(name, nullptr))
        fail(errc::invalid, "The program has no kernel '" + name + "' for the devices.");
  }
  return parts;
}

} // namespace

std::shared_ptr<KernelBundleImpl> getBundle(const context &context,
                                            const std::vector<device> &devices,
                                            const std::vector<kernel_id> *ids, bundle_state state) {
  const std::shared_ptr<ContextImpl> &contextImpl = implOf(context);
  const auto impls = devicesOfBundle(*contextImpl, devices);
  auto bundle = std::make_shared<KernelBundleImpl>(contextImpl, impls, state);
  bundle->parts() = ids ? partsOf(*contextImpl, impls, *ids) : partsOfAll(*contextImpl, impls);
  if (state == bundle_state::executable)
    for (const auto &part : bundle->parts())
      part->build();
  return bundle;
}

bool hasBundle(const context &context, const std::vector<device> &devices,
               const std::vector<kernel_id> *ids, bundle_state state) {
  const std::shared_ptr<ContextImpl> &contextImpl = implOf(context);
  const auto impls = devicesOfBundle(*contextImpl, devices);
  // Images of every state are made from the same code.
  try {
    KernelBundleImpl all(contextImpl, impls, state);
    all.parts() = partsOfAll(*contextImpl, impls);
    if (!ids)
      return std::any_of(all.parts().begin(), all.parts().end(),
                         [](const auto &part) { return !part->kernels().empty(); });
    return std::all_of(ids->begin(), ids->end(),
                       [&](const kernel_id &id) { return all.partOf(*implOf(id), nullptr); });
  } catch (const exception &error) {
    if (error.code() == errc::kernel_not_supported)
      return false; // no image is for a device
    throw;
  }
}

std::shared_ptr<KernelBundleImpl>
convertBundles(const std::vector<std::shared_ptr<KernelBundleImpl>> &bundles,
               const std::vector<device> &devices, bundle_state state) {
  const auto impls = implsOf(devices);
  if (bundles.empty() || impls.empty())
    fail(errc::invalid, bundles.empty() ? "There are no kernel bundles to link."
                                        : "A kernel bundle needs at least one device.");
  for (const auto &bundle : bundles) {
    if (bundle->context() != bundles.front()->context())
      fail(errc::invalid, "The kernel bundles are of different contexts.");
    for (const auto &device : impls)
      if (!bundle->hasDevice(*device))
        fail(errc::invalid,
             "The device '" + device->entry().name + "' is not in the kernel bundle.");
  }
  const std::shared_ptr<ContextImpl> &context = bundles.front()->context();
  auto converted = std::make_shared<KernelBundleImpl>(context, impls, state);
  for (const auto &bundle : bundles)
    for (const auto &part : bundle->parts()) {
      auto next = std::make_shared<BundlePart>(*context, impls, *part);
      if (state == bundle_state::executable)
        next->build();
      converted->parts().push_back(std::move(next));
    }
  return converted;
}

std::shared_ptr<KernelBundleImpl>
joinBundles(const std::vector<std::shared_ptr<KernelBundleImpl>> &bundles, bundle_state state) {
  if (bundles.empty()) // an empty bundle needs a context, too
    return std::make_shared<KernelBundleImpl>(
        implOf(device())->platform().defaultContext(),
        std::vector<std::shared_ptr<DeviceImpl>>{implOf(device())}, state);
  std::vector<std::shared_ptr<DeviceImpl>> devices = bundles.front()->devices();
  for (const auto &bundle : bundles) {
    if (bundle->context() != bundles.front()->context())
      fail(errc::invalid, "The kernel bundles to join are of different contexts.");
    const auto same = [&](const auto &device) { return bundle->hasDevice(*device); };
    if (bundle->devices().size() != devices.size() ||
        !std::all_of(devices.begin(), devices.end(), same))
      fail(errc::invalid, "The kernel bundles to join are for different devices.");
  }
  auto joined =
      std::make_shared<KernelBundleImpl>(bundles.front()->context(), std::move(devices), state);
  auto &parts = joined->parts();
  for (const auto &bundle : bundles)
    for (const auto &part : bundle->parts())
      if (std::find(parts.begin(), parts.end(), part) == parts.end())
        parts.push_back(part);
  return joined;
}

// ---- AnyKernelBundle

namespace {

/// The parts with a constant of the library that has an address; all parts if none is.
Parts ownParts(KernelBundleImpl &bundle, const char *id, const void *here) {
  const uint64_t library = libraryOf(here);
  Parts own;
  for (const auto &part : bundle.parts())
    if (part->library() == library && part->hasConstant(id))
      own.push_back(part);
  return own.empty() ? bundle.parts() : own;
}

std::vector<kernel_id> idsOf(const std::set<KernelKey> &keys) {
  std::vector<kernel_id> ids;
  ids.reserve(keys.size());
  for (const KernelKey &key : keys)
    ids.push_back(Builder::make<kernel_id>(std::make_shared<const KernelKey>(key)));
  return ids;
}

} // namespace

bool AnyKernelBundle::empty() const noexcept { return images().empty(); }
context AnyKernelBundle::get_context() const noexcept {
  return Access::make<context>(impl_->context());
}
std::vector<device> AnyKernelBundle::get_devices() const noexcept {
  std::vector<device> all;
  for (const auto &each : impl_->devices())
    all.push_back(Access::make<device>(each));
  return all;
}
backend AnyKernelBundle::get_backend() const noexcept {
  return impl_->context()->platform().backend();
}
std::vector<kernel_id> AnyKernelBundle::get_kernel_ids() const {
  std::set<KernelKey> keys;
  for (const auto &part : impl_->parts())
    for (const std::string &name : part->kernels())
      keys.insert({part->library(), name});
  return idsOf(keys);
}
bool AnyKernelBundle::has_kernel(const kernel_id &id) const noexcept {
  return impl_->partOf(*implOf(id), nullptr);
}
bool AnyKernelBundle::has_kernel(const kernel_id &id, const device &device) const noexcept {
  return impl_->partOf(*implOf(id), implOf(device).get());
}
bool AnyKernelBundle::contains_specialization_constants() const noexcept {
  for (const auto &part : impl_->parts())
    for (const auto &image : part->images())
      if (!image->constants.empty())
        return true;
  return false;
}
bool AnyKernelBundle::native_specialization_constant() const noexcept {
  bool isNative = false;
  for (const auto &part : impl_->parts())
    for (const auto &image : part->images()) {
      if (image->constants.empty())
        continue;
      if (image->mode == URSA_SPECIALIZATION_MODE_EMULATED)
        return false;
      isNative = true;
    }
  return isNative;
}

kernel AnyKernelBundle::getKernel(const kernel_id &id) const {
  if (!has_kernel(id))
    fail(errc::invalid, std::string("The kernel bundle has no kernel '") + id.get_name() + "'.");
  return Access::make<kernel>(std::make_shared<KernelImpl>(impl_, *implOf(id)));
}
bool AnyKernelBundle::hasConstant(const char *id) const noexcept {
  return std::any_of(impl_->parts().begin(), impl_->parts().end(),
                     [id](const auto &part) { return part->hasConstant(id); });
}
void AnyKernelBundle::setConstant(const char *id, const void *here, const void *value,
                                  size_t size) {
  const Parts own = ownParts(*impl_, id, here);
  for (const auto &part : own)
    part->set(id, value, size);
  // A variable of the program and of a library that it is linked to is the same, so it has one
  // value.
  for (const auto &part : impl_->parts())
    if (part->hasConstant(id) && part->sizeOf(id) == size &&
        std::find(own.begin(), own.end(), part) == own.end())
      part->set(id, value, size);
}
void AnyKernelBundle::getConstant(const char *id, const void *here, void *value, size_t size,
                                  const void *defaultValue) const {
  for (const auto &part : ownParts(*impl_, id, here))
    if (part->get(id, value, size))
      return;
  std::memcpy(value, defaultValue, size);
}
std::vector<std::shared_ptr<ImageImpl>> AnyKernelBundle::images() const {
  std::vector<std::shared_ptr<ImageImpl>> all;
  for (const auto &part : impl_->parts())
    for (const auto &image : part->images())
      all.push_back(std::make_shared<ImageImpl>(part, image));
  return all;
}

const void *identityOf(const ImageImpl &image) noexcept { return &image.image(); }

bool hasKernel(const ImageImpl &image, const kernel_id &id, const device *device) noexcept {
  const KernelKey &key = *implOf(id);
  return (key.library == kAnyLibrary || key.library == image.library()) &&
         image.image().kernels.count(key.name) &&
         (!device || implOf(*device).get() == image.image().device);
}

} // namespace detail

std::vector<kernel_id> get_kernel_ids() {
  std::set<detail::KernelKey> keys;
  for (const auto &platform : detail::Runtime::get().platforms()) {
    const auto context = platform->defaultContext();
    for (const auto &device : platform->devices())
      try {
        for (const auto &part : detail::partsOfAll(*context, {device}))
          for (const std::string &name : part->kernels())
            keys.insert({part->library(), name});
      } catch (const exception &) { // the device has no kernels
      }
  }
  return detail::idsOf(keys);
}

bool is_compatible(const std::vector<kernel_id> &ids, const device &device) {
  if (ids.empty())
    return true;
  const auto &impl = detail::implOf(device);
  try {
    detail::KernelCache &kernels = impl->platform().defaultContext()->kernels();
    return std::all_of(ids.begin(), ids.end(), [&](const kernel_id &id) {
      return kernels.has(*impl, *detail::implOf(id));
    });
  } catch (const exception &) {
    return false;
  }
}

kernel_bundle<bundle_state::executable>
link(const std::vector<kernel_bundle<bundle_state::object>> &bundles,
     const property_list &properties) {
  if (bundles.empty())
    detail::fail(errc::invalid, "There are no kernel bundles to link.");
  std::vector<device> common;
  for (const device &each : bundles.front().get_devices())
    if (std::all_of(bundles.begin(), bundles.end(), [&](const auto &bundle) {
          return detail::implOf(bundle)->hasDevice(*detail::implOf(each));
        }))
      common.push_back(each);
  return link(bundles, common, properties);
}

// ---- kernel

backend kernel::get_backend() const noexcept {
  return impl_->bundle()->context()->platform().backend();
}
context kernel::get_context() const {
  return detail::Access::make<context>(impl_->bundle()->context());
}
kernel_bundle<bundle_state::executable> kernel::get_kernel_bundle() const {
  return detail::Access::make<kernel_bundle<bundle_state::executable>>(impl_->bundle());
}

} // namespace sycl
} // namespace ursa_sycl
