// Lowers built-in functions with pointer arguments, so that the code depends neither on the address
// space overloads of a device's library nor on the pointer types that LLVM's backend infers:
//
//   vload, vstore         loads and stores of elements; halves are converted by
//                         integer operations
//   async_work_group_copy and the like, wait_group_events, prefetch
//                         loops over the elements, and a barrier
//   fract, modf, frexp, sincos, remquo, lgamma_r
//                         call float @_Z4modffPU3AS4f(float %x, ptr addrspace(4) %p):
//                         %r = call float @_Z4modffPf(float %x, ptr %copy)
//                         store float (load %copy), ptr addrspace(4) %p
//   __spirv_Atomic*       the overload for the address space, if it is known
#pragma once

namespace llvm {
class Module;
} // namespace llvm

namespace ursa::compiler::spirv {

/// Requires inferAddressSpaces.
/// @param splitsWideCalls whether calls with vectors beyond 128 bits are split
void resolvePointerBuiltins(llvm::Module &module, bool splitsWideCalls);

} // namespace ursa::compiler::spirv
