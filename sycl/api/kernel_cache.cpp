#include "sycl/api/kernel_cache.h"

#include "sycl/api/context_impl.h"
#include "sycl/api/error.h"
#include "sycl/api/kernel_requirements.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <sstream>

inline namespace ursa_sycl {
namespace sycl::detail {

ursa::client::BundleHandle createBundle(const ContextImpl &context, const DeviceImpl &device,
                                        uint64_t library) {
  ursa::client::ImagesHandle images;
  if (library != kAnyLibrary)
    images = imagesOf(library);
  ursa::client::BundleHandle bundle;
  const ur_device_handle_t handle = device.handle();
  check(ursaBundleCreate(context.handle(), 1, &handle, images.get(), context.specializationMode(),
                         bundle.out()),
        "Choosing device images for '" + device.entry().name + "'", errc::kernel_not_supported);
  return bundle;
}

void addConstants(const KernelDescription &description, const void *object,
                  SpecializationValues &values) {
  for (unsigned i = 0; i < description.parameterCount; ++i) {
    const KernelParameter &each = description.parameters[i];
    if (each.kind != KernelParameterKind::Specialized)
      break; // they are the first ones
    const auto *bytes = static_cast<const std::byte *>(object) + each.offset;
    values[std::string(description.name) + "." + std::to_string(each.offset)].assign(
        bytes, bytes + each.size);
  }
}

namespace {

std::string doing(const char *what, const DeviceImpl &device, const char *name) {
  return std::string(what) + " the kernel '" + name + "' for '" + device.entry().name + "'";
}

} // namespace

namespace {

// Launches take the arguments for device_globals to be the last ones.
void addDeviceGlobals(BuiltKernel &kernel, ContextImpl &context, const DeviceImpl &device,
                      uint64_t library, const std::vector<std::string> &globals) {
  const auto isGlobal = [](const ursa_kernel_arg_info_t &argument) {
    return argument.kind == URSA_KERNEL_ARG_KIND_DEVICE_GLOBAL;
  };
  const auto first = std::find_if(kernel.arguments.begin(), kernel.arguments.end(), isGlobal);
  if (static_cast<size_t>(kernel.arguments.end() - first) != globals.size() ||
      !std::all_of(first, kernel.arguments.end(), isGlobal))
    fail(errc::invalid, "The image of the kernel '" + kernel.name +
                            "' has arguments behind those for its device_globals.");
  for (const std::string &global : globals) {
    const bool isBarrier = global == rootBarrier().name;
    kernel.hasRootBarrier = kernel.hasRootBarrier || isBarrier;
    kernel.deviceGlobals.push_back(context.globals().on(
        device, isBarrier ? rootBarrier() : *DeviceGlobals::ofProcess().named(library, global)));
  }
}

} // namespace

std::shared_ptr<const BuiltKernel> describeKernel(ContextImpl &context, ursa_bundle_handle_t bundle,
                                                  const DeviceImpl &device, const KernelKey &key) {
  const char *const name = key.name.c_str();
  auto kernel = std::make_shared<BuiltKernel>();
  kernel->name = name;
  uint32_t count = 0;
  check(ursaBundleGetKernelArgs(bundle, device.handle(), name, 0, nullptr, &count),
        doing("Finding", device, name), errc::kernel_not_supported);
  kernel->arguments.resize(count);
  check(ursaBundleGetKernelArgs(bundle, device.handle(), name, count, kernel->arguments.data(),
                                nullptr),
        doing("Describing", device, name));
  kernel->workGroupSize = requiredWorkGroupSize(bundle, device, name);
  kernel->subGroupSize = requiredSubGroupSize(bundle, device, name);
  addDeviceGlobals(*kernel, context, device, key.library, deviceGlobalsOf(bundle, device, name));
  check(ursaBundleGetKernel(bundle, device.handle(), name, kernel->handle.out()),
        doing("Creating", device, name), errc::kernel);
  return kernel;
}

std::shared_ptr<const BuiltKernel> buildKernel(ContextImpl &context, ursa_bundle_handle_t bundle,
                                               const DeviceImpl &device, const KernelKey &key) {
  const char *const name = key.name.c_str();
  checkRequirements(bundle, device, name);
  check(ursaBundleBuild(bundle, (std::string("--ursa-kernels=") + name).c_str()),
        doing("Building", device, name), errc::build);
  return describeKernel(context, bundle, device, key);
}

/// Values that were set stay set, so that ids that are not set again get their defaults back.
struct KernelCache::Specialized {
  ursa::client::BundleHandle bundle;
  SpecializationValues set;

  void setValues(const SpecializationValues &values, ursa_bundle_handle_t defaults) {
    for (auto &[id, value] : set)
      if (!values.count(id)) {
        // An id that no image has keeps its value, which nothing reads.
        if (ursaBundleGetSpecializationConstant(defaults, id.c_str(), value.size(), value.data(),
                                                nullptr) == UR_RESULT_SUCCESS)
          apply(id, value);
      }
    for (const auto &[id, value] : values) {
      const auto known = set.find(id);
      if (known != set.end() && known->second == value)
        continue;
      apply(id, value);
      set[id] = value;
    }
  }

private:
  void apply(const std::string &id, const std::vector<std::byte> &value) {
    check(ursaBundleSetSpecializationConstant(bundle.get(), id.c_str(), value.size(), value.data()),
          "Setting the specialization constant '" + id + "'", errc::invalid);
  }
};

namespace {

/// A kernel that this thread found lately. Its cache may be gone.
struct Recent {
  uint64_t cache = 0;
  const DeviceImpl *device = nullptr;
  const char *name = nullptr;
  uint64_t libraryChanges = 0; ///< another library may have been loaded to the same address
  const BuiltKernel *kernel = nullptr;
};

constexpr size_t kRecentKernels = 64;
constexpr size_t kMostPreparedKernels = 64;

Recent &recentFor(const char *name) {
  static thread_local std::array<Recent, kRecentKernels> recent;
  const auto address = reinterpret_cast<uintptr_t>(name);
  return recent[(address ^ (address >> 6U)) % kRecentKernels];
}

bool hasKernel(ursa_bundle_handle_t bundle, const DeviceImpl &device, const char *name) {
  return bundle && ursaBundleGetKernelArgs(bundle, device.handle(), name, 0, nullptr, nullptr) ==
                       UR_RESULT_SUCCESS;
}

uint64_t nextNumber() {
  static std::atomic<uint64_t> last{0};
  return ++last;
}

} // namespace

KernelCache::KernelCache(ContextImpl &context) : context_(context), number_(nextNumber()) {}
KernelCache::~KernelCache() = default;

const BuiltKernel &KernelCache::find(const DeviceImpl &device,
                                     const KernelDescription &description) {
  const char *const name = description.name;
  Recent &recent = recentFor(name);
  const uint64_t changes = changes_.count();
  if (recent.name == name && recent.libraryChanges == changes && recent.cache == number_ &&
      recent.device == &device) [[likely]]
    return *recent.kernel;
  const BuiltKernel &kernel = findOrBuild(device, kernelOf(name, &description));
  recent = {number_, &device, name, changes, &kernel};
  return kernel;
}

const BuiltKernel &KernelCache::findOrBuild(const DeviceImpl &device, const KernelKey &key) {
  if (const BuiltKernel *known = lookUp(device, key))
    return *known;
  const std::lock_guard building(building_);
  if (const BuiltKernel *known = lookUp(device, key))
    return *known;
  auto built = buildKernel(context_, bundleWith(device, key), device, key);
  const std::lock_guard lock(mutex_);
  return *kernels_.emplace(std::pair(&device, key), std::move(built)).first->second;
}

void KernelCache::prepare(const DeviceImpl &device) {
  const std::lock_guard building(building_);
  if (!prepared_.insert(&device).second)
    return;
  const std::vector<uint64_t> libraries = librariesWithImages();
  if (libraries.size() != 1)
    return;
  try {
    buildOnlyImage(device, libraries.front());
  } catch (const sycl::exception &) { // the launch says what is wrong with its kernel
  }
}

// Needs building_.
void KernelCache::buildOnlyImage(const DeviceImpl &device, uint64_t library) {
  ursa::client::BundleHandle bundle = createBundle(context_, device, library);
  ursa_bundle_image_info_t image, second;
  if (ursaBundleGetImageInfo(bundle.get(), device.handle(), 0, &image) != UR_RESULT_SUCCESS ||
      *image.constants ||
      ursaBundleGetImageInfo(bundle.get(), device.handle(), 1, &second) == UR_RESULT_SUCCESS)
    return;
  check(ursaBundleBuild(bundle.get(), nullptr), "Building an image");
  std::istringstream names(image.kernels);
  size_t count = 0;
  for (std::string name; count < kMostPreparedKernels && std::getline(names, name); ++count) {
    if (!lackingRequirement(bundle.get(), device, name.c_str()).empty())
      continue;
    const KernelKey key{library, name};
    auto kernel = describeKernel(context_, bundle.get(), device, key);
    const std::lock_guard lock(mutex_);
    kernels_.emplace(std::pair(&device, key), std::move(kernel));
  }
  defaults_[{&device, library}] = std::move(bundle);
}

const BuiltKernel *KernelCache::lookUp(const DeviceImpl &device, const KernelKey &key) const {
  const std::lock_guard lock(mutex_);
  const auto found = kernels_.find({&device, key});
  return found == kernels_.end() ? nullptr : found->second.get();
}

std::shared_ptr<const BuiltKernel> KernelCache::find(const DeviceImpl &device,
                                                     const KernelDescription &description,
                                                     const SpecializationValues &values) {
  const KernelKey key = kernelOf(description.name, &description);
  const std::lock_guard building(building_);
  const ursa_bundle_handle_t defaults = bundleWith(device, key);
  std::unique_ptr<Specialized> &specialized = specialized_[{&device, key.library}];
  if (!specialized) {
    auto created = std::make_unique<Specialized>();
    created->bundle = createBundle(context_, device, key.library);
    specialized = std::move(created);
  }
  specialized->setValues(values, defaults);
  return buildKernel(context_, specialized->bundle.get(), device, key);
}

bool KernelCache::has(const DeviceImpl &device, const KernelKey &key) {
  const char *const name = key.name.c_str();
  const std::lock_guard lock(choosing_);
  ursa::client::BundleHandle &bundle = chosen_[{&device, key.library}];
  if (!hasKernel(bundle.get(), device, name)) // images may have been registered since
    bundle = createBundle(context_, device, key.library);
  return hasKernel(bundle.get(), device, name) &&
         lackingRequirement(bundle.get(), device, name).empty();
}

// Returns the bundle of a device and a library that has a kernel. Images may have been registered
// since the bundle was created.
ursa_bundle_handle_t KernelCache::bundleWith(const DeviceImpl &device, const KernelKey &key) {
  const BundleKey of{&device, key.library};
  ursa::client::BundleHandle &bundle = defaults_[of];
  if (hasKernel(bundle.get(), device, key.name.c_str()))
    return bundle.get();
  bundle = createBundle(context_, device, key.library);
  specialized_.erase(of);
  return bundle.get();
}

} // namespace sycl::detail
} // namespace ursa_sycl
