; Kernels that read constants get the buffer as last argument, and functions between kernel and read
; pass it on; others stay as they are.
; RUN: %opt -passes='ursa-specialization-buffer,verify' -S %s | %FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"

declare spir_func ptr addrspace(1) @__ursa_specialization_buffer()

; CHECK-LABEL: define internal spir_func i32 @leaf(ptr addrspace(1) noalias noundef readonly align 4 dereferenceable(8) %ursa.buffer)
; CHECK-NEXT: %v = load i32, ptr addrspace(1) %ursa.buffer
define internal spir_func i32 @leaf() {
  %b = call spir_func align 4 dereferenceable(8) ptr addrspace(1) @__ursa_specialization_buffer()
  %v = load i32, ptr addrspace(1) %b
  ret i32 %v
}

; A function that calls itself.
; CHECK-LABEL: define spir_func i32 @middle(i32 signext %n, ptr addrspace(1) {{.*}} %ursa.buffer)
; CHECK: %v = call spir_func i32 @leaf(ptr addrspace(1) %ursa.buffer)
; CHECK: %r = call spir_func i32 @middle(i32 signext %v, ptr addrspace(1) %ursa.buffer) #[[CALL:[0-9]+]]
define spir_func i32 @middle(i32 signext %n) {
  %v = call spir_func i32 @leaf()
  %c = icmp eq i32 %v, %n
  br i1 %c, label %again, label %done
again:
  %r = call spir_func i32 @middle(i32 signext %v) nounwind
  ret i32 %r
done:
  ret i32 %n
}

; CHECK-LABEL: define spir_func i32 @unconcerned(i32 %n)
define spir_func i32 @unconcerned(i32 %n) {
  ret i32 %n
}

; CHECK-LABEL: define weak_odr spir_kernel void @reads(ptr addrspace(1) align 4 %out, i32 %n, ptr addrspace(1) noalias noundef readonly align 4 dereferenceable(8) %ursa.buffer)
; CHECK-SAME: #[[KERNEL:[0-9]+]] !kernel_arg_addr_space ![[SPACE:[0-9]+]] !kernel_arg_name ![[NAME:[0-9]+]] !reqd_work_group_size
; CHECK: call spir_func i32 @middle(i32 signext %n, ptr addrspace(1) %ursa.buffer)
define weak_odr spir_kernel void @reads(ptr addrspace(1) align 4 %out, i32 %n) !kernel_arg_addr_space !0 !kernel_arg_name !1 !reqd_work_group_size !2 {
  %v = call spir_func i32 @middle(i32 signext %n)
  store i32 %v, ptr addrspace(1) %out
  ret void
}

; CHECK-LABEL: define spir_kernel void @reads.itself(ptr addrspace(1) {{.*}} %ursa.buffer)
; CHECK-SAME: #[[KERNEL0:[0-9]+]]
define spir_kernel void @reads.itself() {
  %b = call spir_func ptr addrspace(1) @__ursa_specialization_buffer()
  %v = load volatile i32, ptr addrspace(1) %b
  ret void
}

; A kernel that does not use the buffer's address.
; CHECK-LABEL: define spir_kernel void @uses.not() {
define spir_kernel void @uses.not() {
  %b = call spir_func ptr addrspace(1) @__ursa_specialization_buffer()
  ret void
}

; CHECK-LABEL: define spir_kernel void @reads.not(i32 %n) {
define spir_kernel void @reads.not(i32 %n) {
  %v = call spir_func i32 @unconcerned(i32 %n)
  ret void
}

; CHECK-NOT: __ursa_specialization_buffer
; CHECK-DAG: attributes #[[KERNEL]] = { "ursa-specialization-buffer"="2" }
; CHECK-DAG: attributes #[[KERNEL0]] = { "ursa-specialization-buffer"="0" }
; CHECK-DAG: attributes #[[CALL]] = { nounwind }
; CHECK-DAG: ![[SPACE]] = !{i32 1, i32 0, i32 1}
; CHECK-DAG: ![[NAME]] = !{!"out", !"n", !"ursa.buffer"}
!0 = !{i32 1, i32 0}
!1 = !{!"out", !"n"}
!2 = !{i32 8, i32 1, i32 1}
