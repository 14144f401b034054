// Calls of built-in functions with generic pointers, which not every device's library has:
//
//   known space:   call <3 x i32> @_Z6vload3mPU3AS4Ki(i64 %i, ptr addrspace(4) %p)
//                  call <3 x i32> @_Z6vload3mPU3AS1Ki(i64 %i, ptr addrspace(1) %p)
//   any space:     call float @_Z4modffPU3AS4f(float %x, ptr addrspace(4) %p)
//                  %r = call float @_Z4modffPf(float %x, ptr %copy)
//                  store float (load %copy), ptr addrspace(4) %p
//
// Events are waited for one by one.
#pragma once

namespace llvm {
class Module;
} // namespace llvm

namespace ursa {

/// To be run after inferAddressSpaces.
void resolvePointerBuiltins(llvm::Module &module);

} // namespace ursa
