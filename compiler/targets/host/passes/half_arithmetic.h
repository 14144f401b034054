// Arithmetic of halves on processors that compute it in floats:
//
//   before:  %r = call half @llvm.fma.f16(half %a, half %b, half %c)
//   after:   %x = fpext half %a to float, and so on
//            %p = fmul float %x, %y                 ; exact
//            %s = ...the sum of %p and %z, rounded to odd...
//            %r = fptrunc float %s to half
//
// LLVM computes it by an fma of floats, whose result is rounded twice. It widens all other
// operations, too, but floats have enough bits that rounding these twice is the same as once.
// Conversions of doubles, for which LLVM calls a function for each element, go by floats as well.
#pragma once

namespace llvm {
class Module;
class TargetMachine;
} // namespace llvm

namespace ursa::compiler::host {

/// Expands the operations of @p module that the processor of @p machine lacks.
void expandHalfArithmetic(llvm::Module &module, const llvm::TargetMachine &machine);

} // namespace ursa::compiler::host
