; Short copies are expanded inline as the alignment allows, others become loops.
; RUN: %opt -S -passes=ursa-vulkan-memory-intrinsics %s | %FileCheck %s
; CHECK-LABEL: define void @k
define void @k(ptr %d, ptr addrspace(1) %s, i64 %n) {
; CHECK: load i32, ptr addrspace(1) {{.*}}, align 4
; CHECK: load i32, ptr addrspace(1) {{.*}}, align 4
; CHECK: load i16, ptr addrspace(1) {{.*}}, align 2
; CHECK: store i32
; CHECK: store i32
; CHECK: store i16
  call void @llvm.memcpy.p0.p1.i64(ptr align 4 %d, ptr addrspace(1) align 8 %s, i64 10, i1 false)
; CHECK: store i64 {{[0-9]+}}, ptr {{.*}}, align 8
  call void @llvm.memset.p0.i64(ptr align 8 %d, i8 7, i64 8, i1 false)
; CHECK: phi i64
; CHECK-NOT: call void @llvm.mem
  call void @llvm.memcpy.p0.p1.i64(ptr align 4 %d, ptr addrspace(1) align 4 %s, i64 %n, i1 false)
  ret void
}
; Memory of two address spaces does not overlap: a move is a copy.
; CHECK-LABEL: define void @moves
define void @moves(ptr %s, ptr addrspace(1) %d) {
; CHECK: phi i64
; CHECK: load {{.*}}, ptr
; CHECK: store {{.*}}, ptr addrspace(1)
; CHECK-NOT: call void @llvm.mem
  call void @llvm.memmove.p1.p0.i64(ptr addrspace(1) align 8 %d, ptr align 8 %s, i64 512, i1 false)
  ret void
}
