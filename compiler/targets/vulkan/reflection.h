// What an image says about itself, and the bytes in which it says it
// (docs/formats/vulkan-image.md).
#pragma once

#include "compiler/targets/vulkan/kernel_module.h"

#include "llvm/IR/Module.h"

#include <string>

namespace ursa::vulkan {

/// What a module declares of its specialization constants (compiler/passes/spec_constants).
inline constexpr const char *kSpecConstantsMetadata = "sycl.specialization-constants";

/// What the names of the metadata begin with that the passes leave for the image.
inline constexpr llvm::StringLiteral kVulkanMetadata = "ursa.vulkan.";

struct NamedKernel {
  const llvm::Function *kernel;
  KernelModule module;
};

/// The code of an image: reflection, data segment of @p module, modules of the kernels. Fails with
/// a sentence when the module's metadata has another form than the passes give it.
llvm::Expected<std::string> imageBytes(const llvm::Module &module,
                                       const std::vector<NamedKernel> &kernels);

/// What a kernel requires that not every device of Vulkan has, one a line;
/// docs/formats/vulkan-image.md has the forms.
std::string requirementsOf(const KernelModule &kernel);

/// All capabilities that kernels require, one a line.
std::string allCapabilities(const std::vector<NamedKernel> &kernels);

} // namespace ursa::vulkan
