// Brings generic pointers to the address spaces that they point to, as far as the module tells:
//
//   before:  define void @helper(ptr addrspace(4) %p)
//              %x = call <3 x i32> @_Z6vload3mPU3AS4Ki(i64 0, ptr addrspace(4) %p)
//            define spir_kernel void @k(ptr addrspace(1) %a)
//              %g = addrspacecast ptr addrspace(1) %a to ptr addrspace(4)
//              call void @helper(ptr addrspace(4) %g)
//   after:   define void @helper.1(ptr addrspace(1) %p)
//              %x = call <3 x i32> @_Z6vload3mPU3AS1Ki(i64 0, ptr addrspace(1) %p)
//            define spir_kernel void @k(ptr addrspace(1) %a)
//              call void @helper.1(ptr addrspace(1) %a)
//
// Functions are cloned for the spaces of their arguments. Those that find pointers in memory that
// their callers own, as in a struct that is given by value, are inlined. Drivers without the
// generic address space, and libraries of built-in functions that have none for it, so take most
// kernels; pointer_builtins.h does what is left.
#pragma once

namespace llvm {
class Module;
} // namespace llvm

namespace ursa {

/// To be run on device IR whose functions are all there. Changes no kernel's parameters and no
/// exported function's.
void inferAddressSpaces(llvm::Module &module);

} // namespace ursa
