; Packs far from the borders run a version in which clamps of ids are the ids themselves. A sum that might overflow
; is one of the conditions; in that version it has the flag.
; RUN: %host_opt %s --width=8 --stage=pack | %FileCheck %s
; RUN: %host_opt %s --width=8 --stage=pack --without=interior | %FileCheck %s --check-prefix=PLAIN --implicit-check-not=.interior
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
declare i64 @_Z13get_global_idj(i32)
declare i32 @llvm.smax.i32(i32, i32)
declare i32 @llvm.smin.i32(i32, i32)

; PLAIN-LABEL: define internal void @ursa.pack.clamped
; PLAIN: @llvm.smin.v8i32
; CHECK-LABEL: define internal void @ursa.pack.clamped.interior
; CHECK-NOT: smin
; CHECK-NOT: gather
; CHECK: call <8 x i32> @llvm.masked.load.v8i32
; CHECK: ret void
; CHECK-LABEL: define i1 @ursa.pack.clamped.interior.isInterior
; The sum of lane 0 and that of lane 7 fit into 32 bits.
; CHECK: [[SUM:%.*]] = add i64 {{%.*}}, 3
; CHECK-DAG: icmp sge i64 {{%.*}}, -2147483648
; CHECK-DAG: icmp sle i64 {{%.*}}, 2147483647
; CHECK: ret i1
define void @clamped(ptr %p, i32 %n, ptr %o) "ursa-kernel" {
  %i = call i64 @_Z13get_global_idj(i32 0)
  %t = trunc i64 %i to i32
  %s = add i32 %t, 3
  %a = call i32 @llvm.smax.i32(i32 %s, i32 0)
  %l = add i32 %n, -1
  %b = call i32 @llvm.smin.i32(i32 %a, i32 %l)
  %e = sext i32 %b to i64
  %q = getelementptr i32, ptr %p, i64 %e
  %x = load i32, ptr %q
  %w = getelementptr i32, ptr %o, i64 %i
  store i32 %x, ptr %w
  ret void
}

; A bound that is a launch size: the condition loads it.
; CHECK-LABEL: define internal void @ursa.pack.launchSize.interior
; CHECK-NOT: smin
; CHECK: ret void
; CHECK-LABEL: define i1 @ursa.pack.launchSize.interior.isInterior
; CHECK: load i64, ptr
; CHECK: ret i1
declare i64 @_Z15get_global_sizej(i32)
define void @launchSize(ptr %p, ptr %o) "ursa-kernel" {
  %i = call i64 @_Z13get_global_idj(i32 0)
  %n = call i64 @_Z15get_global_sizej(i32 0)
  %t = trunc i64 %i to i32
  %s = add nsw i32 %t, 3
  %size = trunc i64 %n to i32
  %l = add nsw i32 %size, -1
  %b = call i32 @llvm.smin.i32(i32 %s, i32 %l)
  %e = sext i32 %b to i64
  %q = getelementptr i32, ptr %p, i64 %e
  %x = load i32, ptr %q
  %w = getelementptr i32, ptr %o, i64 %i
  store i32 %x, ptr %w
  ret void
}

; Memory of the kernel's arguments may change, and may not be readable.
; CHECK-NOT: @ursa.pack.loadedBound.interior
define void @loadedBound(ptr %p, ptr %bound, ptr %o) "ursa-kernel" {
  %i = call i64 @_Z13get_global_idj(i32 0)
  %t = trunc i64 %i to i32
  %l = load i32, ptr %bound, !invariant.load !{}
  %b = call i32 @llvm.smin.i32(i32 %t, i32 %l)
  %e = sext i32 %b to i64
  %q = getelementptr i32, ptr %p, i64 %e
  %x = load i32, ptr %q
  %w = getelementptr i32, ptr %o, i64 %i
  store i32 %x, ptr %w
  ret void
}
