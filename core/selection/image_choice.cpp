#include "core/selection/image_choice.h"

#include "core/dispatch/adapter_calls.h"
#include "core/selection/decision.h"
#include "core/selection/device_queries.h"
#include "core/selection/kernel_description.h"
#include "format/code.h"
#include "format/left_out_kernels.h"
#include "format/names.h"
#include "spirv/module.h"

#include <algorithm>
#include <cassert>
#include <cctype>
#include <cstring>
#include <optional>
#include <unordered_map>

namespace ursa::core::selection {
namespace {

using specialization::SpecLayout;

/// An error names no further reasons when it is longer than this.
constexpr size_t kMostReasonBytes = 16 << 10;

// The images of one program: the same kernels for different targets and modes.
struct Group {
  struct Member {
    std::shared_ptr<const format::ImageSet> set;
    const format::DeviceImage *image;
    bool forDevice;   ///< the device accepts the target
    bool acceptsForm; ///< the device also accepts the code's form
    std::string lacking =
        {}; ///< messages why it can run none of the kernels; empty if it can run one

    bool fits() const { return forDevice && acceptsForm && lacking.empty(); }
  };
  std::vector<Member> members;

  using Mode = format::ConstantMode;

  /// Returns the first image of a mode, whether it fits the device or not.
  const Member *first(Mode mode) const {
    const auto found = std::find_if(members.begin(), members.end(), [=](const Member &m) {
      return m.image->constantMode() == mode;
    });
    return found == members.end() ? nullptr : &*found;
  }

  /// Returns the device's preferred image of a mode; null if none fits.
  const Member *best(Mode mode, ur_device_handle_t device) const {
    std::vector<const Member *> fitting;
    std::vector<std::string> targets;
    for (const Member &member : members)
      if (member.fits() && member.image->constantMode() == mode) {
        fitting.push_back(&member);
        targets.push_back(member.image->baseTarget);
      }
    return fitting.empty() ? nullptr : fitting[preferredTarget(device, targets)];
  }

  /// Returns whether the adapter has rejected all targets, so that it has a reason to report.
  bool wasRefused() const {
    return std::none_of(members.begin(), members.end(),
                        [](const Member &member) { return member.forDevice; });
  }

  /// Returns whether no image of the group fits the device.
  bool hasNoImageForDevice() const {
    return std::none_of(members.begin(), members.end(),
                        [](const Member &member) { return member.fits(); });
  }
};

// Matches images with a device. Caches the device's answers.
class ImageMatcher {
public:
  explicit ImageMatcher(ur_device_handle_t device) : device_(device) {}

  bool accepts(const std::string &target) {
    const auto known = accepted_.find(target);
    if (known != accepted_.end())
      return known->second;
    return accepted_.emplace(target, deviceAccepts(device_, target)).first->second;
  }

  /// Returns messages why the device can run none of the image's kernels; empty if it can run one.
  std::string missingRequirementsOf(const format::DeviceImage &image) {
    const format::PropertySet *requirements = image.findSet(format::kKernelRequirements);
    if (!requirements)
      return "";
    std::unordered_map<std::string_view, const format::Property *> linesOf; // by kernel
    for (const format::Property &property : requirements->properties)
      linesOf.emplace(property.name, &property);
    auto &lacking = lacking_[image.baseTarget];
    std::string sentences;
    for (const std::string &kernel : image.kernels) {
      const auto lines = linesOf.find(kernel);
      if (lines == linesOf.end())
        return "";

      const std::string text(lines->second->text());
      auto known = lacking.find(text);
      if (known == lacking.end())
        known = lacking.emplace(text, missingRequirements(device_, image.baseTarget, kernel, text))
                    .first;
      if (known->second.empty())
        return "";
      if (sentences.size() >= kMostReasonBytes)
        continue;
      if (const std::string sentence =
              known->second + (namesFeature(text) ? usesOf(image, kernel) : "");
          sentences.find(sentence) == sentences.npos)
        sentences += sentence;
    }
    return sentences;
  }

  /// Whether requirements are more than sizes: the names of features begin with a capital letter.
  static bool namesFeature(std::string_view lines) {
    for (size_t begin = 0; begin < lines.size();) {
      if (std::isupper(static_cast<unsigned char>(lines[begin])))
        return true;
      begin = std::min(lines.find('\n', begin), lines.size() - 1) + 1;
    }
    return false;
  }

