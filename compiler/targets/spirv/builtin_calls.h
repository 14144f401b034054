// Lowers built-in functions that LLVM's SPIR-V backend miscompiles or does not support. Those that
// have no equivalent in IR become calls of placeholder functions, which the backend writes like any
// other call and which are replaced by instructions in its output.
//
//   device IR:  call i32 (ptr addrspace(2), ...) @printf(ptr addrspace(2) @text, i32 %x)
//   lowered:    call i32 @__ursa_printf.0(ptr addrspace(2) @text, i32 %x)
//   expanded:   %r = OpExtInst %uint %opencl printf %text %x
//
//   device IR:  %o = call i32 @_Z23get_image_channel_order14ocl_image2d_ro(... %image)
//   lowered:    %n = call i32 @__ursa_channel_order.0(... %image)
//               %o = add i32 %n, 4272                     ; OpenCL counts from CL_R, SPIR-V from 0
//   expanded:   %n = OpImageQueryOrder %uint %image
//
// builtin_calls.cpp says for each function what is wrong with the backend. builtins/atomics.h
// lowers atomic functions, pointer_builtins.h copies of work-groups.
#pragma once

#include "spirv/builder.h"

#include "llvm/IR/Module.h"

namespace ursa::compiler::spirv {

/// Lowers the calls in device IR. Must run before passes that inline or merge calls. Marks
/// functions that call printf for inlining into kernels, because drivers support it only there.
/// Fails if the format of a printf is not in constant memory.
llvm::Error lowerBuiltinCalls(llvm::Module &module);

/// Replaces the calls of placeholders in the backend's output.
void expandPlaceholders(ursa::spirv::Builder &module);

} // namespace ursa::compiler::spirv
