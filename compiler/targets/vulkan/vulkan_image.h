// Makes the code of a Vulkan image of device IR: one SPIR-V module for each kernel, and what an
// adapter has to know about them (docs/formats/vulkan-image.md).
#pragma once

#include "compiler/targets/target.h"
#include "compiler/targets/vulkan/kernel_module.h"
#include "compiler/targets/vulkan/pipeline.h"

namespace ursa {

/// The target's name in a device image, and the triple.
inline constexpr const char *kVulkanTarget = "vulkan1.2";
inline constexpr const char *kVulkanTriple = "spirv64-unknown-vulkan1.2";

struct VulkanOptions {
  std::string builtinLibrary; ///< path of libclc's nvptx64 bitcode
  vulkan::PipelineOptions pipeline;
  vulkan::WriterOptions writer;
  bool isNamed =
      false; ///< the options for drivers that get something wrong are part of the target's name
};

/// Code of @p device, whose constants the passes have lowered in either mode. Changes the module.
/// Fails with a sentence when a function is not defined or calls itself, when something has no form
/// in Vulkan, or when what comes out is not valid.
llvm::Expected<TargetCode> makeVulkanImage(llvm::Module &device, SpecConstantMode mode,
                                           const VulkanOptions &options);

} // namespace ursa
