// Legalizes integers of widths that SPIR-V does not have by promoting them to the next width that
// it has. The upper bits are kept zero; signed operations sign-extend them first:
//
//   before:  %x = trunc i32 %a to i24
//            %y = sext i24 %x to i32
//   after:   %x = and i32 %a, 16777215
//            %0 = shl i32 %x, 8
//            %y = ashr i32 %0, 8
//
// Loads and stores are split into those of the widths that SPIR-V has, of little-endian order:
// LLVM's SROA copies structures with padding at their end by such integers.
#pragma once

#include "llvm/IR/Function.h"

namespace ursa::compiler::targets {

/// Promotes the integers of a function. Returns the first instruction that cannot be promoted, for
/// its width above 64 bits or its kind, and changes nothing then; null otherwise.
const llvm::Instruction *promoteIntegers(llvm::Function &function);

/// Returns whether SPIR-V has no integer of the width of @p type.
bool isIllegalInteger(const llvm::Type *type);

} // namespace ursa::compiler::targets
