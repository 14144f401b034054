// The forms of kernels that read the global offset: with an offset as argument, and for offset zero
// (global_offset.h).
#pragma once

#include <cstdint>

namespace ursa::compiler::nvptx {

/// Which forms of such kernels code contains.
enum class KernelForms : uint8_t { Both, WithoutOffset, WithOffset };

} // namespace ursa::compiler::nvptx
