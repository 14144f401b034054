// Copies of specialization constants whose type is an optional feature of devices (half, double). A
// kernel that only moves such numbers does not need the feature:
//
//   before:  %x = call half @_Z20__spirv_SpecConstantiDh(i32 0, half 0xH3C00)
//            %y = select i1 %c, half %x, half 0xH0000
//            store half %y, ptr %q
//
//   after:   %x = call i16 @_Z20__spirv_SpecConstantis(i32 0, i16 15360)
//            %y = select i1 %c, i16 %x, i16 0
//            store i16 %y, ptr %q
//
// When constants are lowered, the instructions of such copies are marked, and count for no aspect.
// Targets whose modules declare the features that they use make them integers after optimization,
// which finds out what is only copied.
#pragma once

#include "llvm/ADT/StringRef.h"

namespace llvm {
class CallInst;
class Instruction;
class Module;
class Type;
} // namespace llvm

namespace ursa::compiler::passes {

/// The metadata of instructions that only move numbers.
inline constexpr llvm::StringLiteral kCopyMetadata = "ursa_copy";

/// Whether devices may lack the numbers of a scalar or vector type.
bool isOptionalNumber(const llvm::Type *type);

/// Marks @p read, a read of a constant, and the instructions that use its value if all that they do
/// is to move it. A value without uses is not copied.
void markIfCopied(llvm::CallInst &read);

/// Makes copies of constants integers, where no read of a constant in @p module needs its number,
/// and variables of such numbers integers where their function does not use the numbers.
void makeCopiesIntegers(llvm::Module &module);

} // namespace ursa::compiler::passes
