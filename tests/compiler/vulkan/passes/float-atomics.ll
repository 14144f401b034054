; Atomic updates of floats become compare-exchange loops, except fadd with native-add; those of private memory are not
; atomic.
; RUN: %opt -S -passes=ursa-vulkan-float-atomics %s | %FileCheck %s --check-prefixes=CHECK,LOOP
; RUN: %opt -S -passes='ursa-vulkan-float-atomics<native-add>' %s | %FileCheck %s --check-prefixes=CHECK,NATIVE

; CHECK-LABEL: define void @k
define void @k(ptr addrspace(1) %p, float %v) {
; NATIVE: atomicrmw fadd ptr addrspace(1) %p, float %v
; LOOP: load atomic i32, ptr addrspace(1) %p monotonic
; LOOP: atomicrmw.start:
; LOOP: phi float
; LOOP: fadd float {{.*}}, %v
; LOOP: cmpxchg ptr addrspace(1) %p, i32 {{.*}}, i32 {{.*}} acq_rel acquire
  %a = atomicrmw fadd ptr addrspace(1) %p, float %v acq_rel
; CHECK: cmpxchg
  %b = atomicrmw fmin ptr addrspace(1) %p, float %v monotonic
; CHECK: atomicrmw add
  %c = atomicrmw add ptr addrspace(1) %p, i32 1 monotonic
; CHECK: atomicrmw xchg ptr addrspace(1) %p, i32 {{.*}} acquire
  %d = atomicrmw xchg ptr addrspace(1) %p, float %v acquire
; CHECK: load atomic i32, ptr addrspace(1) %p acquire
  %e = load atomic float, ptr addrspace(1) %p acquire, align 4
; CHECK: store atomic i32 {{.*}}, ptr addrspace(1) %p release
  store atomic float %v, ptr addrspace(1) %p release, align 4
  ret void
}

; CHECK-LABEL: define void @private
; CHECK-NOT: atomic
; CHECK-NOT: cmpxchg
; CHECK: ret void
define void @private(ptr addrspace(1) %p, i32 %v) {
  %variable = alloca [2 x i32]
  %element = getelementptr i32, ptr %variable, i32 1
  store atomic i32 %v, ptr %element monotonic, align 4
  %a = atomicrmw add ptr %element, i32 1 seq_cst
  %b = cmpxchg ptr %element, i32 1, i32 %a seq_cst monotonic
  %c = load atomic i32, ptr %element acquire, align 4
  store i32 %c, ptr addrspace(1) %p
  ret void
}
