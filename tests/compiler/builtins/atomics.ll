; Atomic functions become atomic instructions with the orders and scopes that a target tells apart.
; RUN: %opt -S "-passes=ursa-atomics<opencl>" %s | %FileCheck %s --check-prefixes=CHECK,OPENCL
; RUN: %opt -S "-passes=ursa-atomics<acquire-release>" %s | %FileCheck %s --check-prefixes=CHECK,VULKAN
; RUN: %opt -S "-passes=ursa-atomics<sequentially-consistent>" %s | %FileCheck %s --check-prefixes=CHECK,HOST
target triple = "spirv64-unknown-unknown"

declare spir_func i32 @_Z10atomic_incPU3AS1Vi(ptr addrspace(1))
declare spir_func i64 @_Z8atom_minPU3AS3Vmm(ptr addrspace(3), i64)
declare spir_func float @_Z11atomic_xchgPU3AS1Vff(ptr addrspace(1), float)
declare spir_func i32 @_Z14atomic_cmpxchgPU3AS1Viii(ptr addrspace(1), i32, i32)
declare spir_func float @_Z16atomic_fetch_addPU3AS4VU7_Atomicff(ptr addrspace(4), float)
declare spir_func i32 @_Z25atomic_fetch_max_explicitPU3AS4VU7_Atomicii12memory_order12memory_scope(ptr addrspace(4), i32, i32, i32)
declare spir_func i32 @_Z20atomic_load_explicitPU3AS4VU7_Atomici12memory_order(ptr addrspace(4), i32)
declare spir_func void @_Z21atomic_store_explicitPU3AS4VU7_Atomicff12memory_order12memory_scope(ptr addrspace(4), float, i32, i32)
declare spir_func void @_Z11atomic_initPU3AS4VU7_Atomicii(ptr addrspace(4), i32)
declare spir_func zeroext i1 @_Z24atomic_flag_test_and_setPU3AS4VU7_Atomici(ptr addrspace(4))
declare spir_func void @_Z26atomic_flag_clear_explicitPU3AS4VU7_Atomici12memory_order(ptr addrspace(4), i32)
declare spir_func zeroext i1 @_Z39atomic_compare_exchange_strong_explicitPU3AS4VU7_AtomicfPU3AS4ff12memory_orderS4_(ptr addrspace(4), ptr addrspace(4), float, i32, i32)
declare spir_func i32 @_Z18__spirv_AtomicIAddPU3AS1iiii(ptr addrspace(1), i32, i32, i32)
declare spir_func i32 @_Z10atomic_addPU3AS1Vii(ptr addrspace(1))

