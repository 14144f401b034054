; Work-groups that are tiles prefetch the pieces of rows that the next groups access: those outside loops whose addresses
; depend on both numbers of a work-item. Local memory, loops and rows of one dimension are left alone.
; RUN: %host_opt %s --width=8 | %FileCheck %s
; RUN: %host_opt %s --width=8 --without=prefetch | %FileCheck %s --check-prefix=PLAIN --implicit-check-not=@llvm.prefetch
; PLAIN: @ursa.pack.tile
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
@tile.parts = internal global [256 x float] undef, section "ursa.local", align 4
declare i64 @_Z13get_global_idj(i32)
declare i64 @_Z12get_local_idj(i32)
declare void @_Z7barrierj(i32) convergent

; CHECK-LABEL: define internal void @ursa.pack.tile(
; CHECK: [[LOADED:%.*]] = getelementptr i8, ptr [[P:%.*]], i64 256
; CHECK: call void @llvm.prefetch.p0(ptr [[LOADED]], i32 0, i32 3, i32 1)
; CHECK: call <8 x float> @llvm.masked.load.v8f32.p0(ptr align 4 [[P]],
; CHECK-NOT: @llvm.prefetch
; CHECK: call void @_Z7barrierj
; CHECK: [[STORED:%.*]] = getelementptr i8, ptr [[Q:%.*]], i64 256
; CHECK: call void @llvm.prefetch.p0(ptr [[STORED]], i32 1, i32 3, i32 1)
; CHECK: call void @llvm.masked.store.v8f32.p0({{.*}} [[Q]],
; CHECK: ret void
define void @tile(ptr %in, ptr %o) "ursa-kernel" {
  %x = call i64 @_Z13get_global_idj(i32 0)
  %y = call i64 @_Z13get_global_idj(i32 1)
  %l = call i64 @_Z12get_local_idj(i32 0)
  %row = mul i64 %y, 1000
  %i = add i64 %row, %x
  %p = getelementptr float, ptr %in, i64 %i
  %v = load float, ptr %p
  %t = getelementptr float, ptr @tile.parts, i64 %l
  store float %v, ptr %t
  call void @_Z7barrierj(i32 1)
  %w = load float, ptr %t
  %q = getelementptr float, ptr %o, i64 %i
  store float %w, ptr %q
  ret void
}
; CHECK-LABEL: define internal void @ursa.pack.line(
; CHECK-NOT: @llvm.prefetch
; CHECK: ret void
define void @line(ptr %in, ptr %o) "ursa-kernel" {
  %x = call i64 @_Z13get_global_idj(i32 0)
  %l = call i64 @_Z12get_local_idj(i32 0)
  %p = getelementptr float, ptr %in, i64 %x
  %v = load float, ptr %p
  %t = getelementptr float, ptr @tile.parts, i64 %l
  store float %v, ptr %t
  call void @_Z7barrierj(i32 1)
  %w = load float, ptr %t
  %q = getelementptr float, ptr %o, i64 %x
  store float %w, ptr %q
  ret void
}
; CHECK-LABEL: define internal void @ursa.pack.walk(
; CHECK-NOT: @llvm.prefetch
; CHECK: ret void
define void @walk(ptr %in, ptr %o, i64 %n) "ursa-kernel" {
entry:
  %x = call i64 @_Z13get_global_idj(i32 0)
  %y = call i64 @_Z13get_global_idj(i32 1)
  %l = call i64 @_Z12get_local_idj(i32 0)
  %row = mul i64 %y, 1000
  %i = add i64 %row, %l
  %t = getelementptr float, ptr @tile.parts, i64 %l
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %at = add i64 %i, %k
  %p = getelementptr float, ptr %in, i64 %at
  %v = load float, ptr %p
  store float %v, ptr %t
  call void @_Z7barrierj(i32 1)
  %next = add i64 %k, 8
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}
