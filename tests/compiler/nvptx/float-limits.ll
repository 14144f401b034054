; A relaxed minimum of floats that changes nothing loads, but does not exchange.
; RUN: %ursac --save-temps %s --targets=nvptx64-sm_70 -o a.ursa
; RUN: cp a.ursa.nvptx64-sm_70.ptx a.ptx && %FileCheck %s < a.ptx
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"

; CHECK-LABEL: .entry relaxed(
; CHECK: ld.relaxed.{{(sys.)?}}global.b32 [[OLD:%r[0-9]+]],
; CHECK: min.f32 [[NEW:%r[0-9]+]], [[OLD]],
; CHECK: setp.{{eq|ne}}.b32 %p{{[0-9]+}}, [[OLD]], [[NEW]];
; CHECK: bra
; CHECK: atom.relaxed.{{(sys.)?}}global.cas.b32
define spir_kernel void @relaxed(ptr addrspace(1) %p, float %v) {
  %old = atomicrmw fmin ptr addrspace(1) %p, float %v monotonic
  ret void
}
; CHECK-LABEL: .entry ordered(
; CHECK-NOT: ld.relaxed
; CHECK: cas.b64
define spir_kernel void @ordered(ptr addrspace(1) %p, double %v) {
  %old = atomicrmw fmax ptr addrspace(1) %p, double %v seq_cst
  ret void
}
