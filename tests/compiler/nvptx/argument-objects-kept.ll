; Objects that a kernel changes, passes on, or that hold arguments in another order stay in memory.
; RUN: %opt -passes='ursa-nvptx-argument-objects,verify' -S %s | %FileCheck %s --implicit-check-not=byval
target datalayout = "e-p3:32:32-p4:32:32-p5:32:32-p6:32:32-p7:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
declare void @use(ptr)

; CHECK-LABEL: define ptx_kernel void @changed(
; CHECK: alloca
define ptx_kernel void @changed(ptr addrspace(1) %out, <4 x i32> %a, i32 %i) {
  %object = alloca [4 x i32], align 4
  store <4 x i32> %a, ptr %object, align 4
  %p = getelementptr inbounds i32, ptr %object, i32 %i
  store i32 0, ptr %p, align 4
  %x = load i32, ptr %object, align 4
  store i32 %x, ptr addrspace(1) %out, align 4
  ret void
}
; CHECK-LABEL: define ptx_kernel void @passed(
; CHECK: alloca
define ptx_kernel void @passed(<4 x i32> %a, i32 %i) {
  %object = alloca [4 x i32], align 4
  store <4 x i32> %a, ptr %object, align 4
  %p = getelementptr inbounds i32, ptr %object, i32 %i
  call void @use(ptr %p)
  ret void
}
; CHECK-LABEL: define ptx_kernel void @reordered(
; CHECK: alloca
define ptx_kernel void @reordered(ptr addrspace(1) %out, <2 x i32> %a, <2 x i32> %b, i32 %i) {
  %object = alloca [4 x i32], align 8
  store <2 x i32> %b, ptr %object, align 8
  %q = getelementptr inbounds i8, ptr %object, i64 8
  store <2 x i32> %a, ptr %q, align 8
  %p = getelementptr inbounds i32, ptr %object, i32 %i
  %x = load i32, ptr %p, align 4
  store i32 %x, ptr addrspace(1) %out, align 4
  ret void
}
; Without an index, registers hold the object.
; CHECK-LABEL: define ptx_kernel void @constant(
; CHECK: alloca
define ptx_kernel void @constant(ptr addrspace(1) %out, <4 x i32> %a) {
  %object = alloca [4 x i32], align 4
  store <4 x i32> %a, ptr %object, align 4
  %p = getelementptr inbounds i32, ptr %object, i32 1
  %x = load i32, ptr %p, align 4
  store i32 %x, ptr addrspace(1) %out, align 4
  ret void
}
