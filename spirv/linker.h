// Links several SPIR-V modules with SPIRV-Tools, for devices whose drivers do not link SPIR-V.
#pragma once

#include "support/result.h"

#include <cstdint>
#include <span>
#include <vector>

namespace ursa::spirv {

/// Returns one module in which every imported function is defined. Thread safe. Fails with
/// UR_RESULT_ERROR_PROGRAM_LINK_FAILURE and the linker's message, which names the symbol that is
/// missing or defined twice.
Result<std::vector<uint32_t>> linkModules(const std::vector<std::vector<uint32_t>> &modules);

} // namespace ursa::spirv
