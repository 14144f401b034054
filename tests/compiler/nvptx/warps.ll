; Sub-groups of NVIDIA's devices are warps of 32; other targets have no warps, and nothing of the code for them.
; RUN: %ursac --save-temps %s --targets=nvptx64-sm_75,spirv64,host-x86_64 -o a.ursa
; RUN: cp a.ursa.nvptx64-sm_75.ptx a.ptx && %FileCheck %s < a.ptx && %ptxas -arch=sm_75 a.ptx -o a.cubin
; RUN: %spirv_dis a.ursa.spirv64.spv | %FileCheck %s --check-prefix=OTHER
; RUN: %llvm_dis a.ursa.host-x86_64.bc -o - | %FileCheck %s --check-prefix=LOWERED

; CHECK-LABEL: .entry k(
; CHECK-NOT: ursa_warp
; CHECK: shfl.sync.idx.b32
; CHECK: st.global.b32 {{.*}}, 32
; OTHER-NOT: ursa_warp
; OTHER: OpStore %{{.*}} %uint_7
; OTHER-NOT: ursa_warp
; LOWERED-NOT: ursa_warp
; LOWERED: store i32 7
; LOWERED-NOT: sub_group_shuffle
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"

declare i32 @__ursa_warp_size() memory(none)
declare spir_func i32 @_Z17sub_group_shufflejj(i32, i32) convergent

define spir_kernel void @k(ptr addrspace(1) %p) {
  %size = call i32 @__ursa_warp_size()
  %has = icmp ne i32 %size, 0
  br i1 %has, label %warp, label %alone
warp:
  %x = load i32, ptr addrspace(1) %p
  %y = call spir_func i32 @_Z17sub_group_shufflejj(i32 %x, i32 1) convergent
  store i32 %y, ptr addrspace(1) %p
  br label %end
alone:
  br label %end
end:
  %value = phi i32 [ %size, %warp ], [ 7, %alone ]
  %next = getelementptr i32, ptr addrspace(1) %p, i64 1
  store i32 %value, ptr addrspace(1) %next
  ret void
}
