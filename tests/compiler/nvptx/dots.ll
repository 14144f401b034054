; A dot product of four bytes and a sum is an instruction.
; RUN: %ursac --save-temps %s --targets=nvptx64-sm_70 -o a.ursa
; RUN: cp a.ursa.nvptx64-sm_70.ptx a.ptx && %FileCheck %s < a.ptx
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"
declare spir_func i32 @__ursa_dot_ss(i32, i32, i32)
declare spir_func i32 @__ursa_dot_su(i32, i32, i32)
declare spir_func i32 @__ursa_dot_us(i32, i32, i32)
declare spir_func i32 @__ursa_dot_uu(i32, i32, i32)

; CHECK-LABEL: .entry k(
; CHECK: dp4a.s32.s32 [[SS:%r[0-9]+]],
; CHECK: dp4a.s32.u32 [[SU:%r[0-9]+]], {{.*}}, [[SS]];
; CHECK: dp4a.u32.s32 [[US:%r[0-9]+]], {{.*}}, [[SU]];
; CHECK: dp4a.u32.u32 {{%r[0-9]+}}, {{.*}}, [[US]];
define spir_kernel void @k(ptr addrspace(1) %out, i32 %a, i32 %b) {
  %ss = call spir_func i32 @__ursa_dot_ss(i32 %a, i32 %b, i32 7)
  %su = call spir_func i32 @__ursa_dot_su(i32 %a, i32 %b, i32 %ss)
  %us = call spir_func i32 @__ursa_dot_us(i32 %a, i32 %b, i32 %su)
  %uu = call spir_func i32 @__ursa_dot_uu(i32 %a, i32 %b, i32 %us)
  store i32 %uu, ptr addrspace(1) %out
  ret void
}
