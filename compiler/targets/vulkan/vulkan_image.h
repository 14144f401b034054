// Compiles device IR to the code of a Vulkan image: one SPIR-V module for each kernel, and the
// reflection that an adapter needs (docs/formats/vulkan-image.md).
#pragma once

#include "compiler/targets/target.h"
#include "compiler/targets/vulkan/kernel_module.h"
#include "compiler/targets/vulkan/pipeline.h"
#include "format/names.h"

namespace ursa::compiler::vulkan {

/// The target's name in a device image, and its triple.
inline constexpr const char *kVulkanTarget = format::target::kVulkan.data();
inline constexpr const char *kVulkanTriple = "spirv64-unknown-vulkan1.2";

struct VulkanOptions {
  std::string builtinLibrary; ///< path of libclc's nvptx64 bitcode
  vulkan::PipelineOptions pipeline;
  vulkan::WriterOptions writer;
  bool namesOptions =
      false; ///< whether the options for driver quirks are part of the target's name
};

/// Compiles @p device, whose specialization constants are lowered for @p mode. Changes the module.
/// Fails if a function is undefined or recursive, if the code cannot be expressed in Vulkan's
/// SPIR-V, or if a SPIR-V module is not valid.
llvm::Expected<targets::TargetCode>
compileVulkanImage(llvm::Module &device, format::ConstantMode mode, const VulkanOptions &options);

} // namespace ursa::compiler::vulkan
