// Built-in functions that LLVM's SPIR-V backend writes wrongly, or not at all. In device IR they
// become calls that it writes as any call; in its SPIR-V these become the instructions.
//
//   device IR:  call i32 (ptr addrspace(2), ...) @printf(ptr addrspace(2) @text, i32 %x)
//   before:     call i32 @__ursa_printf.0(ptr addrspace(2) @text, i32 %x)
//   behind:     %r = OpExtInst %uint %opencl printf %text %x
//
//   device IR:  %o = call i32 @_Z23get_image_channel_order14ocl_image2d_ro(... %image)
//   before:     %n = call i32 @__ursa_channel_order.0(... %image)
//               %o = add i32 %n, 4272                     ; OpenCL counts from CL_R, SPIR-V from 0
//   behind:     %n = OpImageQueryOrder %uint %image
//
// The backend gives printf a format that is no pointer to characters, or ends the process for it;
// it has no order of channels and no fences of OpenCL 1; it leaves the fourth size of an image in
// three dimensions open; any and all get integers where they want truth values; conversions between
// signed and unsigned are none, those of vectors have the sign wrong, and those that end at the
// limits of a type are as if all were from signed to unsigned; and it gives a copy of a work-group
// a stride of 32 bits. Atomic functions: atomics.h.
#pragma once

#include "compiler/targets/spirv/spirv_module.h"

#include "llvm/IR/Module.h"

namespace ursa {

/// To be run before the backend, and before anything that inlines or joins calls: functions that
/// print are to be inlined into kernels, where devices look for it. Fails with a sentence when
/// the format of a printf is not in constant memory.
llvm::Error hideBuiltinCalls(llvm::Module &module);

/// To be run on what the backend wrote.
void writeBuiltinCalls(SpirvModule &module);

} // namespace ursa
