// The passes from device IR to the Vulkan dialect in their order, and their names for opt.
#pragma once

#include "compiler/targets/vulkan/intrinsics.h"

#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace ursa::vulkan {

struct PipelineOptions {
  FmaMode fma = FmaMode::Native;
  bool fastMath = false;
  bool nativeFloatAdd = false;
  bool optimize = true;
  std::vector<std::string> skipped; ///< names of steps that are left out
};

/// Names of the steps, for messages.
std::string stepNames();
bool isStep(llvm::StringRef name);

/// Defines built-in functions that are not libclc's.
llvm::Error runBuiltinPasses(llvm::Module &module, const PipelineOptions &options);

/// From a module whose functions are all defined to the dialect: kernels without arguments, calls,
/// vectors and pointers, with structured blocks. Fails with the first sentence of a pass.
llvm::Error runLoweringPasses(llvm::Module &module, const PipelineOptions &options);

/// Lets @p builder know the passes of this room by their names.
void registerPasses(llvm::PassBuilder &builder);

} // namespace ursa::vulkan
