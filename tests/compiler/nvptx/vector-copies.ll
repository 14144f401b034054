; Copies of 16 bytes that are aligned to 16 become a load and a store, also through an object that is
; only copied; such an object whose elements are used stays, as do other sizes and alignments.
; RUN: %opt -passes='ursa-nvptx-vector-copies,verify' -S %s | %FileCheck %s
; RUN: %opt -passes='ursa-nvptx-vector-copies,sroa' -S %s | %FileCheck %s --check-prefix=REGISTERS
target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: define void @swap(
; CHECK-NEXT: %t = alloca
; CHECK-NEXT: [[V:%.+]] = load <4 x i32>, ptr %a, align 16
; CHECK-NEXT: store <4 x i32> [[V]], ptr %t, align 16
; CHECK-COUNT-2: load <4 x i32>
; CHECK-NOT: memcpy
; CHECK: ret void
; REGISTERS-LABEL: define void @swap(
; REGISTERS-NOT: alloca
; REGISTERS: ret void
define void @swap(ptr %a, ptr %b) {
  %t = alloca { [4 x float] }, align 16
  call void @llvm.memcpy.p0.p0.i64(ptr align 16 %t, ptr align 16 %a, i64 16, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr align 16 %a, ptr align 16 %b, i64 16, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr align 16 %b, ptr align 16 %t, i64 16, i1 false)
  ret void
}
; CHECK-LABEL: define float @element(
; CHECK: memcpy
define float @element(ptr %a) {
  %t = alloca { [4 x float] }, align 16
  call void @llvm.memcpy.p0.p0.i64(ptr align 16 %t, ptr align 16 %a, i64 16, i1 false)
  %second = getelementptr i8, ptr %t, i64 4
  %x = load float, ptr %second
  ret float %x
}
; CHECK-LABEL: define void @others(
; CHECK-COUNT-3: memcpy
define void @others(ptr %a, ptr %b) {
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %a, ptr align 16 %b, i64 16, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr align 16 %a, ptr align 16 %b, i64 32, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr align 16 %a, ptr align 16 %b, i64 16, i1 true)
  ret void
}
