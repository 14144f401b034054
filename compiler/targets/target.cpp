// See target.h.
#include "compiler/targets/target.h"

#include "compiler/targets/host/host_target.h"
#include "compiler/targets/nvptx/nvptx_target.h"
#include "compiler/targets/spirv/spirv_target.h"
#include "compiler/targets/vulkan/vulkan_target.h"

using namespace llvm;

namespace ursa::compiler::targets {
namespace {

constexpr const TargetPlugin *kPlugins[] = {
    &host::kHostTargetPlugin, &host::kHostMachineTargetPlugin, &spirv::kSpirvTargetPlugin,
    &vulkan::kVulkanTargetPlugin, &nvptx::kNvptxTargetPlugin};

} // namespace

Expected<std::unique_ptr<Target>> createTarget(const std::string &name,
                                               const TargetOptions &options,
                                               const std::vector<std::string> &arguments) {
  for (const TargetPlugin *plugin : kPlugins)
    if (plugin->accepts(name))
      return plugin->create(name, options, arguments);
  return createStringError("The target '" + name + "' is not known; " + targetNames() + " are.");
}

std::string targetNames() {
  std::string names;
  for (const TargetPlugin *plugin : kPlugins) {
    if (plugin != kPlugins[0])
      names += plugin == kPlugins[std::size(kPlugins) - 1] ? ", and " : ", ";
    names += plugin->displayName;
  }
  return names;
}

std::string targetHelp() {
  std::string text = "Targets and their options, given by -Xursa-target:\n";
  for (const TargetPlugin *plugin : kPlugins) {
    text += std::string("\n  ") + plugin->displayName + "\n";
    SmallVector<StringRef, 8> lines;
    StringRef(plugin->help).split(lines, '\n', -1, /*KeepEmpty=*/false);
    if (lines.empty())
      text += "    no options\n";
    for (StringRef line : lines)
      text += ("    " + line + "\n").str();
  }
  return text;
}

Error unknownTargetArgument(StringRef target, StringRef argument, StringRef known) {
  return createStringError("The target '" + target + "' does not know the option '" + argument +
                           "'; " + known + ".");
}

} // namespace ursa::compiler::targets
