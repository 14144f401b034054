; No branch has duplicate edges to a block with phis, which llvm-spirv-15 cannot read.
; RUN: for o in "" -O0; do %codegen $o %s -o a.spv && %spirv_val --target-env opencl2.2 a.spv && %spirv_dis a.spv | %FileCheck %s || exit 1; done
; RUN: llvm-spirv-15 -r a.spv -o a.bc
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"
; CHECK: OpSwitch %n %other 1 %[[FEW:[a-z_]*]] 2 %[[FEW]] 5 %many
; CHECK: %[[FEW]] = OpLabel
; CHECK-NEXT: OpBranch %[[MEET:.*]]
; CHECK: %[[MEET]] = OpLabel
; CHECK-NEXT: OpPhi
define spir_kernel void @choose(ptr addrspace(1) %p, i32 %n) {
entry:
  switch i32 %n, label %other [ i32 1, label %meet
                                i32 2, label %meet
                                i32 5, label %many ]
many:
  store i32 7, ptr addrspace(1) %p
  br label %meet
meet:
  %x = phi i32 [ 3, %entry ], [ 3, %entry ], [ %n, %many ]
  store i32 %x, ptr addrspace(1) %p
  br label %other
other:
  ret void
}
define spir_kernel void @alone(ptr addrspace(1) %p, i32 %n) {
entry:
  switch i32 %n, label %other [ i32 1, label %meet
                                i32 2, label %meet ]
meet:
  %x = phi i32 [ %n, %entry ], [ %n, %entry ]
  store i32 %x, ptr addrspace(1) %p
  br label %other
other:
  ret void
}
