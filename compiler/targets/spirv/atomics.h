// Atomic functions by way of LLVM's atomic instructions, which passes can reason about:
//
//   device IR:  call i32
//   @_Z25atomic_fetch_add_explicitPU3AS4VU7_Atomicii12memory_order12memory_scope(
//                   ptr addrspace(4) %p, i32 1, i32 4, i32 1)
//   lowered:    atomicrmw add ptr addrspace(4) %p, i32 1 syncscope("workgroup") acq_rel
//   written:    call i32 @_Z18__spirv_AtomicIAddPU3AS3iiii(ptr addrspace(3) %p, i32 2, i32 264, i32
//   1)
//
// LLVM's backend has order and scope of OpenCL's atomic_load_explicit and atomic_store_explicit
// wrong, gives atomics without an order the scope of a work-group and no order, and makes atomic
// loads and stores plain ones; calls of __spirv_* it writes as they are.
#pragma once

namespace llvm {
class Module;
} // namespace llvm

namespace ursa {

/// Replaces calls of OpenCL's atomic functions, of all versions, by atomic instructions. An order
/// or scope that is no constant becomes the strongest.
void lowerAtomicCalls(llvm::Module &module);

/// Makes atomics of private memory plain accesses, since one work-item has it, and chooses between
/// address spaces at run time where a generic pointer is one of several. To be run after
/// inferAddressSpaces.
void resolveAtomics(llvm::Module &module);

/// Replaces atomic instructions of integers by calls of __spirv_*. To be run last.
void writeAtomics(llvm::Module &module);

} // namespace ursa
