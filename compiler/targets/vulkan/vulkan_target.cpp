// See vulkan_target.h.
#include "compiler/targets/vulkan/vulkan_target.h"

#include "compiler/targets/vulkan/vulkan_image.h"

using namespace llvm;

namespace ursa::compiler::vulkan {
namespace {

class VulkanTarget final : public targets::Target {
public:
  explicit VulkanTarget(VulkanOptions options) : options_(std::move(options)) {}

  std::string name() const override {
    std::string name = kVulkanTarget;
    if (options_.namesOptions && options_.pipeline.fma == vulkan::FmaMode::Double)
      name += "+fma=double";
    if (options_.namesOptions && options_.writer.relaxedFences)
      name += "+relaxed-fences";
    return name;
  }
  std::string triple() const override { return kVulkanTriple; }
  format::ImageKind kind() const override {
    return format::ImageKind::None;
  } // docs/formats/vulkan-image.md
  const char *extension() const override { return ".vk"; }

  Expected<targets::TargetCode> generateCode(Module &device,
                                             format::ConstantMode mode) const override {
    return compileVulkanImage(device, mode, options_);
  }

private:
  const VulkanOptions options_;
};

/// Returns the options in a name such as "vulkan1.2+fma=double+relaxed-fences".
SmallVector<StringRef, 2> optionsIn(StringRef name) {
  SmallVector<StringRef, 2> options;
  name.split(options, '+');
  options.erase(options.begin());
  return options;
}

bool accepts(StringRef name) {
  return name.split('+').first == kVulkanTarget && !name.ends_with("+") &&
         all_of(optionsIn(name), [](StringRef option) {
           return option == "fma=double" || option == "relaxed-fences";
         });
}

Expected<std::unique_ptr<targets::Target>>
createTarget(StringRef name, const targets::TargetOptions &options,
             const std::vector<std::string> &targetArguments) {
  VulkanOptions vulkan;
  std::vector<std::string> arguments = targetArguments;
  for (StringRef option : optionsIn(name)) {
    vulkan.namesOptions = true;
    arguments.push_back("--" + option.str());
  }
  vulkan.builtinLibrary = options.builtinLibrary;
  vulkan.pipeline.optimize = options.optimize;
  const format::ToggleSet toggles = format::targetToggles(format::kVulkanTarget, options.toggles);
  if (toggles.has(format::Toggle::UseDoubleFma))
    vulkan.pipeline.fma = vulkan::FmaMode::Double;
  vulkan.writer.relaxedFences = toggles.has(format::Toggle::RelaxFences);
  vulkan.pipeline.wideDivisions = !toggles.has(format::Toggle::ExpandWideDivisions);
  for (StringRef argument : arguments) {
    if (argument == "--fma=double")
      vulkan.pipeline.fma = vulkan::FmaMode::Double;
    else if (argument == "--relaxed-fences")
      vulkan.writer.relaxedFences = true;
    else if (argument == "--native-float-atomics")
      vulkan.pipeline.nativeFloatAdd = true;
    else if (argument == "--fast-relaxed-math")
      vulkan.pipeline.fastMath = true;
    else if (argument.consume_front("--skip-pass=")) {
      if (!vulkan::isStep(argument))
        return createStringError("The target 'vulkan1.2' has no pass '" + argument +
                                 "' to skip; it has " + vulkan::stepNames() + ".");
      vulkan.pipeline.skipped.push_back(argument.str());
    } else
      return targets::unknownTargetArgument(
          kVulkanTarget, argument,
          "it has --fma=double, --relaxed-fences, --native-float-atomics, "
          "--fast-relaxed-math and --skip-pass=");
  }
  return std::make_unique<VulkanTarget>(std::move(vulkan));
}

} // namespace

const targets::TargetPlugin kVulkanTargetPlugin = {kVulkanTarget, accepts, createTarget};

} // namespace ursa::compiler::vulkan