  /// Returns a sentence that names what in a kernel uses optional features; empty if nothing does.
  static std::string usesOf(const format::DeviceImage &image, const std::string &kernel) {
    const auto bytes = describeRequirement(image, kernel, URSA_KERNEL_REQUIREMENT_ASPECT_USES);
    if (!bytes) // images of other compilers do not tell
      return "";
    std::string list;
    const std::string_view texts(reinterpret_cast<const char *>((*bytes).data()), (*bytes).size());
    for (size_t begin = 0, end = 0; (end = texts.find('\0', begin)) != texts.npos; begin = end + 1)
      if (end > begin)
        list.append(list.empty() ? "" : ", ").append(texts.substr(begin, end - begin));
    return list.empty() ? "" : " It uses " + list + ".";
  }

  bool takes(std::span<const std::byte> code) {
    if (!format::isSpirv(format::codeOf(code)))
      return true;
    if (!takesSpirv_)
      takesSpirv_ = deviceTakesSpirv(device_);
    return *takesSpirv_;
  }

private:
  ur_device_handle_t device_;
  std::optional<bool> takesSpirv_;
  std::unordered_map<std::string, bool> accepted_; // by target
  std::unordered_map<std::string, std::unordered_map<std::string, std::string>>
      lacking_; // by target and requirements
};

std::vector<Group>
groupByKernels(ur_device_handle_t device,
               const std::vector<std::shared_ptr<const format::ImageSet>> &sets) {
  std::vector<Group> groups;
  std::unordered_map<std::string_view, size_t> known; // by kernels
  ImageMatcher fitting(device);
  for (const auto &set : sets)
    for (const format::DeviceImage &image : set->images()) {
      const auto [group, isNew] = known.emplace(image.kernelList, groups.size());
      const bool isForDevice = fitting.accepts(image.baseTarget);
      Group::Member member{set, &image, isForDevice, isForDevice && fitting.takes(image.code)};
      if (member.fits())
        member.lacking = fitting.missingRequirementsOf(image);
      (isNew ? groups.emplace_back() : groups[group->second]).members.push_back(std::move(member));
    }
  return groups;
}

std::string targetsOf(const Group &group) {
  std::string targets;
  for (const Group::Member &member : group.members) {
    targets += (targets.empty() ? "'" : ", '") + member.image->target + "'";
    if (member.forDevice && !member.acceptsForm)
      targets += " (SPIR-V, which the device does not take)";
  }
  return targets;
}

Result<std::shared_ptr<const ImageBinding>> bindGroup(ur_context_handle_t context,
                                                      ur_device_handle_t device, const Group &group,
                                                      ursa_specialization_mode_t mode) {
  const Group::Member *native = group.best(Group::Mode::Native, device);
  const Group::Member *emulated = group.best(Group::Mode::Emulated, device);
  // Numeric ids are the same for every device, so an image that does not run here can provide them.
  const Group::Member *layoutSource = native ? native : group.first(Group::Mode::Native);
  // If no image with constants fits the device, the constants keep their folded defaults.
  if (!native && !emulated) {
    native = group.best(Group::Mode::Folded, device);
    if (native)
      layoutSource = native;
  }
  SpecLayout nativeLayout, emulatedLayout;
  if (layoutSource) {
    URSA_TRY(nativeLayout, SpecLayout::fromImage(*layoutSource->image));
  }
  if (emulated) {
    URSA_TRY(emulatedLayout, SpecLayout::fromImage(*emulated->image));
  }
  DecisionFacts facts;
  facts.deviceSpecializes = native && deviceSpecializesPrograms(device);
  facts.nativeFits = native != nullptr;
  facts.emulatedFits = emulated != nullptr;
  facts.hasConstants = !nativeLayout.empty() || !emulatedLayout.empty();
  facts.device = deviceName(device);
  facts.targets = targetsOf(group);
  const Result<ursa_specialization_mode_t> decision = decideMode(facts, mode);
  if (!decision) {
    Error error = decision.error();
    for (const Group::Member &member : group.members)
      if (error.message.size() < kMostReasonBytes &&
          error.message.find(member.lacking) == error.message.npos)
        error.message += member.lacking;
    return group.wasRefused() && !native && !emulated ? withAdapterReason(std::move(error), device)
                                                      : error;
  }
  const ursa_specialization_mode_t decided = *decision;

  const auto bind = [&](const Group::Member &member, ursa_specialization_mode_t memberMode,
                        SpecLayout layout) {
    auto binding = std::make_shared<ImageBinding>();
    binding->context = context;
    binding->device = device;
    binding->images = member.set;
    binding->image = member.image;
    binding->mode = memberMode;
    binding->layout = std::move(layout);
    return binding;
  };
  const bool isTiered = decided == URSA_SPECIALIZATION_MODE_TIERED;
  const bool useEmulated = decided == URSA_SPECIALIZATION_MODE_EMULATED || isTiered ||
                           (decided == URSA_SPECIALIZATION_MODE_NONE && !native);
  assert(useEmulated ? emulated : native); // decideMode rejects a mode for which no image exists
  if (!useEmulated)
    return std::shared_ptr<const ImageBinding>(bind(*native, decided, std::move(nativeLayout)));
  if (!nativeLayout.empty())
    emulatedLayout.adoptLeaves(nativeLayout);
  auto binding = bind(*emulated, decided, std::move(emulatedLayout));
  if (isTiered)
    binding->native = bind(*native, URSA_SPECIALIZATION_MODE_NATIVE, std::move(nativeLayout));
  return std::shared_ptr<const ImageBinding>(std::move(binding));
}

Result<ur_device_handle_t> firstDevice(ur_context_handle_t context) {
  size_t size = 0;
  URSA_CHECK(dispatch::call<api::Function::urContextGetInfo>(context, UR_CONTEXT_INFO_DEVICES,
                                                             size_t{0}, nullptr, &size));
  std::vector<ur_device_handle_t> devices(size / sizeof(ur_device_handle_t));
  URSA_CHECK(dispatch::call<api::Function::urContextGetInfo>(context, UR_CONTEXT_INFO_DEVICES, size,
                                                             devices.data(), nullptr));
  if (devices.empty())
    return Error{UR_RESULT_ERROR_INVALID_CONTEXT, "The context has no devices."};
  return devices.front();
}

/// Returns a sentence for each target of the device whose images the compiler made without the
/// kernel; empty if there is none.
std::string whyLeftOut(ur_device_handle_t device, const Group &group, const std::string &kernel) {
  std::string sentences;
  for (const Group::Member &member : group.members)
    for (const format::LeftOutKernel &each :
         format::leftOutKernels(member.image->properties, kernel))
      if (deviceAccepts(device, each.target) && sentences.size() < kMostReasonBytes) {
        const std::string sentence =
            fmt::format("The compiler left it out for '{}': {}", each.target, each.reason);
        if (sentences.find(sentence) == sentences.npos)
          sentences.append(sentences.empty() ? "" : " ").append(sentence);
      }
  return sentences;
}

} // namespace

Result<std::vector<std::shared_ptr<const ImageBinding>>>
bindImages(ur_context_handle_t context, ur_device_handle_t device,
           const std::vector<std::shared_ptr<const format::ImageSet>> &images,
           ursa_specialization_mode_t mode, RefusedKernels *refused) {
  std::vector<std::shared_ptr<const ImageBinding>> bindings;
  std::optional<Error> unfit;
  for (const Group &group : groupByKernels(device, images)) {
    auto binding = bindGroup(context, device, group, mode);
    if (binding) {
      bindings.push_back(*std::move(binding));
      continue;
    }
    // Kernels of other images remain usable if no image of this group fits the device.
    if (!group.hasNoImageForDevice())
      return binding.error();
    if (refused)
      for (const std::string &kernel : group.members.front().image->kernels) {
        const std::string reason = whyLeftOut(device, group, kernel);
        refused->try_emplace(kernel, reason.empty() ? binding.error().message : reason);
      }
    if (!unfit)
      unfit = binding.error();
  }
  if (bindings.empty())
    return unfit.value_or(Error{UR_RESULT_ERROR_INVALID_BINARY, "There are no device images."});
  return bindings;
}

Result<std::shared_ptr<const ImageBinding>> bindSpirv(ur_context_handle_t context,
                                                      std::span<const std::byte> code) {
  if (!spirv::mayHaveConstants(code))
    return std::shared_ptr<const ImageBinding>();
  const Result<spirv::Module> module = spirv::Module::parse(code);
  if (!module || (*module).constants().empty())
    return std::shared_ptr<const ImageBinding>();
  URSA_TRY(ur_device_handle_t const device, firstDevice(context));
  if (!deviceSpecializesPrograms(device))
    return std::shared_ptr<const ImageBinding>();
  auto binding = std::make_shared<ImageBinding>();
  binding->context = context;
  binding->device = device;
  binding->images = format::ImageSet::fromSpirv({code.begin(), code.end()});
  binding->image = &binding->images->images().front();
  binding->mode = URSA_SPECIALIZATION_MODE_NATIVE;
  binding->layout = SpecLayout::fromSpirv(*module);
  return std::shared_ptr<const ImageBinding>(std::move(binding));
}

} // namespace ursa::core::selection
