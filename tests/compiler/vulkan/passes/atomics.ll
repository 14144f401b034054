; Atomic functions become atomic instructions with the same memory order.
; RUN: %opt -S -passes=ursa-vulkan-atomics %s | %FileCheck %s
target triple = "spirv64-unknown-unknown"

declare spir_func i32 @_Z10atomic_addPU3AS1Vii(ptr addrspace(1), i32)
declare spir_func i32 @_Z10atomic_maxPU3AS3Vjj(ptr addrspace(3), i32)
declare spir_func i32 @_Z25atomic_fetch_add_explicitPU3AS4VU7_Atomicii12memory_order(ptr addrspace(4), i32, i32)
declare spir_func void @_Z12atomic_storePU3AS4VU7_Atomicii(ptr addrspace(4), i32)

define spir_kernel void @k(ptr addrspace(1) %p, ptr addrspace(3) %l, ptr addrspace(4) %q) {
; CHECK: atomicrmw add ptr addrspace(1) %p, i32 5 monotonic
  %a = call spir_func i32 @_Z10atomic_addPU3AS1Vii(ptr addrspace(1) %p, i32 5)
; CHECK: atomicrmw umax ptr addrspace(3) %l, i32 5 monotonic
  %b = call spir_func i32 @_Z10atomic_maxPU3AS3Vjj(ptr addrspace(3) %l, i32 5)
; CHECK: atomicrmw add ptr addrspace(4) %q, i32 5 acquire
  %c = call spir_func i32 @_Z25atomic_fetch_add_explicitPU3AS4VU7_Atomicii12memory_order(ptr addrspace(4) %q, i32 5, i32 2)
; CHECK: store atomic i32 7, ptr addrspace(4) %q release, align 4
  call spir_func void @_Z12atomic_storePU3AS4VU7_Atomicii(ptr addrspace(4) %q, i32 7)
  ret void
}
