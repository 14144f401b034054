// Infers the address spaces of generic pointers across functions, as far as the module determines
// them:
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
// Functions are cloned for the spaces of their arguments. Functions that access pointers in memory
// of their callers, such as a struct passed by value, are inlined. Most kernels then compile for
// drivers without the generic address space and with built-in libraries that lack generic
// overloads; pointer_builtins.h handles the rest.
#pragma once

namespace llvm {
class Module;
} // namespace llvm

namespace ursa::compiler::targets {

/// Requires device IR in which all functions are defined. Does not change the parameters of kernels
/// and exported functions.
void inferAddressSpaces(llvm::Module &module);

} // namespace ursa::compiler::targets
