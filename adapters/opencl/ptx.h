// PTX as programs of NVIDIA's OpenCL: what its kernels take, read from its text, and the forms that
// a kernel is there in (ARCHITECTURE.md, "NVPTX images").
#pragma once

#include "core/spirv/signature.h"

#include <cstddef>
#include <span>
#include <string_view>

namespace ursa::opencl::ptx {

/// Whether @p bytes are text that begins as PTX does, behind comments.
bool isPtx(std::span<const std::byte> bytes);

/// Parameters of the kernels of @p text. What is not understood makes parameters unknown, or leaves
/// a kernel out; the driver's compiler has the last word.
spirv::Signatures readSignatures(std::string_view text);

} // namespace ursa::opencl::ptx
