; Votes of a work-group are barriers that combine a truth value.
; RUN: %ursac --save-temps %s --targets=nvptx64-sm_75 -o a.ursa
; RUN: cp a.ursa.nvptx64-sm_75.ptx a.ptx && %FileCheck %s < a.ptx && %ptxas -arch=sm_75 a.ptx -o a.cubin

; CHECK-LABEL: .entry k(
; CHECK: setp.ne.b32 [[SET:%p[0-9]+]], {{%r[0-9]+}}, 0;
; CHECK: bar.red.or.pred [[ANY:%p[0-9]+]], 0, [[SET]];
; CHECK: bar.red.and.pred
; CHECK-NOT: bar.
; CHECK: ret;
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"

declare spir_func i32 @_Z14work_group_anyi(i32) convergent
declare spir_func i32 @_Z14work_group_alli(i32) convergent

define spir_kernel void @k(ptr addrspace(1) %p) {
  %x = load i32, ptr addrspace(1) %p
  %any = call spir_func i32 @_Z14work_group_anyi(i32 %x) convergent
  %all = call spir_func i32 @_Z14work_group_alli(i32 %any) convergent
  store i32 %all, ptr addrspace(1) %p
  ret void
}
