// Validates SPIR-V modules by the rules of OpenCL.
#pragma once

#include "spirv/instructions.h"

#include "llvm/Support/Error.h"

namespace ursa::compiler::spirv {

/// Validates @p words for the version in their header: by OpenCL's rules up to 1.2, unless the
/// module requires an extension of OpenCL, else by the universal rules. Fails with the validator's
/// first diagnostic.
llvm::Error validateSpirv(const ursa::spirv::Words &words);

} // namespace ursa::compiler::spirv