; CHECK-LABEL: @legacy(
define spir_func void @legacy(ptr addrspace(1) %p, ptr addrspace(3) %q, i32 %v) {
; OPENCL: atomicrmw add ptr addrspace(1) %p, i32 1 syncscope("device") monotonic
; VULKAN: atomicrmw add ptr addrspace(1) %p, i32 1 monotonic
; HOST: atomicrmw add ptr addrspace(1) %p, i32 1 monotonic
  %a = call spir_func i32 @_Z10atomic_incPU3AS1Vi(ptr addrspace(1) %p)
; CHECK: atomicrmw umin ptr addrspace(3) %q, i64 7 {{.*}}monotonic
  %b = call spir_func i64 @_Z8atom_minPU3AS3Vmm(ptr addrspace(3) %q, i64 7)
; CHECK: atomicrmw xchg ptr addrspace(1) %p, float 1.000000e+00 {{.*}}monotonic
  %c = call spir_func float @_Z11atomic_xchgPU3AS1Vff(ptr addrspace(1) %p, float 1.0)
; CHECK: [[PAIR:%.*]] = cmpxchg ptr addrspace(1) %p, i32 1, i32 %v {{.*}}monotonic monotonic
; CHECK: extractvalue { i32, i1 } [[PAIR]], 0
  %d = call spir_func i32 @_Z14atomic_cmpxchgPU3AS1Viii(ptr addrspace(1) %p, i32 1, i32 %v)
  ret void
}

; CHECK-LABEL: @c11(
define spir_func void @c11(ptr addrspace(4) %p, ptr addrspace(4) %e, i32 %order) {
; OPENCL: atomicrmw fadd ptr addrspace(4) %p, float 2.000000e+00 syncscope("device") seq_cst
; VULKAN: atomicrmw fadd ptr addrspace(4) %p, float 2.000000e+00 acq_rel
; HOST: atomicrmw fadd ptr addrspace(4) %p, float 2.000000e+00 seq_cst
  %a = call spir_func float @_Z16atomic_fetch_addPU3AS4VU7_Atomicff(ptr addrspace(4) %p, float 2.0)
; OPENCL: atomicrmw max ptr addrspace(4) %p, i32 5 syncscope("workgroup") acquire
; VULKAN: atomicrmw max ptr addrspace(4) %p, i32 5 acquire
; HOST: atomicrmw max ptr addrspace(4) %p, i32 5 seq_cst
  %b = call spir_func i32 @_Z25atomic_fetch_max_explicitPU3AS4VU7_Atomicii12memory_order12memory_scope(ptr addrspace(4) %p, i32 5, i32 2, i32 1)
; OPENCL: load atomic i32, ptr addrspace(4) %p syncscope("device") seq_cst, align 4
; VULKAN: load atomic i32, ptr addrspace(4) %p acquire, align 4
; HOST: load atomic i32, ptr addrspace(4) %p seq_cst, align 4
  %c = call spir_func i32 @_Z20atomic_load_explicitPU3AS4VU7_Atomici12memory_order(ptr addrspace(4) %p, i32 %order)
; OPENCL: store atomic float 3.000000e+00, ptr addrspace(4) %p syncscope("subgroup") release, align 4
; VULKAN: store atomic float 3.000000e+00, ptr addrspace(4) %p release, align 4
; HOST: store atomic float 3.000000e+00, ptr addrspace(4) %p seq_cst, align 4
  call spir_func void @_Z21atomic_store_explicitPU3AS4VU7_Atomicff12memory_order12memory_scope(ptr addrspace(4) %p, float 3.0, i32 3, i32 4)
; CHECK: store i32 9, ptr addrspace(4) %p, align 4
  call spir_func void @_Z11atomic_initPU3AS4VU7_Atomicii(ptr addrspace(4) %p, i32 9)
; CHECK: [[OLD:%.*]] = atomicrmw xchg ptr addrspace(4) %p, i32 1 {{.*}}{{seq_cst|acq_rel}}
; CHECK: icmp ne i32 [[OLD]], 0
  %d = call spir_func zeroext i1 @_Z24atomic_flag_test_and_setPU3AS4VU7_Atomici(ptr addrspace(4) %p)
; OPENCL: store atomic i32 0, ptr addrspace(4) %p syncscope("device") monotonic, align 4
; VULKAN: store atomic i32 0, ptr addrspace(4) %p monotonic, align 4
; HOST: store atomic i32 0, ptr addrspace(4) %p seq_cst, align 4
  call spir_func void @_Z26atomic_flag_clear_explicitPU3AS4VU7_Atomici12memory_order(ptr addrspace(4) %p, i32 0)
; CHECK: [[EXPECTED:%.*]] = load float, ptr addrspace(4) %e, align 4
; CHECK: [[BITS:%.*]] = bitcast float [[EXPECTED]] to i32
; OPENCL: [[PAIR:%.*]] = cmpxchg ptr addrspace(4) %p, i32 [[BITS]], i32 {{.*}} syncscope("device") acq_rel monotonic
; VULKAN: [[PAIR:%.*]] = cmpxchg ptr addrspace(4) %p, i32 [[BITS]], i32 {{.*}} acq_rel acquire
; HOST: [[PAIR:%.*]] = cmpxchg ptr addrspace(4) %p, i32 [[BITS]], i32 {{.*}} seq_cst seq_cst
; CHECK: store float {{.*}}, ptr addrspace(4) %e, align 4
; CHECK: extractvalue { i32, i1 } [[PAIR]], 1
  %f = call spir_func zeroext i1 @_Z39atomic_compare_exchange_strong_explicitPU3AS4VU7_AtomicfPU3AS4ff12memory_orderS4_(ptr addrspace(4) %p, ptr addrspace(4) %e, float 4.0, i32 4, i32 0)
  ret void
}

; What is not OpenCL's, or has other operands, stays.
; CHECK-LABEL: @others(
define spir_func void @others(ptr addrspace(1) %p) {
; CHECK: call spir_func i32 @_Z18__spirv_AtomicIAddPU3AS1iiii(
  %a = call spir_func i32 @_Z18__spirv_AtomicIAddPU3AS1iiii(ptr addrspace(1) %p, i32 1, i32 0, i32 5)
; CHECK: call spir_func i32 @_Z10atomic_addPU3AS1Vii(
  %b = call spir_func i32 @_Z10atomic_addPU3AS1Vii(ptr addrspace(1) %p)
  ret void
}
