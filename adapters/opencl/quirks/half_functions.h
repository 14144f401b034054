// Functions of halves by those of floats, for drivers whose compiler computes with halves and whose
// library has no functions of them.
//
//   before:  %r = OpExtInst %half %opencl sin %x
//   after:   %1 = OpFConvert %float %x
//            %2 = OpExtInst %float %opencl sin %1
//            %r = OpFConvert %half %2
//
// Arithmetic, comparisons and conversions to the nearest number stay: they are instructions.
// Functions that depend on the encoding or would be rounded twice are computed otherwise; those
// that only move halves, such as vload4 and shuffle, move integers of 16 bits.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace ursa::opencl {

/// Returns the module with functions of halves replaced; the same words if it has none. Functions
/// of work-groups and sub-groups, and those of images, stay.
/// @param words a module whose header and instruction lengths are valid (Module::parse checks them)
std::vector<uint32_t> withHalfFunctionsByFloat(std::span<const uint32_t> words);

} // namespace ursa::opencl
