; Behind a barrier, a work-item reads from local memory what another one has stored there, though all that it stores
; itself in between goes elsewhere.
; RUN: %host_opt %s --width=8 --stage=pack | %FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
@neighbours.values = internal global [65 x i32] undef, section "ursa.local", align 4
declare i64 @_Z12get_local_idj(i32)
declare void @_Z7barrierj(i32) convergent

; CHECK-LABEL: define internal void @ursa.pack.neighbours
; CHECK: call void @llvm.masked.store.v8i32
; CHECK: call void @_Z7barrierj
; CHECK: call void @llvm.masked.store.v8i32
; CHECK: call void @_Z7barrierj
; CHECK: %[[VALUE:.*]] = call <8 x i32> @llvm.masked.load.v8i32
; CHECK-NEXT: getelementptr
; CHECK-NEXT: call void @llvm.masked.store.v8i32.p0(<8 x i32> %[[VALUE]],
; CHECK-LABEL: define internal void @ursa.group.neighbours
; CHECK: %[[VALUE:.*]] = call <8 x i32> @llvm.masked.load.v8i32
; CHECK-NEXT: getelementptr
; CHECK-NEXT: call void @llvm.masked.store.v8i32.p0(<8 x i32> %[[VALUE]],
define void @neighbours(ptr "ursa-local" %own, ptr %o) "ursa-kernel" {
  %i = call i64 @_Z12get_local_idj(i32 0)
  %x = trunc i64 %i to i32
  %p = getelementptr i32, ptr @neighbours.values, i64 %i
  store i32 %x, ptr %p
  call void @_Z7barrierj(i32 1)
  %q = getelementptr i32, ptr %p, i64 1
  %y = mul i32 %x, 7
  store i32 %y, ptr %q
  call void @_Z7barrierj(i32 1)
  %z = load i32, ptr %p
  %r = getelementptr i32, ptr %o, i64 %i
  store i32 %z, ptr %r
  ret void
}
