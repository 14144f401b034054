// Puts right what LLVM's SPIR-V backend writes and readers do not take.
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

#include "compiler/targets/spirv/spirv_module.h"

namespace ursa {

/// Leaves one specialization constant for each id and no scalar null constants. Fails with a
/// sentence when constants with one id differ.
llvm::Error cleanSpirv(SpirvModule &module);

} // namespace ursa
