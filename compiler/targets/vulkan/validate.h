// Checks a module by the rules of Vulkan 1.2, and names capabilities.
#pragma once

#include "compiler/targets/vulkan/spirv_module.h"

#include "llvm/Support/Error.h"

namespace ursa::vulkan {

/// Control flow by control_flow.h, all by SPIRV-Tools, but in modules of more than 500 blocks,
/// where that would take too long, all but control flow. Fails with the first sentence.
llvm::Error validate(const Words &words);

/// All by SPIRV-Tools, however long it takes.
llvm::Error validateByTools(const Words &words);

/// SPIR-V's names of @p capabilities, without those that every image requires.
std::vector<std::string> requiredCapabilities(const std::set<spv::Capability> &capabilities);

} // namespace ursa::vulkan
