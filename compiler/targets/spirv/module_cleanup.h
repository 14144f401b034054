// Corrects output of LLVM's SPIR-V backend that readers reject.
//
//   before:  OpDecorate %8 SpecId 0          after:  OpDecorate %8 SpecId 0
//            OpDecorate %9 SpecId 0
//            %8 = OpSpecConstant %float 1            %8 = OpSpecConstant %float 1
//            %9 = OpSpecConstant %float 1
//            %7 = OpConstantNull %float              %7 = OpConstant %float 0
//            ... %9                                  ... %8
//
// The backend writes an OpSpecConstant for each read of a constant, but the specification does not
// define the meaning of several constants with one SpecId. Older readers crash on a null constant
// of scalar type.
#pragma once

#include "spirv/instructions.h"

#include "llvm/Support/Error.h"

namespace ursa::compiler::spirv {

/// Merges specialization constants with the same SpecId and replaces scalar null constants. Fails
/// if constants with the same SpecId differ, or the words do not follow SPIR-V's grammar.
llvm::Expected<ursa::spirv::Words> cleanedUp(const ursa::spirv::Words &words);

} // namespace ursa::compiler::spirv
