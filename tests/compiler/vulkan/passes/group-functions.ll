; Work-group collective functions share a table in local memory.
; RUN: %opt -S -passes=ursa-vulkan-group-functions %s | %FileCheck %s
target triple = "spirv64-unknown-unknown"

declare spir_func i32 @_Z20work_group_broadcastim(i32, i64)
declare spir_func float @_Z29work_group_scan_exclusive_minf(float)
declare spir_func i32 @_Z17work_group_gatheri(i32)

; CHECK: @__vk.local.group = external addrspace(3) global [0 x i64], align 16 #[[SIZE:[0-9]+]]
; CHECK-LABEL: define {{.*}}@_Z20work_group_broadcastim(
; CHECK: store i64
; CHECK: call void @__vk.barrier(i32 3)
; CHECK: load i64
; CHECK: call void @__vk.barrier(i32 3)
; CHECK-LABEL: define {{.*}}@_Z29work_group_scan_exclusive_minf(
; CHECK: store i64
; CHECK: call void @__vk.barrier(i32 3)
; CHECK: step:
; CHECK: call float @llvm.minnum.f32(
; CHECK: end:
; CHECK: select i1 {{.*}}, float 0x7FF0000000000000
; CHECK: declare spir_func i32 @_Z17work_group_gatheri(i32)
; CHECK: attributes #[[SIZE]] = { "ursa-vulkan-spec-size"="g8" }
define spir_kernel void @k(i32 %i, float %x) {
  %a = call spir_func i32 @_Z20work_group_broadcastim(i32 %i, i64 3)
  %b = call spir_func float @_Z29work_group_scan_exclusive_minf(float %x)
  %c = call spir_func i32 @_Z17work_group_gatheri(i32 %i)
  ret void
}
