// Defines built-in functions on halves, which libclc lacks, by the functions on floats:
//
//   before:  declare half @_Z3sinDh(half)
//            declare <4 x i32> @_Z12convert_int4Dv4_Dh(<4 x half>)
//   after:   define internal half @_Z3sinDh(half %0) {
//              %2 = fpext half %0 to float
//              %3 = call float @_Z3sinf(float %2)
//              %4 = fptrunc float %3 to half
//            define internal <4 x i32> @_Z12convert_int4Dv4_Dh(<4 x half> %0) {
//              %2 = fpext <4 x half> %0 to <4 x float>
//              %3 = call <4 x i32> @_Z12convert_int4Dv4_f(<4 x float> %2)
//
// Functions whose result depends on the encoding, or would be rounded twice, are defined on halves
// directly.
#pragma once

#include "llvm/IR/IRBuilder.h"

namespace llvm {
class Module;
}

namespace ursa::compiler::targets {

/// Returns the number whose nearest of its type is @p nearest rounded to odd: if it is inexact, its
/// last bit is set. @p lost is the number less @p nearest; its sign counts, and whether it is 0.
llvm::Value *roundedToOdd(llvm::IRBuilder<> &builder, llvm::Value *nearest, llvm::Value *lost);

/// Returns @p a + @p b rounded to odd. Rounding this to a format with at least two bits less gives
/// the correctly rounded sum, without double rounding.
llvm::Value *addRoundedToOdd(llvm::IRBuilder<> &builder, llvm::Value *a, llvm::Value *b);

/// Replaces conversions of doubles to halves in @p module by conversions to float, rounded to odd,
/// and to half: for targets without an instruction, and for drivers that round to float first.
void convertDoublesByFloat(llvm::Module &module);

/// Defines the functions that @p module declares and uses.
/// @param hasHalfArithmetic fma, mad, fabs and functions that round to whole numbers are
///                          intrinsics on halves
void defineHalfFunctions(llvm::Module &module, bool hasHalfArithmetic);

/// Defines fma on halves by operations on floats: OpenCL drivers that compute with halves may have
/// no such function.
void defineFmaOfHalves(llvm::Module &module);

} // namespace ursa::compiler::targets
