; A group that is one pack runs as one, without barriers; others run as parallel regions.
; RUN: %host_opt %s --width=8 --stage=entry | %FileCheck %s
; RUN: %host_opt %s --width=8 --stage=optimized | %FileCheck %s --check-prefix=OPTIMIZED
; RUN: %host_opt %s --width=8 --stage=entry --without=groups | %FileCheck %s --check-prefix=PLAIN --implicit-check-not=ursa.group.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
declare i64 @_Z12get_local_idj(i32)
declare void @_Z7barrierj(i32) convergent

; PLAIN-LABEL: define void @ursa.entry.turn
; PLAIN: dispatch:
; The neighbour's value is read after all lanes have written, although no barrier is left.
; CHECK-LABEL: define internal void @ursa.group.turn
; CHECK-NOT: barrier
; CHECK: call void @llvm.masked.store.v8i32
; CHECK-NOT: barrier
; CHECK: call <8 x i32> @llvm.masked.load.v8i32
; CHECK-LABEL: define void @ursa.entry.turn
; CHECK: icmp ule i64 %{{.*}}, 8
; CHECK: icmp eq i64 %{{.*}}, 1
; CHECK: icmp eq i64 %{{.*}}, 1
; CHECK: br i1 %{{.*}}, label %groups, label %regions
; CHECK: full.group:
; CHECK: small.group:
; CHECK: call void @ursa.group.turn({{.*}}, i64 %{{.*}})
; CHECK: dispatch:
; OPTIMIZED-LABEL: define void @ursa.entry.turn
; OPTIMIZED: full.group:
; OPTIMIZED: store <8 x i32>
; OPTIMIZED: load <8 x i32>
define void @turn(ptr %in, ptr "ursa-local" %t, ptr %o) "ursa-kernel" {
  %i = call i64 @_Z12get_local_idj(i32 0)
  %p = getelementptr i32, ptr %in, i64 %i
  %x = load i32, ptr %p
  %q = getelementptr i32, ptr %t, i64 %i
  store i32 %x, ptr %q
  call void @_Z7barrierj(i32 1)
  %n = getelementptr i32, ptr %q, i64 1
  %y = load i32, ptr %n
  %w = getelementptr i32, ptr %o, i64 %i
  store i32 %y, ptr %w
  ret void
}

; A required size that is larger than a pack needs no such version.
; CHECK-LABEL: define void @ursa.entry.large
; CHECK-NOT: full.group
; CHECK: ret void
define void @large(ptr "ursa-local" %t, ptr %o) "ursa-kernel" !reqd_work_group_size !0 {
  %i = call i64 @_Z12get_local_idj(i32 0)
  %q = getelementptr i64, ptr %t, i64 %i
  store i64 %i, ptr %q
  call void @_Z7barrierj(i32 1)
  %n = getelementptr i64, ptr %q, i64 1
  %y = load i64, ptr %n
  %w = getelementptr i64, ptr %o, i64 %i
  store i64 %y, ptr %w
  ret void
}
!0 = !{i32 9, i32 1, i32 1}
