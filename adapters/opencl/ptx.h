// Parses PTX, the code of NVIDIA's OpenCL programs: which parameters its kernels have and in which
// forms a kernel exists (docs/COMPILER.md, "PTX").
#pragma once

#include "core/spirv/signature.h"

#include <cstddef>
#include <span>
#include <string_view>

namespace ursa::opencl::ptx {

/// Returns whether @p bytes are text that begins as PTX does, after comments.
bool isPtx(std::span<const std::byte> bytes);

/// Returns the parameters of the kernels in @p text. Unknown syntax yields unknown parameters, or
/// omits a kernel; the driver's compiler reports errors.
spirv::Signatures readSignatures(std::string_view text);

} // namespace ursa::opencl::ptx
