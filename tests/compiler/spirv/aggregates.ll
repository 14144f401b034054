; Structs and arrays that are SSA values, which the backend miscompiles, are split into scalars.
; RUN: %opt -passes='ursa-spirv-aggregates,verify' -S %s | %FileCheck %s --implicit-check-not=alloca
; RUN: for o in "" -O0; do %codegen $o %s -o a.spv && %spirv_val --target-env opencl2.2 a.spv || exit 1; done
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"
%S = type { i32, [2 x float] }

; CHECK-LABEL: define spir_kernel void @selected
; CHECK: %[[A0:.*]] = getelementptr inbounds %S, ptr addrspace(1) %p, i32 0, i32 1, i32 1
; CHECK: %[[A:.*]] = load float, ptr addrspace(1) %[[A0]], align 8
; CHECK: %[[B0:.*]] = getelementptr inbounds %S, ptr addrspace(1) %q, i32 0, i32 1, i32 1
; CHECK: %[[B:.*]] = load float, ptr addrspace(1) %[[B0]], align 4
; CHECK: %f = select i1 %b, float %[[A]], float %[[B]]
; CHECK: store float %f, ptr addrspace(1) %q
define spir_kernel void @selected(ptr addrspace(1) %p, ptr addrspace(1) %q, i32 %c) {
  %s = load %S, ptr addrspace(1) %p, align 16
  %t = load %S, ptr addrspace(1) %q
  %b = icmp eq i32 %c, 0
  %r = select i1 %b, %S %s, %S %t
  %f = extractvalue %S %r, 1, 1
  store float %f, ptr addrspace(1) %q
  ret void
}

; CHECK-LABEL: define spir_kernel void @looped
; CHECK-DAG: phi i32 [ 1, %entry ], [ %j, %loop ]
; CHECK-DAG: phi float [ 2.000000e+00, %entry ], [ %g, %loop ]
; CHECK-NOT: value %S
define spir_kernel void @looped(ptr addrspace(1) %p, i32 %n) {
entry:
  br label %loop
loop:
  %r = phi %S [ { i32 1, [2 x float] [float 2.0, float 3.0] }, %entry ], [ %next, %loop ]
  %i = extractvalue %S %r, 0
  %a = extractvalue %S %r, 1
  %f = extractvalue [2 x float] %a, 0
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

; Arguments and results of calls remain aggregates.
; CHECK-LABEL: define spir_kernel void @called
; CHECK: %[[W0:.*]] = insertvalue %S poison, i32 %x, 0
; CHECK: %[[W1:.*]] = insertvalue %S %[[W0]], float 1.000000e+00, 1, 0
; CHECK: %[[W2:.*]] = insertvalue %S %[[W1]], float 2.000000e+00, 1, 1
; CHECK: %r = call spir_func %S @callee(%S %[[W2]])
; CHECK: %[[R0:.*]] = extractvalue %S %r, 0
; CHECK: store i32 %[[R0]], ptr addrspace(1) %{{.*}}, align 4
define spir_func %S @callee(%S %s) noinline {
  ret %S %s
}
define spir_kernel void @called(ptr addrspace(1) %p, i32 %x) {
  %s = insertvalue %S { i32 0, [2 x float] [float 1.0, float 2.0] }, i32 %x, 0
  %r = call spir_func %S @callee(%S %s)
  store %S %r, ptr addrspace(1) %p, align 4
  ret void
}
