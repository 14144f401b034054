// The entry of the Vulkan target in the table of targets (compiler/targets/target.cpp).
#pragma once

#include "compiler/targets/target_plugin.h"

namespace ursa::compiler::vulkan {

extern const targets::TargetPlugin kVulkanTargetPlugin;

} // namespace ursa::compiler::vulkan
