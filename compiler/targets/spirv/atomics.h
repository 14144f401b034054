// Lowers LLVM's atomic instructions, which OpenCL's atomic functions become (builtins/atomics.h),
// to calls of __spirv_* built-ins:
//
//   lowered:    atomicrmw add ptr addrspace(3) %p, i32 1 syncscope("workgroup") acq_rel
//   written:    call i32 @_Z18__spirv_AtomicIAddPU3AS3iiii(
//                   ptr addrspace(3) %p, i32 2, i32 264, i32 1)
//
// LLVM's backend miscompiles the order and scope of OpenCL's atomic_load_explicit and
// atomic_store_explicit, gives atomics without an order relaxed order and work-group scope, makes
// atomic loads and stores non-atomic, and fences of no memory. It writes calls of __spirv_*
// correctly.
#pragma once

namespace llvm {
class Module;
} // namespace llvm

namespace ursa::compiler::spirv {

/// Makes atomics of private memory non-atomic, since only one work-item accesses it. Dispatches at
/// run time if a generic pointer may point to several address spaces. Requires inferAddressSpaces.
void resolveAtomics(llvm::Module &module);

/// Replaces atomic instructions of integers, and fences, by calls of __spirv_*. Must be the last
/// pass on IR.
void writeAtomics(llvm::Module &module);

} // namespace ursa::compiler::spirv
