; Of two products, one of which a loop does not change, the other one is fused: the loop computes one.
; RUN: %ursac --save-temps %s --targets=nvptx64-sm_70 -o a.ursa
; RUN: cp a.ursa.nvptx64-sm_70.ptx a.ptx && %FileCheck %s < a.ptx
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"

; CHECK-LABEL: .entry sum(
; CHECK: mul{{(.rn)?}}.f32 [[SAME:%r[0-9]+]], {{.*}}, 0f3C23D70A;
; CHECK: $L__BB0_1:
; CHECK-NOT: mul
; CHECK: fma.rn.f32 [[X:%r[0-9]+]], [[X]], 0f3F7D70A4, [[SAME]];
; CHECK-NOT: mul
; CHECK: @%p{{[0-9]+}} bra $L__BB0_1;
define spir_kernel void @sum(ptr addrspace(1) %out, float %x, float %last) {
entry:
  %same = fmul contract float %last, 0x3F847AE140000000
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %more, %loop ]
  %v = phi float [ %x, %entry ], [ %next, %loop ]
  %place = getelementptr float, ptr addrspace(1) %out, i32 %i
  store float %v, ptr addrspace(1) %place
  %part = fmul contract float %v, 0x3FEFAE1480000000
  %next = fadd contract float %same, %part
  %more = add i32 %i, 1
  %done = icmp eq i32 %more, 640
  br i1 %done, label %end, label %loop, !llvm.loop !0
end:
  ret void
}

; CHECK-LABEL: .entry difference(
; CHECK: mul{{(.rn)?}}.f32 [[SAME:%r[0-9]+]], {{.*}}, 0f3C23D70A;
; CHECK: $L__BB1_1:
; CHECK-NOT: mul
; CHECK: fma.rn.f32 [[X:%r[0-9]+]], [[X]], 0fBF7D70A4, [[SAME]];
; CHECK-NOT: mul
; CHECK: @%p{{[0-9]+}} bra $L__BB1_1;
define spir_kernel void @difference(ptr addrspace(1) %out, float %x, float %last) {
entry:
  %same = fmul contract float %last, 0x3F847AE140000000
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %more, %loop ]
  %v = phi float [ %x, %entry ], [ %next, %loop ]
  %place = getelementptr float, ptr addrspace(1) %out, i32 %i
  store float %v, ptr addrspace(1) %place
  %part = fmul contract float %v, 0x3FEFAE1480000000
  %next = fsub contract float %same, %part
  %more = add i32 %i, 1
  %done = icmp eq i32 %more, 640
  br i1 %done, label %end, label %loop, !llvm.loop !0
end:
  ret void
}

!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.unroll.disable"}
