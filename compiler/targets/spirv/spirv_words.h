// Puts right what LLVM's SPIR-V backend writes and readers do not take, and checks the result.
//
//   before:  OpDecorate %8 SpecId 0          after:  OpDecorate %8 SpecId 0
//            OpDecorate %9 SpecId 0
//            %8 = OpSpecConstant %float 1            %8 = OpSpecConstant %float 1
//            %9 = OpSpecConstant %float 1
//            %7 = OpConstantNull %float              %7 = OpConstant %float 0
//            ... %9                                  ... %8
//
// The backend writes an OpSpecConstant for each read of a constant, but what an id on several of
// them means is not said by the specification. Older readers crash on a null constant of scalar
// type.
#pragma once

#include "llvm/Support/Error.h"

#include <cstdint>
#include <vector>

namespace ursa {

/// SPIR-V with one specialization constant for each id and no scalar null constants. Fails with a
/// sentence when @p words are no SPIR-V, or when constants with one id differ.
llvm::Expected<std::vector<std::uint32_t>> cleanSpirv(const std::vector<std::uint32_t> &words);

/// Validates @p words for what they say is their version: by OpenCL's rules up to 1.2. Fails with
/// the validator's first sentence.
llvm::Error validateSpirv(const std::vector<std::uint32_t> &words);

} // namespace ursa
