// Expands logarithms of float. The library has native_log, native_log2 and native_log10 as LLVM's
// intrinsics, for which the backend has no code; the device has an approximate binary logarithm.
//
//   before:  %r = call float @llvm.log.f32(float %x)
//   after:   %l = call float @llvm.nvvm.lg2.approx.f(float %x)
//            %r = fmul float %l, 0x3FE62E4300000000
#pragma once

namespace llvm {
class Module;
}

namespace ursa {

/// Expands llvm.log, llvm.log2 and llvm.log10 of float and of its vectors.
void expandLogarithms(llvm::Module &module);

} // namespace ursa
