// Checks a module by the rules of Vulkan 1.2, and names capabilities.
#pragma once

#include "compiler/targets/vulkan/spirv_module.h"

#include "llvm/Support/Error.h"

namespace ursa::vulkan {

/// Fails with the validator's first sentence.
llvm::Error validate(const Words &words);

/// SPIR-V's names of @p capabilities, without those that every image requires.
std::vector<std::string> requiredCapabilities(const std::set<spv::Capability> &capabilities);

} // namespace ursa::vulkan
