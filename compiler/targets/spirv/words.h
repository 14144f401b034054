// What LLVM's SPIR-V backend writes, mended in its words, where no pass over LLVM IR can reach:
//
//   before:  OpDecorate %a SpecId 3            after:  OpDecorate %a SpecId 3
//            OpDecorate %b SpecId 3                    %a = OpSpecConstant %uint 7
//            %a = OpSpecConstant %uint 7               %n = OpConstant %uint 0
//            %b = OpSpecConstant %uint 7               ... %a ... %a
//            %n = OpConstantNull %uint
//            ... %a ... %b
//
// The backend writes a constant for each call that reads it; that several may share a SpecId is an
// open question of the specification. Readers of LLVM 14 and 15 crash on scalar null constants.
#pragma once

#include "llvm/Support/Error.h"

#include <cstdint>
#include <vector>

namespace ursa::spirv_target {

/// The mended module, its ids numbered in order of appearance. Fails when the words are no SPIR-V,
/// or when two constants share a SpecId but have different types.
llvm::Expected<std::vector<uint32_t>> mendWords(const std::vector<uint32_t> &words);

/// Checks a module as spirv-val does. Fails with the validator's sentence.
llvm::Error validate(const std::vector<uint32_t> &words);

} // namespace ursa::spirv_target
