// The pass pipeline from device IR to lowered IR, and the names of its passes for opt.
//
// Lowered IR is what kernel_module.h translates to SPIR-V: kernels without parameters; calls of
// primitives only (primitives.h); scalars, except for vectors that are loaded or stored at once; no
// pointers except those of accesses; structured control flow with declared merge blocks.
#pragma once

#include "compiler/targets/vulkan/intrinsics.h"

#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace ursa::compiler::vulkan {

struct PipelineOptions {
  FmaMode fma = FmaMode::Native;
  bool fastMath = false;
  bool nativeFloatAdd = false;
  bool optimize = true;
  bool wideDivisions = false;       ///< OpUDiv and the like of 64 bits
  std::vector<std::string> skipped; ///< names of steps to skip
};

/// Returns the names of all steps, separated by commas, for messages.
std::string stepNames();
/// Returns whether the pipeline has a step @p name.
bool isStep(llvm::StringRef name);

/// Defines the built-in functions that libclc does not define.
llvm::Error runBuiltinPasses(llvm::Module &module, const PipelineOptions &options);

/// Lowers a module in which all functions are defined. Fails with the first error that a pass
/// reports.
llvm::Error runLoweringPasses(llvm::Module &module, const PipelineOptions &options);

/// Registers the passes of the Vulkan target with @p builder, by their names.
void registerPasses(llvm::PassBuilder &builder);

} // namespace ursa::compiler::vulkan
