; Entry points read the kernel arguments from the push constants or the argument buffer.
; RUN: %opt -S -passes=ursa-vulkan-kernel-arguments %s | %FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"

; CHECK: @__vk.local.k.6 = external addrspace(3) global [0 x i8], align 16 #[[SIZE:[0-9]+]]
; CHECK-LABEL: define internal void @k.body(
define spir_kernel void @k(ptr addrspace(1) %p, i16 %n, ptr addrspace(3) %tile) !reqd_work_group_size !0 {
  ret void
}
; CHECK-LABEL: define internal void @large.body(
define spir_kernel void @large(<16 x float> %a, <16 x float> %b) {
  ret void
}
; CHECK-LABEL: define internal void @holder.body(
%struct.inner = type { i32, ptr addrspace(1) }
%struct.holder = type { %struct.inner, [2 x ptr addrspace(4)], ptr }
define spir_kernel void @holder(ptr byval(%struct.holder) %s) {
  ret void
}
; CHECK: define void @k() #[[K:[0-9]+]] !reqd_work_group_size
; CHECK: call i32 @__vk.push.48()
; CHECK: call i32 @__vk.push.52()
; CHECK: inttoptr i64 {{.*}} to ptr addrspace(1)
; CHECK: call i32 @__vk.push.56()
; CHECK: trunc i32 {{.*}} to i16
; CHECK: call void @k.body(ptr addrspace(1) {{.*}}, i16 {{.*}}, ptr addrspace(3) @__vk.local.k.6)
; CHECK: define void @large() #[[LARGE:[0-9]+]]
; CHECK: call i32 @__vk.push.32()
; CHECK: load <16 x float>, ptr addrspace(1) {{.*}}, !invariant.load
; CHECK: define void @holder() #[[HOLDER:[0-9]+]]
; CHECK: attributes #[[SIZE]] = { "ursa-vulkan-spec-size"="6" }
; CHECK: attributes #[[K]] = { "ursa-vulkan-arguments"="v0+8*,v8+2,l6" "ursa-vulkan-kernel" }
; CHECK: attributes #[[LARGE]] = { "ursa-vulkan-arguments"="b0+64,b64+64" "ursa-vulkan-kernel" }
; CHECK: attributes #[[HOLDER]] = { "ursa-vulkan-arguments"="v0+40@8@16@24" "ursa-vulkan-kernel" }
!0 = !{i32 8, i32 1, i32 1}
