// The module with which a driver's own way of setting specialization constants is tried. Its kernel
//
//   kernel void ursa_probe(global ulong *out)
//
// stores the bits of each constant, one ulong each, in the order of the constants.
#pragma once

#include "core/spirv/module.h"

namespace ursa::opencl {

/// A program with more constants is never given to a driver to specialize: some collect them in
/// buffers of fixed size. The probe has as many.
inline constexpr size_t kMostNativeConstants = 64;

inline constexpr const char *kProbeKernel = "ursa_probe";

/// All traits that can be tried.
inline constexpr spirv::Traits kAllTraits = 2 * spirv::kTraitRepeated - 1;

struct ProbeModule {
  std::vector<uint32_t> words;
  spirv::ConstantValues values;   ///< to be set; one constant more keeps its default
  std::vector<uint64_t> expected; ///< what the kernel stores then
};

/// A module with constants of these traits. The values are those that drivers get wrong: negative
/// and large numbers, both booleans.
ProbeModule makeProbeModule(spirv::Traits traits);

} // namespace ursa::opencl
