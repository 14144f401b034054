// Built-in functions that take pointers, such that nothing depends on for which address spaces a
// device's library has them, or on what LLVM's backend takes the pointers for:
//
//   vload, vstore         loads and stores of elements; halves are converted by integers
//   async_work_group_copy and the like, wait_group_events, prefetch
//                         loops of the work-items, and a barrier
//   fract, modf, frexp, sincos, remquo, lgamma_r
//                         call float @_Z4modffPU3AS4f(float %x, ptr addrspace(4) %p):
//                         %r = call float @_Z4modffPf(float %x, ptr %copy)
//                         store float (load %copy), ptr addrspace(4) %p
//   __spirv_Atomic*       those for the address space, where it is known
#pragma once

namespace llvm {
class Module;
} // namespace llvm

namespace ursa {

/// To be run after inferAddressSpaces.
void resolvePointerBuiltins(llvm::Module &module);

} // namespace ursa
