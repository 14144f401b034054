; The memory of the barrier of all work-groups is an argument, as that of a variable with a name of the run time.
; RUN: %opt -passes=ursa-device-globals,verify -S %s | %FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"

; CHECK-NOT: @__ursa_root_barrier
; CHECK: define spir_kernel void @k(ptr addrspace(1) noundef align 4 dereferenceable(8) "ursa-device-global"="ursa.root_barrier" %[[MEMORY:.*]])
; CHECK: store i32 1, ptr addrspace(1) %[[MEMORY]]
; CHECK: store i32 2, ptr addrspace(1) %[[MEMORY]]
define spir_kernel void @k() {
  %p = call spir_func ptr addrspace(1) @__ursa_root_barrier()
  store i32 1, ptr addrspace(1) %p
  %q = call spir_func ptr addrspace(1) @__ursa_root_barrier()
  store i32 2, ptr addrspace(1) %q
  ret void
}

declare spir_func ptr addrspace(1) @__ursa_root_barrier()
