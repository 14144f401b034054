; Objects that kernels take by value in parts are read where the driver puts the arguments, if the
; kernel indexes them and writes nothing else to them.
; RUN: %opt -passes='ursa-nvptx-argument-objects,verify' -S %s | %FileCheck %s
target datalayout = "e-p3:32:32-p4:32:32-p5:32:32-p6:32:32-p7:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: define ptx_kernel void @indexed(
; CHECK-SAME: ptr addrspace(1) %out, ptr byval([64 x i8]) align 8 %a, ptr byval([16 x i8]) align 8 %b, float %c, i32 %i)
; CHECK-NOT: alloca
; CHECK: [[A:%.*]] = addrspacecast ptr %a to ptr addrspace(101)
; CHECK: [[OBJECT:%.*]] = getelementptr i8, ptr addrspace(101) [[A]], i64 -8
; CHECK: [[ARRAY:%.*]] = getelementptr i8, ptr addrspace(101) [[OBJECT]], i64 8
; CHECK: [[ELEMENT:%.*]] = getelementptr float, ptr addrspace(101) [[ARRAY]], i32 %i
; CHECK: load float, ptr addrspace(101) [[ELEMENT]], align 4
define ptx_kernel void @indexed(ptr addrspace(1) %out, <16 x float> %a, <4 x float> %b, float %c, i32 %i) {
  %object = alloca [96 x i8], align 8
  %p = getelementptr inbounds i8, ptr %object, i64 8
  store <16 x float> %a, ptr %p, align 8
  %q = getelementptr inbounds i8, ptr %object, i64 72
  store <4 x float> %b, ptr %q, align 8
  %r = getelementptr inbounds i8, ptr %object, i64 88
  store float %c, ptr %r, align 8
  %element = getelementptr inbounds float, ptr %p, i32 %i
  %x = load float, ptr %element, align 4
  %y = extractelement <16 x float> %a, i64 3
  %z = fadd float %x, %y
  store float %z, ptr addrspace(1) %out, align 4
  ret void
}

; Of pointers, the first one is passed as bytes, too.
; CHECK-LABEL: define ptx_kernel void @pointers(
; CHECK-SAME: ptr byval([8 x i8]) align 8 %a, ptr addrspace(1) %b, i32 %i)
; CHECK-NOT: alloca
; CHECK: load ptr, ptr addrspace(101)
define ptx_kernel void @pointers(ptr addrspace(1) %a, ptr addrspace(1) %b, i32 %i) {
  %object = alloca [2 x ptr], align 8
  store ptr addrspace(1) %a, ptr %object, align 8
  %q = getelementptr inbounds i8, ptr %object, i64 8
  store ptr addrspace(1) %b, ptr %q, align 8
  %element = getelementptr inbounds [2 x ptr], ptr %object, i64 0, i32 %i
  %x = load ptr, ptr %element, align 8
  store i32 %i, ptr %x, align 4
  ret void
}

; CHECK-LABEL: define ptx_kernel void @two(
; CHECK-SAME: i16 %other, ptr byval([16 x i8]) align 4 %a, ptr byval([8 x i8]) align 8 %b, i32 %i, ptr addrspace(1) %out)
; CHECK-NOT: alloca
; CHECK: ret void
define ptx_kernel void @two(i16 %other, <4 x i32> %a, <2 x i32> %b, i32 %i, ptr addrspace(1) %out) {
  %first = alloca [4 x i32], align 4
  %second = alloca [2 x i32], align 8
  store <4 x i32> %a, ptr %first, align 4
  store <2 x i32> %b, ptr %second, align 8
  %p = getelementptr inbounds [4 x i32], ptr %first, i64 0, i32 %i
  %q = getelementptr inbounds [2 x i32], ptr %second, i64 0, i32 %i
  %x = load i32, ptr %p, align 4
  %y = load i32, ptr %q, align 4
  %z = add i32 %x, %y
  store i32 %z, ptr addrspace(1) %out, align 4
  ret void
}

; A copy, as a function's parameter is, is read in the same place.
; CHECK-LABEL: define ptx_kernel void @copied(
; CHECK-SAME: ptr byval([16 x i8]) align 8 %a, i32 %i)
; CHECK-NOT: memcpy
; CHECK: load i32, ptr addrspace(101)
; CHECK: ret void
define ptx_kernel void @copied(ptr addrspace(1) %out, <4 x i32> %a, i32 %i) {
  %object = alloca [4 x i32], align 4
  %copy = alloca [4 x i32], align 4
  store <4 x i32> %a, ptr %object, align 4
  call void @llvm.lifetime.start.p0(ptr %copy)
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %copy, ptr align 4 %object, i64 16, i1 false)
  %p = getelementptr inbounds [4 x i32], ptr %copy, i64 0, i32 %i
  %x = load i32, ptr %p, align 4
  store i32 %x, ptr addrspace(1) %out, align 4
  call void @llvm.lifetime.end.p0(ptr %copy)
  ret void
}
; CHECK-LABEL: define ptx_kernel void @changedCopy(
; CHECK: call void @llvm.memcpy.p0.p101.i64(ptr align 4 %copy, ptr addrspace(101) align 4
define ptx_kernel void @changedCopy(ptr addrspace(1) %out, <4 x i32> %a, i32 %i) {
  %object = alloca [4 x i32], align 4
  %copy = alloca [4 x i32], align 4
  store <4 x i32> %a, ptr %object, align 4
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %copy, ptr align 4 %object, i64 16, i1 false)
  %p = getelementptr inbounds [4 x i32], ptr %copy, i64 0, i32 %i
  store i32 7, ptr %p, align 4
  %x = load i32, ptr %copy, align 4
  store i32 %x, ptr addrspace(1) %out, align 4
  ret void
}
