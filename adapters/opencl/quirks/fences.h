// Fences as atomic instructions, for drivers whose library has none.
//
//   before:  OpMemoryBarrier %scope %semantics
//   after:   %fence = OpVariable %_ptr_Workgroup_uint Workgroup
//            ...
//            %1 = OpAtomicOr %uint %fence %scope %semantics %uint_0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace ursa::opencl {

/// Returns the module with its fences replaced; the same words if it has none.
/// @param words a module whose header and instruction lengths are valid (Module::parse checks them)
std::vector<uint32_t> withFencesAsAtomics(std::span<const uint32_t> words);

} // namespace ursa::opencl
