; Selects of vectors have a vector condition, and the lower bits of an integer are masked: the backend
; miscompiles other forms, or writes invalid instructions for them.
; RUN: for o in "" -O0; do %codegen $o %s -o a.spv && %spirv_val --target-env opencl2.2 a.spv && %spirv_dis a.spv | %FileCheck %s || exit 1; done
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"
declare i64 @llvm.umin.i64(i64, i64)
; CHECK-LABEL: %choose = OpFunction
; CHECK: OpSelect %v3uint
define spir_kernel void @choose(ptr addrspace(1) %p, i32 %n, <3 x i32> %a, <3 x i32> %b) {
  %c = icmp slt i32 %n, 7
  %s = select i1 %c, <3 x i32> %a, <3 x i32> %b
  store <3 x i32> %s, ptr addrspace(1) %p
  ret void
}
; CHECK-LABEL: %lower = OpFunction
; CHECK: %[[X:.*]] = OpUConvert %uint %
; CHECK: %[[Y:.*]] = OpBitwiseAnd %uint %[[X]] %uint_255
; CHECK: OpStore %{{.*}} %[[Y]] Aligned 4
define spir_kernel void @lower(ptr addrspace(1) %p, i64 %x) {
  %t = trunc i64 %x to i8
  %z = zext i8 %t to i32
  store i32 %z, ptr addrspace(1) %p
  ret void
}
; CHECK-LABEL: %limited = OpFunction
; CHECK: OpStore %{{.*}} %{{.*}} Aligned 4
; CHECK-NOT: ulong
; CHECK: OpFunctionEnd
define spir_kernel void @limited(ptr addrspace(1) %p, i64 %x) {
  %m = call i64 @llvm.umin.i64(i64 %x, i64 255)
  %t = trunc i64 %m to i8
  %z = zext i8 %t to i32
  store i32 %z, ptr addrspace(1) %p
  ret void
}
; CHECK-LABEL: %vectors = OpFunction
; CHECK: OpBitwiseAnd %v4ulong
define spir_kernel void @vectors(ptr addrspace(1) %p, <4 x i32> %x) {
  %t = trunc <4 x i32> %x to <4 x i8>
  %z = zext <4 x i8> %t to <4 x i64>
  store <4 x i64> %z, ptr addrspace(1) %p
  ret void
}
; zext of sext: the backend cannot select the mask that LLVM creates for it.
; CHECK-LABEL: %again = OpFunction
; CHECK: %[[X:.*]] = OpSConvert %v4uint %
; CHECK: OpBitwiseAnd %v4uint %[[X]] %
define spir_kernel void @again(ptr addrspace(1) %p, <4 x i8> %x) {
  %s = sext <4 x i8> %x to <4 x i16>
  %z = zext <4 x i16> %s to <4 x i32>
  store <4 x i32> %z, ptr addrspace(1) %p
  ret void
}
; Integers of other widths are promoted; in memory they are of several parts. LLVM's SROA copies
; structures by such integers.
; CHECK-LABEL: %odd = OpFunction
; CHECK-DAG: OpLoad %uint %{{.*}} Aligned 4
; CHECK-DAG: OpLoad %uchar %{{.*}} Aligned 4
; CHECK-DAG: OpShiftLeftLogical %ulong
; CHECK-DAG: OpBitwiseOr %ulong
; CHECK: OpPhi %ulong
; CHECK: OpStore %{{.*}} %{{.*}} Aligned 4
; CHECK: OpStore %{{.*}} %{{.*}} Aligned 4
define spir_kernel void @odd(ptr addrspace(1) %p, i32 %n) {
  %x = load i40, ptr addrspace(1) %p, align 4
  br label %loop
loop:
  %i = phi i32 [ 0, %0 ], [ %j, %loop ]
  %v = phi i40 [ %x, %0 ], [ %w, %loop ]
  %w = add i40 %v, 3
  %j = add i32 %i, 1
  %c = icmp slt i32 %j, %n
  br i1 %c, label %loop, label %exit
exit:
  store i40 %w, ptr addrspace(1) %p, align 4
  ret void
}
