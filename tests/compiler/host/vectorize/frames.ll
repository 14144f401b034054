; Values that live across a barrier are kept for each pack, unless they follow from the arguments: an element of a vector,
; such as the length of the rows of an array in local memory, is extracted again.
; RUN: %host_opt %s --width=8 --stage=entry --without=groups | %FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
@rows.parts = internal global [256 x float] undef, section "ursa.local", align 4
declare i64 @_Z12get_local_idj(i32)
declare void @_Z7barrierj(i32) convergent

; CHECK-LABEL: define i32 @ursa.pack.rows.0(
; CHECK-NOT: store i64
; CHECK-LABEL: define i32 @ursa.pack.rows.1(
; CHECK-NOT: load i64
; CHECK: extractelement <2 x i64> %1, i64 1
; CHECK: ret i32
define void @rows(ptr %in, <2 x i64> %sizes, ptr %o) "ursa-kernel" {
  %x = call i64 @_Z12get_local_idj(i32 0)
  %y = call i64 @_Z12get_local_idj(i32 1)
  %length = extractelement <2 x i64> %sizes, i64 1
  %row = mul i64 %y, %length
  %i = add i64 %row, %x
  %p = getelementptr float, ptr @rows.parts, i64 %i
  %a = getelementptr float, ptr %in, i64 %x
  %v = load float, ptr %a
  store float %v, ptr %p
  call void @_Z7barrierj(i32 1)
  %q = getelementptr float, ptr %p, i64 1
  %w = load float, ptr %q
  %r = getelementptr float, ptr %o, i64 %x
  store float %w, ptr %r
  ret void
}
