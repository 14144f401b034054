// Several SPIR-V modules as one, by SPIRV-Tools: for devices whose drivers do not link SPIR-V.
#pragma once

#include "core/support/result.h"

#include <cstdint>
#include <span>
#include <vector>

namespace ursa::spirv {

/// One module in which every function that is imported is defined.
/// Thread safe.
/// Errors: UR_RESULT_ERROR_PROGRAM_LINK_FAILURE with what the linker said, which names the symbol
/// that is missing or defined twice.
Result<std::vector<uint32_t>> linkModules(const std::vector<std::vector<uint32_t>> &modules);

} // namespace ursa::spirv
