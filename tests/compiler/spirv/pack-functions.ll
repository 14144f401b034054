; Only the host has packs: their functions, and the code behind them, are removed.
; RUN: %codegen %s -o a.spv && %spirv_val --target-env spv1.2 a.spv && %spirv_dis a.spv | %FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"
; CHECK-NOT: ursa_pack
; CHECK: OpFunction
; CHECK-NOT: OpBranchConditional
; CHECK: OpStore %{{.*}} %uint_7
; CHECK-NOT: ursa_pack
declare i32 @__ursa_pack_width() memory(none)
declare i32 @__ursa_pack_shuffle(i32, i32) convergent
define spir_kernel void @k(ptr addrspace(1) %p) {
  %width = call i32 @__ursa_pack_width()
  %has = icmp ne i32 %width, 0
  br i1 %has, label %pack, label %alone
pack:
  %x = load i32, ptr addrspace(1) %p
  %y = call i32 @__ursa_pack_shuffle(i32 %x, i32 1)
  br label %end
alone:
  br label %end
end:
  %value = phi i32 [ %y, %pack ], [ 7, %alone ]
  store i32 %value, ptr addrspace(1) %p
  ret void
}
