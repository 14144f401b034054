#include "core/bundles/bundle.h"

#include "core/dispatch/adapter_calls.h"
#include "core/intercepts/state.h"
#include "core/selection/decision.h"
#include "core/selection/device_queries.h"
#include "core/selection/image_choice.h"
#include "core/selection/kernel_description.h"
#include "format/names.h"

#include <algorithm>
#include <cstring>
#include <sstream>

namespace ursa::core::bundles {
namespace {

using api::Function;
using dispatch::call;
using selection::deviceName;
using selection::ImageBinding;
using tiers::ProgramTier;

constexpr size_t kRecentBuilds = specialization::RecentValues::kCapacity;
constexpr size_t kKeptKernels = 32; // of a build

/// The options of a build, with "--ursa-kernels=" separated from the others.
struct BuildOptions {
  std::string forDriver;
  std::string kernelsOption; ///< the option as the caller wrote it
  std::vector<std::string> kernels;

  /// Returns whether the build needs a kernel of the image.
  bool needs(const format::DeviceImage &image) const {
    return kernelsOption.empty() ||
           std::any_of(kernels.begin(), kernels.end(),
                       [&](const std::string &name) { return image.hasKernel(name); });
  }

  /// Returns the options for the adapter. Only Ursa's own compiler, which takes images for
  /// "host-...", knows "--ursa-kernels=".
  std::string forImage(const format::DeviceImage &image) const {
    if (kernelsOption.empty() || !image.baseTarget.starts_with(format::target::kHost))
      return forDriver;
    return forDriver.empty() ? kernelsOption : forDriver + " " + kernelsOption;
  }
};

BuildOptions parseOptions(const std::string &options) {
  constexpr std::string_view kKernels = "--ursa-kernels=";
  if (options.find(kKernels) == std::string::npos)
    return {.forDriver = options, .kernelsOption = {}, .kernels = {}};
  BuildOptions result;
  std::istringstream words(options);
  for (std::string word; words >> word;) {
    if (!word.starts_with(kKernels)) {
      result.forDriver += result.forDriver.empty() ? word : " " + word;
      continue;
    }
    result.kernelsOption = word;
    std::istringstream names(word.substr(kKernels.size()));
    for (std::string name; std::getline(names, name, ',');)
      result.kernels.push_back(name);
  }
  return result;
}

} // namespace

Bundle::KeptKernel::KeptKernel(programs::SharedKernel kernel,
                               std::shared_ptr<intercepts::KernelState> state)
    : kernel_(std::move(kernel)), state_(std::move(state)) {
  intercepts::kernelStates().add(kernel_.get(), state_);
}

Bundle::KeptKernel::~KeptKernel() {
  if (kernel_)
    (void)intercepts::kernelStates().release(kernel_.get());
}

bool Bundle::KeptKernel::isUnused() const {
  return state_->references.load(std::memory_order_acquire) == 1 &&
         !state_->isChanged.load(std::memory_order_relaxed);
}

Result<ur_kernel_handle_t> Bundle::KeptKernel::share() const {
  URSA_CHECK(call<Function::urKernelRetain>(kernel_.get()));
  intercepts::kernelStates().retain(kernel_.get());
  return kernel_.get();
}

Result<std::unique_ptr<Bundle>>
Bundle::create(ur_context_handle_t context, std::span<const ur_device_handle_t> devices,
               const std::vector<std::shared_ptr<const format::ImageSet>> &images,
               ursa_specialization_mode_t mode) {
  URSA_TRY(const ursa_specialization_mode_t requested, selection::requestedMode(mode));
  std::unique_ptr<Bundle> bundle(new Bundle);
  bundle->cache_ = cache::programCacheOf(context);
  for (ur_device_handle_t device : devices) {
    URSA_TRY(auto bindings,
             selection::bindImages(context, device, images, requested, &bundle->refused_[device]));
    for (auto &binding : bindings) {
      for (const specialization::SpecConstant &constant : binding->layout.constants()) {
        const auto begin = binding->layout.defaults().begin() + constant.offset;
        std::vector<std::byte> value(begin, begin + constant.size);
        const auto [known, isNew] = bundle->defaults_.try_emplace(constant.id, value);
        if (!isNew && known->second.size() != value.size())
          return makeError(UR_RESULT_ERROR_INVALID_BINARY,
                           "Specialization constant '{}' is {} bytes in one image and {} in "
                           "another.",
                           constant.id, known->second.size(), value.size());
      }
      Program &program = bundle->programs_.emplace_back();
      program.binding = std::move(binding);
      for (const specialization::SpecConstant &constant : program.binding->layout.constants())
        program.constants += constant.id + '\n';
      if (program.binding->mode == URSA_SPECIALIZATION_MODE_TIERED)
        program.counters = std::make_shared<tiers::TierCounters>();
    }
  }
  URSA_CHECK(call<Function::urContextRetain>(context));
  bundle->context_ = context;
  for (ur_device_handle_t device : devices) {
    URSA_CHECK(call<Function::urDeviceRetain>(device));
    bundle->devices_.push_back(device);
  }
  return bundle;
}

Bundle::~Bundle() {
  for (const Program &program : programs_)
    if (program.last.tier)
      program.last.tier->withdrawBuild(); // kernels that live on request their own
  programs_.clear();
  cache_.reset();
  for (ur_device_handle_t device : devices_)
    (void)dispatch::callAdapter<Function::urDeviceRelease>(device);
  if (context_)
    (void)dispatch::callAdapter<Function::urContextRelease>(context_);
}

Result<void> Bundle::checkDevice(ur_device_handle_t device) const {
  if (std::find(devices_.begin(), devices_.end(), device) == devices_.end())
    return makeError(UR_RESULT_ERROR_INVALID_DEVICE, "Device '{}' is not one of the bundle's {}.",
                     deviceName(device), devices_.size());
  return {};
}

Result<ursa_specialization_mode_t> Bundle::mode(ur_device_handle_t device) const {
  URSA_CHECK(checkDevice(device));
  const std::lock_guard lock(mutex_);
  for (const Program &program : programs_)
    if (program.binding->device == device && program.binding->mode != URSA_SPECIALIZATION_MODE_NONE)
      return program.binding->mode;
  return URSA_SPECIALIZATION_MODE_NONE;
}

Result<void> Bundle::set(const std::string &id, std::span<const std::byte> value) {
  const std::lock_guard lock(mutex_);
  const auto known = defaults_.find(id);
  if (known != defaults_.end() && known->second.size() != value.size())
    return makeError(UR_RESULT_ERROR_INVALID_SIZE,
                     "Specialization constant '{}' is {} bytes; {} were given.", id,
                     known->second.size(), value.size());
  set_.insert_or_assign(id, std::vector<std::byte>(value.begin(), value.end()));
  return {};
}

Result<std::vector<std::byte>> Bundle::get(const std::string &id) const {
  const std::lock_guard lock(mutex_);
  if (const auto set = set_.find(id); set != set_.end())
    return set->second;
  if (const auto known = defaults_.find(id); known != defaults_.end())
    return known->second;
  return makeError(UR_RESULT_ERROR_INVALID_SPEC_ID,
                   "Specialization constant '{}' is in no image of the bundle and was never set.",
                   id);
}

specialization::ValueBlob Bundle::blobFor(const specialization::SpecLayout &layout) const {
  specialization::ValueBlob blob = layout.defaults();
  for (const specialization::SpecConstant &constant : layout.constants())
    if (const auto set = set_.find(constant.id); set != set_.end())
      std::memcpy(blob.data() + constant.offset, set->second.data(), constant.size);
  return blob;
}

// Builds a program in tiered mode. A build for values that were set needs the emulated image only,
// which is the same for all values.
Result<Bundle::Build> Bundle::buildTiered(ProgramTier &tier, const ImageBinding &binding,
                                          specialization::SharedValues values) const {
  cache::SharedProgram native = tier.builtFor(*values);
  if (!native && values->blob == binding.layout.defaults()) {
    native = tier.buildNow(values);
    if (native)
      tier.prepareEmulated();
  }
  if (native) {
    tier.withdrawBuild();
    return Build{std::move(values), std::move(native), true};
  }
  URSA_TRY(cache::SharedProgram emulated, tier.emulatedProgram());
  tier.requestBuild(values);
  return Build{std::move(values), std::move(emulated), false};
}

// Changes nothing of the program but what it keeps to be found again.
Result<Bundle::Built> Bundle::buildOne(Program &program, std::string options) const {
  const ImageBinding &binding = *program.binding;
  Built built;
  URSA_TRY(specialization::SharedValues values,
           program.recentValues.get(binding.context, binding.mode, blobFor(binding.layout)));
  if (binding.mode == URSA_SPECIALIZATION_MODE_TIERED) {
    built.tier = program.last.options == options ? program.last.tier : nullptr;
    if (!built.tier)
      built.tier = ProgramTier::create(program.binding, cache_, options, program.counters);
    URSA_TRY(Build made, buildTiered(*built.tier, binding, std::move(values)));
    built.build = std::make_shared<const Build>(std::move(made));
  } else {
    std::vector<SharedBuild> &recent = program.recent;
    if (program.recentOptions != options) {
      recent.clear();
      program.recentOptions = options;
    }
    const auto same = std::find_if(recent.begin(), recent.end(), [&](const SharedBuild &build) {
      return build->values == values;
    });
    if (same != recent.end()) {
      std::rotate(recent.begin(), same, same + 1);
    } else {
      URSA_TRY(cache::SharedProgram made,
               programs::cachedProgram(*cache_, binding, values->blob, options));
      recent.insert(recent.begin(), std::make_shared<const Build>(
                                        Build{std::move(values), std::move(made), false}));
      recent.resize(std::min(recent.size(), kRecentBuilds));
    }
    built.build = recent.front();
  }
  built.options = std::move(options);
  return built;
}

Result<void> Bundle::build(const std::string &options) {
  const std::lock_guard lock(mutex_);
  const BuildOptions parsed = parseOptions(options);
  std::vector<std::pair<Program *, Built>> all;
  all.reserve(programs_.size());
  for (Program &program : programs_) {
    const format::DeviceImage &image = *program.binding->image;
    if (!parsed.needs(image))
      continue;
    Result<Built> built = buildOne(program, parsed.forImage(image));
    if (!built)
      return std::move(built)
          .context(fmt::format("While building the image for '{}' on device '{}'.", image.target,
                               deviceName(program.binding->device)))
          .error();
    all.emplace_back(&program, std::move(*built));
  }
  for (auto &[program, built] : all)
    program->last = std::move(built);
  return {};
}

// The lock is held.
Result<const Bundle::Program *> Bundle::programOf(ur_device_handle_t device,
                                                  const std::string &name) const {
  if (!device)
    device = devices_.front();
  URSA_CHECK(checkDevice(device));
  const auto program = std::find_if(programs_.begin(), programs_.end(), [&](const Program &p) {
    return p.binding->device == device && p.binding->image->hasKernel(name);
  });
  if (program == programs_.end()) {
    const selection::RefusedKernels &refused = refused_.at(device);
    const auto reason = refused.find(name);
    return makeError(UR_RESULT_ERROR_INVALID_KERNEL_NAME,
                     "No image of the bundle for device '{}' has a kernel '{}'.{}",
                     deviceName(device), name, reason == refused.end() ? "" : " " + reason->second);
  }
  return &*program;
}

Result<std::vector<ursa_kernel_arg_info_t>> Bundle::kernelArgs(ur_device_handle_t device,
                                                               const std::string &name) const {
  const std::lock_guard lock(mutex_);
  URSA_TRY(const Program *program, programOf(device, name));
  return selection::describeArguments(*program->binding->image, name);
}

Result<std::vector<std::byte>>
Bundle::kernelRequirement(ur_device_handle_t device, const std::string &name,
                          ursa_kernel_requirement_t requirement) const {
  const std::lock_guard lock(mutex_);
  URSA_TRY(const Program *program, programOf(device, name));
  return selection::describeRequirement(*program->binding->image, name, requirement);
}

Result<ursa_bundle_image_info_t> Bundle::imageInfo(ur_device_handle_t device,
                                                   uint32_t index) const {
  if (!device)
    device = devices_.front();
  URSA_CHECK(checkDevice(device));
  const std::lock_guard lock(mutex_);
  uint32_t count = 0;
  for (const Program &program : programs_) {
    const ImageBinding &binding = *program.binding;
    if (binding.device == device && count++ == index)
      return ursa_bundle_image_info_t{binding.image->target.c_str(),
                                      binding.image->kernelList.c_str(), program.constants.c_str(),
                                      binding.mode};
  }
  return makeError(UR_RESULT_ERROR_INVALID_VALUE,
                   "There is no image {} for device '{}'; the bundle has {} for it.", index,
                   deviceName(device), count);
}

Result<ur_kernel_handle_t> Bundle::kernel(ur_device_handle_t device, const std::string &name) {
  const std::lock_guard lock(mutex_);
  URSA_TRY(const Program *program, programOf(device, name));
  const SharedBuild &last = program->last.build;
  if (!last)
    return makeError(
        UR_RESULT_ERROR_INVALID_PROGRAM_EXECUTABLE,
        "Kernel '{}' was requested before the bundle was built; call ursaBundleBuild first.", name);
  const Build &build = *last;
  const ImageBinding &binding = *program->binding;
  const ImageBinding &form = build.isNative ? *binding.native : binding;
  const auto kept = std::find_if(build.kernels.begin(), build.kernels.end(),
                                 [&](const KeptKernel &k) { return k.name() == name; });
  if (kept != build.kernels.end() && kept->isUnused())
    return kept->share();
  URSA_TRY(programs::SharedKernel kernel, programs::createKernel(form, build.program.get(), name));
  if (binding.layout.empty()) {
    URSA_CHECK(call<Function::urKernelRetain>(kernel.get()));
    return kernel.get();
  }
  auto state = std::make_shared<intercepts::KernelState>();
  state->binding = program->binding;
  state->cache = cache_;
  state->ownProgram = build.program;
  state->name = name;
  state->options = program->last.options;
  state->bufferIndex = specialization::bufferIndexOf(*form.image, name);
  state->isNative = build.isNative || binding.mode == URSA_SPECIALIZATION_MODE_NATIVE;
  if (specialization::bufferIndexOf(*binding.image, name)) // of the emulated image in tiered mode
    state->tier = program->last.tier;
  state->setFirst(std::make_shared<const intercepts::KernelValues>(
      intercepts::KernelValues{build.values, nullptr, state->bufferIndex}));
  KeptKernel created(std::move(kernel), std::move(state));
  // In tiered mode, a kernel changes when its native form has been built.
  if (binding.mode == URSA_SPECIALIZATION_MODE_TIERED)
    return created.share();
  if (kept != build.kernels.end()) {
    *kept = std::move(created); // the newest is the next one that is released
    return kept->share();
  }
  if (build.kernels.size() == kKeptKernels)
    return created.share();
  build.kernels.push_back(std::move(created));
  return build.kernels.back().share();
}

Result<ursa_tier_report_t> Bundle::tierReport(ur_device_handle_t device) const {
  URSA_CHECK(checkDevice(device));
  ursa_tier_report_t report{};
  const std::lock_guard lock(mutex_);
  for (const Program &program : programs_)
    if (program.binding->device == device && program.counters)
      program.counters->addTo(report);
  return report;
}

void Bundle::finishBuilds() const {
  std::vector<std::shared_ptr<ProgramTier>> tiers;
  {
    const std::lock_guard lock(mutex_);
    for (const Program &program : programs_)
      if (program.last.tier)
        tiers.push_back(program.last.tier);
  }
  for (const std::shared_ptr<ProgramTier> &tier : tiers)
    tier->finish();
}

} // namespace ursa::core::bundles
