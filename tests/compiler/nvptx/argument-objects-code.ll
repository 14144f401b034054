; The elements of an array in a kernel's captures are loaded from the arguments, with the kernel's form
; for launches with a global offset, too.
; RUN: %ursac --save-temps %s --targets=nvptx64-sm_70 -o a.ursa
; RUN: cp a.ursa.nvptx64-sm_70.ptx a.ptx && %FileCheck %s --implicit-check-not=local_depot < a.ptx && %ptxas -arch=sm_75 a.ptx -o a.cubin
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"
declare spir_func i64 @_Z13get_global_idj(i32)

; CHECK-LABEL: .entry k(
; CHECK: .param .align 8 .b8 k_param_1[64],
; CHECK-NEXT: .param .align 8 .b8 k_param_2[16],
; CHECK-NEXT: .param .f32 k_param_3
; CHECK: mov.b64 [[BEGIN:%rd[0-9]+]], k_param_1;
; CHECK: add.s64 [[PLACE:%rd[0-9]+]], [[BEGIN]],
; CHECK: ld.param.b32 {{%r[0-9]+}}, {{\[}}[[PLACE]]];
; CHECK-LABEL: .entry k_with_offset(
; CHECK: .param .align 8 .b8 k_with_offset_param_1[64],
; CHECK: mov.b64 {{%rd[0-9]+}}, k_with_offset_param_1;
define spir_kernel void @k(ptr addrspace(1) %out, <16 x float> %a, <4 x float> %b, float %c) {
  %object = alloca [96 x i8], align 8
  %p = getelementptr inbounds i8, ptr %object, i64 8
  store <16 x float> %a, ptr %p, align 8
  %q = getelementptr inbounds i8, ptr %object, i64 72
  store <4 x float> %b, ptr %q, align 8
  %r = getelementptr inbounds i8, ptr %object, i64 88
  store float %c, ptr %r, align 8
  %i = call spir_func i64 @_Z13get_global_idj(i32 0)
  %element = getelementptr inbounds float, ptr %p, i64 %i
  %x = load float, ptr %element, align 4
  %place = getelementptr inbounds float, ptr addrspace(1) %out, i64 %i
  store float %x, ptr addrspace(1) %place, align 4
  ret void
}
