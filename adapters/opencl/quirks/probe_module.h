// The SPIR-V module that probes how a driver sets specialization constants. Its kernel
//
//   kernel void ursa_probe(global ulong *out)
//
// stores the bits of each constant, one ulong each, in the order of the constants.
#pragma once

#include "spirv/module.h"

namespace ursa::opencl {

/// Drivers never specialize programs with more constants: some collect them in buffers of fixed
/// size. The probe has this many.
inline constexpr size_t kMaxNativeConstants = 64;

inline constexpr const char *kProbeKernel = "ursa_probe";

/// All traits that can be probed.
inline constexpr spirv::Traits kAllTraits = 2 * spirv::kTraitRepeated - 1;

struct ProbeModule {
  std::vector<uint32_t> words;
  spirv::ConstantValues values;   ///< the values to set; one more constant keeps its default
  std::vector<uint64_t> expected; ///< the values that the kernel must store
};

/// Creates a module with constants of these traits. Uses values that drivers get wrong: negative
/// and large numbers, and both booleans.
ProbeModule createProbeModule(spirv::Traits traits);

} // namespace ursa::opencl
