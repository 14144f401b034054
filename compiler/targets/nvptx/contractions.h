// Chooses which product of a sum of two becomes a fused multiply-add. LLVM's CodeGenPrepare moves a
// product out of another block, as one that a loop does not change, beside the sum and fuses that
// one, so that the loop computes both products:
//
//   before:  %m = fmul contract float %b, %c          ; before the loop
//            %p = fmul contract float %x, %a          ; in the loop, as what follows
//            %s = fadd contract float %p, %m
//   after:   %s = call contract float @llvm.fma.f32(float %x, float %a, float %m)
#pragma once

namespace llvm {
class Module;
}

namespace ursa::compiler::nvptx {

/// Fuses sums of two products, of which one is in the block of the sum.
void contractSums(llvm::Module &module);

} // namespace ursa::compiler::nvptx
