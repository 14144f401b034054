; Kernels share a local variable, without an initial value. PoCL gives each kernel local memory for all
; variables of the module.
; RUN: %codegen %s -o a.spv && %spirv_val --target-env opencl2.2 a.spv && %spirv_dis a.spv | %FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"
@words = linkonce_odr addrspace(3) global [64 x i32] zeroinitializer
; CHECK: OpName %words "words"
; CHECK: %words = OpVariable %{{.*}} Workgroup{{$}}
; CHECK-NOT: OpVariable %{{.*}} Workgroup
define spir_kernel void @first(i32 %i) {
  %p = getelementptr i32, ptr addrspace(3) @words, i32 %i
  store i32 1, ptr addrspace(3) %p
  ret void
}
define spir_kernel void @second(i32 %i) {
  %p = getelementptr i32, ptr addrspace(3) @words, i32 %i
  store i32 2, ptr addrspace(3) %p
  ret void
}
