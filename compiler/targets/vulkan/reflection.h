// Serializes the code of an image: its reflection, data segment and SPIR-V modules
// (docs/formats/vulkan-image.md).
#pragma once

#include "compiler/targets/vulkan/kernel_module.h"

#include "llvm/IR/Module.h"

#include <string>

namespace ursa::compiler::vulkan {

/// Metadata with the specialization constants of a module (compiler/passes/spec_constants).
inline constexpr const char *kSpecConstantsMetadata = "sycl.specialization-constants";

/// The prefix of the metadata that the passes record for the image.
inline constexpr llvm::StringLiteral kVulkanMetadata = "ursa.vulkan.";

struct NamedKernel {
  const llvm::Function *kernel;
  KernelModule module;
};

/// Returns the code of an image: reflection, data segment of @p module, SPIR-V of the kernels.
/// Fails if the metadata of the module is malformed.
llvm::Expected<std::string> serializeImage(const llvm::Module &module,
                                           const std::vector<NamedKernel> &kernels);

/// Returns what a kernel requires beyond what every Vulkan device supports, one requirement a line;
/// docs/formats/vulkan-image.md describes them.
std::string requirementsOf(const KernelModule &kernel);

/// Returns all capabilities that the kernels require, one a line.
std::string allCapabilities(const std::vector<NamedKernel> &kernels);

} // namespace ursa::compiler::vulkan
