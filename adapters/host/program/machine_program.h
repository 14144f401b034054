// Loads programs in machine code (format/host/machine_image.h) without the
// library of the kernel compiler.
#pragma once

#include "adapters/host/jit/host_jit.h"

#include <memory>
#include <span>
#include <string_view>

namespace ursa::host {

/// Returns the contents of a program in machine code. The bytes are untrusted.
/// Errors: UR_RESULT_ERROR_INVALID_BINARY, also if this CPU cannot run the code.
Result<jit::ModuleSummary> inspectMachineCode(std::span<const std::byte> image);

/// Loads the code. Each call returns a program with its own variables.
/// Errors: UR_RESULT_ERROR_INVALID_BINARY, UR_RESULT_ERROR_PROGRAM_BUILD_FAILURE.
Result<std::unique_ptr<jit::Program>> loadMachineCode(std::span<const std::byte> image);

/// Loads the images of one program, whose objects are relocatable. Same errors.
Result<std::unique_ptr<jit::Program>>
loadMachineCode(std::span<const std::span<const std::byte>> images);

} // namespace ursa::host
