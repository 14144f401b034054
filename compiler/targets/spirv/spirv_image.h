// OpenCL SPIR-V of device IR: LLVM's backend, with what it gets wrong kept from it or mended.
//
//   clean                 values instead of local variables
//   takeAggregatesApart   structs and arrays are no values       (leaf_values.h)
//   LLVM's SPIR-V backend
//   mendWords             one constant for each SpecId           (words.h)
//   validate              spirv-val
#pragma once

#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"

#include <memory>
#include <string>

namespace ursa {

/// The target's name in a device image.
inline constexpr const char *kSpirvTarget = "spirv64";
/// The triple of its code. Version 1.2 is what OpenCL 2.2 reads; nothing here needs more.
inline constexpr const char *kSpirvTriple = "spirv64v1.2-unknown-unknown";

/// The words of @p device, which the passes have lowered, as bytes. The module is changed. Fails
/// with a sentence, also when the result is not valid.
llvm::Expected<std::string> makeSpirvImage(std::unique_ptr<llvm::Module> device);

} // namespace ursa
