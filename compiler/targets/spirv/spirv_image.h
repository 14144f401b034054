// Makes the code of a SPIR-V image of device IR, by LLVM's SPIR-V backend and what puts its output
// right (spirv_words.h).
#pragma once

#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"

#include <string>

namespace ursa {

/// The target's name in a device image.
inline constexpr const char *kSpirvTarget = "spirv64";

struct SpirvOptions {
  std::string version = "1.2"; ///< of SPIR-V: 1.0 to 1.6
  bool optimize = true;        ///< inline and clean up before
};

/// SPIR-V of @p device, whose constants the passes have lowered in either mode. Changes the module.
/// Fails with a sentence when a function is not defined, or when what comes out is not valid.
/// Thread safe; one module at a time goes through the backend. The same module gives the same
/// bytes.
llvm::Expected<std::string> makeSpirvImage(llvm::Module &device, const SpirvOptions &options);

} // namespace ursa
