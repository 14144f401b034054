; Work-item functions call primitives; specialization constants become primitives with a SpecId.
; RUN: %opt -S -passes=ursa-vulkan-work-items %s | %FileCheck %s
target triple = "spirv64-unknown-unknown"

declare spir_func i64 @_Z13get_global_idj(i32)
declare spir_func i64 @_Z14get_num_groupsj(i32)
declare spir_func void @_Z7barrierj(i32)
declare spir_func i32 @_Z20__spirv_SpecConstantii(i32, i32)
declare i64 @llvm.spv.thread.id.in.group.i64(i32)

; CHECK-LABEL: define {{.*}}i64 @_Z13get_global_idj(i32 %0)
; CHECK-DAG: call i32 @__vk.group_id.0()
; CHECK-DAG: call i32 @__vk.launch_size.0()
; CHECK: %[[MASK:.*]] = call i32 @__vk.spec.i32.255()
; CHECK-NEXT: %[[OFFSET:.*]] = call i32 @__vk.push.0()
; CHECK-NEXT: and i32 %[[OFFSET]], %[[MASK]]
; CHECK-LABEL: define {{.*}}i64 @_Z14get_num_groupsj(i32 %0)
; CHECK: call i32 @__vk.push.16()
; CHECK-LABEL: define {{.*}}void @_Z7barrierj(i32 %0)
; CHECK-NEXT: call void @__vk.barrier(i32 %0)
; CHECK-LABEL: define spir_kernel void @k
define spir_kernel void @k() {
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  %groups = call spir_func i64 @_Z14get_num_groupsj(i32 0)
  call spir_func void @_Z7barrierj(i32 1)
; CHECK: call i32 @__vk.spec.i32.263()
  %c = call spir_func i32 @_Z20__spirv_SpecConstantii(i32 7, i32 -3)
; CHECK: call i32 @__vk.local_id.1()
  %l = call i64 @llvm.spv.thread.id.in.group.i64(i32 1)
  ret void
}
; CHECK-DAG: "ursa-vulkan-default"="4294967293"
; CHECK-DAG: "ursa-vulkan-default"="4294967295"
