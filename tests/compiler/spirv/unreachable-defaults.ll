; A switch whose default is unreachable has the last case as default: PoCL takes an unreachable block
; between barriers for the end of a work-item's part of the kernel. A switch of one case is a branch.
; RUN: for o in "" -O0; do %codegen $o %s -o a.spv && %spirv_val --target-env opencl2.2 a.spv && %spirv_dis a.spv | %FileCheck %s --implicit-check-not=OpUnreachable || exit 1; done
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"

; CHECK: %k = OpFunction
; CHECK: OpSwitch %{{[^ ]+}} %{{[^ ]+}} 0 %{{[^ ]+}} 1 %{{[^ ]+$}}
; CHECK: OpPhi
define spir_kernel void @k(ptr addrspace(1) %p, i32 %n, i32 %x, i32 %y) {
entry:
  switch i32 %n, label %never [
    i32 0, label %first
    i32 1, label %second
    i32 2, label %last
  ]
first:
  store volatile i32 %x, ptr addrspace(1) %p
  br label %last
second:
  store volatile i64 0, ptr addrspace(1) %p
  br label %last
never:
  unreachable
last:
  %chosen = phi i32 [ %x, %entry ], [ %y, %first ], [ %n, %second ]
  store volatile i32 %chosen, ptr addrspace(1) %p
  ret void
}
; CHECK: %single = OpFunction
; CHECK-NOT: OpSwitch
; CHECK: OpFunctionEnd
define spir_kernel void @single(ptr addrspace(1) %p, i32 %n) {
  switch i32 %n, label %never [ i32 7, label %only ]
never:
  unreachable
only:
  store i32 %n, ptr addrspace(1) %p
  ret void
}
