; A loop with several entries gets one: PoCL cannot compile barriers in others. The way through the loop is as before.
; RUN: for o in "" -O0; do %codegen $o %s -o a.spv && %spirv_val --target-env opencl2.2 a.spv && %spirv_dis a.spv | %FileCheck %s || exit 1; done
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"
; CHECK: OpBranch %[[GUARD:irr_guard[a-z0-9_]*]]
; CHECK: %[[GUARD]] = OpLabel
; CHECK: %[[WAY:[a-zA-Z0-9_]*]] = OpPhi %bool
; CHECK: OpBranchConditional %[[WAY]] %{{first|second}} %{{first|second}}
define spir_kernel void @k(ptr addrspace(1) %p, i32 %n) {
entry:
  %odd = trunc i32 %n to i1
  br i1 %odd, label %first, label %second
first:
  store volatile i32 1, ptr addrspace(1) %p
  call spir_func void @_Z7barrierj(i32 1)
  br label %second
second:
  store volatile i32 2, ptr addrspace(1) %p
  %now = load volatile i32, ptr addrspace(1) %p
  %again = icmp slt i32 %now, %n
  br i1 %again, label %first, label %end
end:
  ret void
}
declare spir_func void @_Z7barrierj(i32)
