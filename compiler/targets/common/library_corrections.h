// Corrects libclc's functions in the module that is linked in:
//
//   before:  %i = fptosi double %x to i32               ; relies on a conversion that saturates,
//            %k = call i32 @llvm.smin.i32(i32 %i, i32 36)     ; as NVPTX's does
//   after:   %i = call i32 @llvm.fptosi.sat.i32.f64(double %x)
//            %k = call i32 @llvm.smin.i32(i32 %i, i32 36)
//
// math/corrections.cl replaces other incorrect functions.
#pragma once

namespace llvm {
class Module;
} // namespace llvm

namespace ursa::compiler::targets {

/// Corrects all defined functions of @p library.
void correctLibrary(llvm::Module &library);

} // namespace ursa::compiler::targets
