// Lowers OpenCL's atomic functions to LLVM's atomic instructions, which passes can analyze, and
// these to calls of __spirv_* built-ins:
//
//   device IR:  call i32 @_Z25atomic_fetch_add_explicitPU3AS4VU7_Atomicii12memory_order12memory_scope(
//                   ptr addrspace(4) %p, i32 1, i32 4, i32 1)
//   lowered:    atomicrmw add ptr addrspace(4) %p, i32 1 syncscope("workgroup") acq_rel
//   written:    call i32 @_Z18__spirv_AtomicIAddPU3AS3iiii(
//                   ptr addrspace(3) %p, i32 2, i32 264, i32 1)
//
// LLVM's backend miscompiles the order and scope of OpenCL's atomic_load_explicit and
// atomic_store_explicit, gives atomics without an order relaxed order and work-group scope, and
// makes atomic loads and stores non-atomic. It writes calls of __spirv_* correctly.
#pragma once

namespace llvm {
class Module;
} // namespace llvm

namespace ursa {

/// Replaces calls of the atomic functions of all OpenCL versions by atomic instructions. An order
/// or scope that is not constant becomes the strongest one.
void lowerAtomicCalls(llvm::Module &module);

/// Makes atomics of private memory non-atomic, since only one work-item accesses it. Dispatches at
/// run time if a generic pointer may point to several address spaces. Requires inferAddressSpaces.
void resolveAtomics(llvm::Module &module);

/// Replaces atomic instructions of integers by calls of __spirv_*. Must be the last pass on IR.
void writeAtomics(llvm::Module &module);

/// Replaces fences by atomic instructions on a local variable that order all memory, for drivers
/// without fences (PoCL 3.1).
void replaceFences(llvm::Module &module);

} // namespace ursa
