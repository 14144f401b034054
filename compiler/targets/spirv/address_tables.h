// Makes private copies of constant variables whose initial values contain addresses of other
// variables, which SPIR-V for OpenCL does not have:
//
//   before:  @words = addrspace(1) constant [2 x ptr addrspace(4)] [ ...@zero..., ...@one... ]
//            define spir_kernel void @k(i64 %i)
//              %p = getelementptr ptr addrspace(4), ptr addrspace(1) @words, i64 %i
//              %word = load ptr addrspace(4), ptr addrspace(1) %p
//
//   after:   define spir_kernel void @k(i64 %i)
//              %words = alloca [2 x ptr addrspace(4)]
//              ...                                           ; stores the addresses
//              %p = getelementptr ptr addrspace(4), ptr %words, i64 %i
//              %word = load ptr addrspace(4), ptr %p
//
// What the initial value of a table names is copied with it if a table is among it. Tables with
// addresses of functions, and those of more than 16 KiB, stay.
#pragma once

namespace llvm {
class Module;
} // namespace llvm

namespace ursa::compiler::spirv {

/// Requests that the functions that use such tables are inlined into kernels, whose memory outlives
/// all uses. Call before the functions are inlined.
void inlineUsersOfAddressTables(llvm::Module &module);

/// Replaces the tables. One that is used in a way that a copy does not support stays.
void copyAddressTables(llvm::Module &module);

} // namespace ursa::compiler::spirv
