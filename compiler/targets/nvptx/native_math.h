// Expands logarithms and exponentials of float. The library has native_log, native_exp and the like
// as LLVM's intrinsics, for which the backend has no code; the device has approximations to base 2.
//
//   before:  %r = call float @llvm.log.f32(float %x)
//            %e = call float @llvm.exp.f32(float %x)
//   after:   %l = call float @llvm.nvvm.lg2.approx.f(float %x)
//            %r = fmul float %l, 0x3FE62E4300000000
//            %s = fmul float %x, 0x3FF7154760000000
//            %e = call float @llvm.exp2.f32(float %s)
#pragma once

#include "llvm/ADT/ArrayRef.h"

#include <cstdint>

namespace llvm {
class Module;
}

namespace ursa::compiler::nvptx {

/// The library of math/functions.cl, as linkBuiltins takes it.
llvm::ArrayRef<std::uint32_t> mathFunctions();

/// Expands llvm.log, llvm.log2, llvm.log10, llvm.exp and llvm.exp10 of float and of its vectors.
void expandNativeMath(llvm::Module &module);

} // namespace ursa::compiler::nvptx
