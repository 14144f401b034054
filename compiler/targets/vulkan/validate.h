// Validates a module by the rules of Vulkan 1.2, and names capabilities.
#pragma once

#include "spirv/instructions.h"

#include "llvm/Support/Error.h"

#include <set>
#include <string>

namespace ursa::compiler::vulkan {

/// Checks control flow with control_flow.h, then everything with SPIRV-Tools; in modules of more
/// than 500 blocks without control flow, which would take SPIRV-Tools too long. Fails with the
/// first error.
llvm::Error validate(const ursa::spirv::Words &words);

/// Checks everything with SPIRV-Tools, without a limit of the number of blocks.
llvm::Error validateWithSpirvTools(const ursa::spirv::Words &words);

/// Returns the SPIR-V names of @p capabilities, without those that every image requires.
std::vector<std::string> requiredCapabilities(const std::set<spv::Capability> &capabilities);

} // namespace ursa::compiler::vulkan
