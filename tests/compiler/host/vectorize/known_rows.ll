; A row of a group that is one pack has code of its own if a kernel with barriers asks for work-items with constant
; numbers: the first one is 0, so that borders of a tile are accesses of one element without a mask.
; RUN: %host_opt %s --width=8 --stage=optimized --without=groups | %FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
@tile.parts = internal global [16 x float] undef, section "ursa.local", align 4
declare i64 @_Z12get_local_idj(i32)
declare void @_Z7barrierj(i32) convergent

; CHECK-LABEL: define void @ursa.entry.tile(
; CHECK: whole.row{{[0-9]*}}:
; CHECK: store <8 x float>
; CHECK-NOT: icmp {{.*}}<8 x
; CHECK: load <1 x float>
; CHECK: store <1 x float>
; CHECK-NOT: @llvm.masked
; CHECK: {{^}}packs{{[0-9]*}}:
; CHECK-LABEL: define void @ursa.entry.plain(
; CHECK-NOT: whole.row
; CHECK: {{^}}}
define void @tile(ptr %in, ptr %o) "ursa-kernel" {
  %i = call i64 @_Z12get_local_idj(i32 0)
  %p = getelementptr float, ptr @tile.parts, i64 %i
  %a = getelementptr float, ptr %in, i64 %i
  %x = load float, ptr %a
  store float %x, ptr %p
  %last = icmp eq i64 %i, 7
  br i1 %last, label %border, label %next
border:
  %b = getelementptr float, ptr %a, i64 1
  %y = load float, ptr %b
  %q = getelementptr float, ptr %p, i64 1
  store float %y, ptr %q
  br label %next
next:
  call void @_Z7barrierj(i32 1)
  %r = getelementptr float, ptr %p, i64 1
  %z = load float, ptr %r
  %c = getelementptr float, ptr %o, i64 %i
  store float %z, ptr %c
  ret void
}
define void @plain(ptr %in, ptr %o) "ursa-kernel" {
  %i = call i64 @_Z12get_local_idj(i32 0)
  %p = getelementptr float, ptr @tile.parts, i64 %i
  %a = getelementptr float, ptr %in, i64 %i
  %x = load float, ptr %a
  store float %x, ptr %p
  call void @_Z7barrierj(i32 1)
  %r = getelementptr float, ptr %p, i64 1
  %z = load float, ptr %r
  %c = getelementptr float, ptr %o, i64 %i
  store float %z, ptr %c
  ret void
}
