; Pointers to shared memory become offsets into one piece of it; other arguments, their attributes and
; functions that are no kernels stay as they are.
; RUN: %opt -passes='ursa-nvptx-local-memory,verify' -S %s | %FileCheck %s
target triple = "nvptx64-nvidia-cuda"

; CHECK: @two_shared_mem = external addrspace(3) global [0 x i8], align 16
; CHECK-NOT: shared_mem

; CHECK-LABEL: define ptx_kernel void @two(i32 %a.offset, ptr addrspace(1) noalias %out, i32 %b.offset) #0 !reqd
; CHECK-NEXT: entry:
; CHECK-NEXT: [[A:%.+]] = and i32 %a.offset, -16
; CHECK-NEXT: %a = getelementptr inbounds i8, ptr addrspace(3) @two_shared_mem, i32 [[A]]
; CHECK-NEXT: [[B:%.+]] = and i32 %b.offset, -16
; CHECK-NEXT: %b = getelementptr inbounds i8, ptr addrspace(3) @two_shared_mem, i32 [[B]]
; CHECK-NEXT: %x = load i64, ptr addrspace(3) %a
; CHECK-NEXT: %y = load i64, ptr addrspace(3) %b
define ptx_kernel void @two(ptr addrspace(3) nocapture align 8 %a, ptr addrspace(1) noalias %out, ptr addrspace(3) %b) #0 !reqd_work_group_size !0 {
entry:
  %x = load i64, ptr addrspace(3) %a
  %y = load i64, ptr addrspace(3) %b
  %s = add i64 %x, %y
  store i64 %s, ptr addrspace(1) %out
  ret void
}
; CHECK-LABEL: define ptx_kernel void @none(ptr addrspace(1) %out)
define ptx_kernel void @none(ptr addrspace(1) %out) {
  ret void
}
; CHECK-LABEL: define void @helper(ptr addrspace(3) %p)
define void @helper(ptr addrspace(3) %p) {
  ret void
}
attributes #0 = { nounwind }
!0 = !{i32 1, i32 1, i32 1}
