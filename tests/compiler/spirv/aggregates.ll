; Phis and selects of aggregates, which the backend writes wrongly, go by scalars.
; RUN: %opt -passes='ursa-spirv-aggregates,verify' -S %s | %FileCheck %s
; RUN: %opt -passes='ursa-spirv-aggregates,sroa,verify' -S %s | %FileCheck %s --check-prefix=SROA --implicit-check-not=alloca
; RUN: for o in "" -O0; do %codegen $o %s -o a.spv && %spirv_val --target-env opencl2.2 a.spv || exit 1; done
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"
%S = type { i32, [2 x float] }

; CHECK-LABEL: define spir_kernel void @selected
; CHECK: %[[A:.*]] = extractvalue %S %s, 0
; CHECK: %[[B:.*]] = extractvalue %S %t, 0
; CHECK: %[[C:.*]] = select i1 %b, i32 %[[A]], i32 %[[B]]
; CHECK: insertvalue %S poison, i32 %[[C]], 0
; CHECK: extractvalue %S %s, 1, 1
; CHECK: %[[F:.*]] = select i1 %b, float
; CHECK: %r = insertvalue %S %{{.*}}, float %{{.*}}, 1, 1
; CHECK: extractvalue %S %r, 1, 1
define spir_kernel void @selected(ptr addrspace(1) %p, ptr addrspace(1) %q, i32 %c) {
  %s = load %S, ptr addrspace(1) %p
  %t = load %S, ptr addrspace(1) %q
  %b = icmp eq i32 %c, 0
  %r = select i1 %b, %S %s, %S %t
  %f = extractvalue %S %r, 1, 1
  store float %f, ptr addrspace(1) %q
  ret void
}

; SROA-LABEL: define spir_kernel void @looped
; SROA-DAG: phi i32 [ 1, %entry ]
; SROA-DAG: phi float [ 2.000000e+00, %entry ]
; SROA-NOT: phi %S
define spir_kernel void @looped(ptr addrspace(1) %p, i32 %n) {
entry:
  br label %loop
loop:
  %r = phi %S [ { i32 1, [2 x float] [float 2.0, float 3.0] }, %entry ], [ %next, %loop ]
  %i = extractvalue %S %r, 0
  %f = extractvalue %S %r, 1, 0
  %j = add i32 %i, 1
  %g = fadd float %f, 1.0
  %half = insertvalue %S %r, i32 %j, 0
  %next = insertvalue %S %half, float %g, 1, 0
  %d = icmp ult i32 %j, %n
  br i1 %d, label %loop, label %end
end:
  store float %g, ptr addrspace(1) %p
  ret void
}
