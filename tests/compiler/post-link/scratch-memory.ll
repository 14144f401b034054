; Scratch memory of work-groups becomes an argument of the kernels that use it, and of functions between; it is described
; as local memory that is no part of a parameter. The arguments for device_globals follow it.
; RUN: %opt -passes=ursa-scratch-memory,verify -S %s | %FileCheck %s
; RUN: %post_link %s -S -o %t.table && %FileCheck %s --check-prefix=IMAGE < %t_0.ll
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"

@counter = external addrspace(1) global i64 #0

; CHECK: define spir_func void @helper(ptr addrspace(3) noundef "ursa-scratch-memory" %[[MEMORY:.*]])
; CHECK: store i32 1, ptr addrspace(3) %[[MEMORY]]
define spir_func void @helper() {
  %p = call spir_func ptr addrspace(3) @__ursa_work_group_scratch_memory()
  store i32 1, ptr addrspace(3) %p
  ret void
}

; CHECK: define spir_kernel void @uses(i32 %n, ptr addrspace(3) noundef "ursa-scratch-memory" %[[MEMORY:.*]])
; CHECK: call spir_func void @helper(ptr addrspace(3) %[[MEMORY]])
; IMAGE: define spir_kernel void @uses(i32 %n, ptr addrspace(3) noundef "ursa-scratch-memory" %{{[^ ]*}}, ptr addrspace(1) {{.*}}"ursa-device-global"="counter id" %{{[^ ]*}})
; IMAGE-DAG: = !{i32 0, i32 3, i32 1}
; IMAGE-DAG: = !{!"n", !"ursa.scratch", !"ursa.device_global"}
define spir_kernel void @uses(i32 %n) !kernel_arg_name !0 !kernel_arg_addr_space !1 !ursa_kernel_parameters !2 {
  call spir_func void @helper()
  %wide = zext i32 %n to i64
  store i64 %wide, ptr addrspace(1) @counter
  ret void
}

; CHECK: define spir_kernel void @none(i32 %n)
define spir_kernel void @none(i32 %n) {
  ret void
}

declare spir_func ptr addrspace(3) @__ursa_work_group_scratch_memory()
attributes #0 = { "ursa-device-global"="counter id" }
!0 = !{!"n"}
!1 = !{i32 0}
!2 = !{!3}
!3 = !{i32 0, i32 0, i32 4}
