// Compiles device IR to a SPIR-V image for OpenCL: legalizes the IR, runs LLVM's SPIR-V backend and
// corrects its output (module_cleanup.h).
#pragma once

#include "format/names.h"
#include "format/toggles.h"

#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"

#include <string>

namespace ursa::compiler::spirv {

/// The target's name in a device image.
inline constexpr const char *kSpirvTarget = format::target::kSpirv.data();

struct SpirvOptions {
  /// SPIR-V version: 1.0 to 1.6. Modules that exchange values in sub-groups have 1.3 at least.
  std::string version = "1.2";
  bool optimize = true; ///< optimizes the IR before the backend
  format::ToggleSet toggles = format::targetToggles(format::kSpirvTarget, {});
};

/// Returns SPIR-V for @p device, whose specialization constants must have been lowered, in either
/// mode. Modifies the module. Fails if @p device uses what SPIR-V for OpenCL does not support, or
/// if the result is invalid. Thread-safe; the backend compiles one module at a time. Deterministic.
llvm::Expected<std::string> makeSpirvImage(llvm::Module &device, const SpirvOptions &options);

} // namespace ursa::compiler::spirv
