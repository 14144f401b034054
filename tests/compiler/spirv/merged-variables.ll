; Variables whose addresses are merged with other pointers keep their own types: the backend would give them that of
; the merged pointer, here one byte.
; RUN: for o in "" -O0; do %codegen $o %s -o a.spv && %spirv_val --target-env opencl2.2 a.spv && %spirv_dis a.spv | %FileCheck %s || exit 1; done
; CHECK-NOT: OpVariable %_ptr_Function_uchar
; CHECK: OpVariable %_ptr_Function__arr_uint
; CHECK-NOT: OpVariable %_ptr_Function_uchar
; CHECK: OpVariable
; CHECK-NOT: OpVariable %_ptr_Function_uchar
; CHECK: OpFunctionEnd
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"
define spir_kernel void @k(i32 %d, ptr addrspace(1) %o) {
entry:
  %a = alloca [2 x i32], align 8
  %b = alloca ptr addrspace(4), align 8
  store i32 %d, ptr %a, align 4
  %a4 = getelementptr inbounds i8, ptr %a, i64 4
  store i32 %d, ptr %a4, align 4
  %p = load ptr addrspace(4), ptr %a, align 8
  store ptr addrspace(4) %p, ptr %b, align 8
  br label %loop
loop:
  %n = phi i64 [ 8, %entry ], [ %n1, %loop ]
  %x = phi ptr [ %a, %entry ], [ %x1, %loop ]
  %y = phi ptr [ %b, %entry ], [ %y1, %loop ]
  %u = load i8, ptr %x
  %v = load i8, ptr %y
  %e = icmp eq i8 %u, %v
  %n1 = add i64 %n, -1
  %x1 = getelementptr inbounds i8, ptr %x, i64 1
  %y1 = getelementptr inbounds i8, ptr %y, i64 1
  %ne = icmp ne i64 %n1, 0
  %c = select i1 %e, i1 %ne, i1 false
  br i1 %c, label %loop, label %exit
exit:
  %z = zext i1 %e to i8
  store i8 %z, ptr addrspace(1) %o
  ret void
}
