; Groups that walk memory by rows of groups prefetch the lines of the next pack: those of loads that are far from those of
; the round before. Short steps, local memory and kernels without barriers are left alone.
; RUN: %host_opt %s --width=32 | %FileCheck %s
; RUN: %host_opt %s --width=32 --without=prefetch | %FileCheck %s --check-prefix=PLAIN --implicit-check-not=@llvm.prefetch
; PLAIN: @ursa.pack.sums
; Four registers, so that more lines are on the way.
; RUN: %host_opt %s --width=0 --cpu=znver4 --stage=width | %FileCheck %s --check-prefix=WIDTH
; WIDTH: sums: 64
; WIDTH: near: 16
; WIDTH: straight: 32
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
declare i64 @_Z13get_global_idj(i32)
declare i64 @_Z12get_local_idj(i32)
declare i64 @_Z15get_global_sizej(i32)
declare void @_Z7barrierj(i32) convergent

; CHECK-LABEL: define internal void @ursa.pack.sums(
; CHECK: [[FIRST:%.*]] = getelementptr i8, ptr [[P:%.*]], i64 128
; CHECK: call void @llvm.prefetch.p0(ptr [[FIRST]], i32 0, i32 2, i32 1)
; CHECK: [[SECOND:%.*]] = getelementptr i8, ptr [[P]], i64 192
; CHECK: call void @llvm.prefetch.p0(ptr [[SECOND]], i32 0, i32 2, i32 1)
; CHECK: call <32 x float> @llvm.masked.load.v32f32.p0(ptr align 4 [[P]],
; CHECK-NOT: @llvm.prefetch
; CHECK: ret void
define void @sums(ptr %in, ptr %out, i64 %rounds) "ursa-kernel" {
  %id = call i64 @_Z13get_global_idj(i32 0)
  %size = call i64 @_Z15get_global_sizej(i32 0)
  br label %loop
loop:
  %i = phi i64 [ 0, %0 ], [ %next, %loop ]
  %at = phi i64 [ %id, %0 ], [ %further, %loop ]
  %sum = phi float [ 0.0, %0 ], [ %more, %loop ]
  %p = getelementptr float, ptr %in, i64 %at
  %v = load float, ptr %p
  %more = fadd float %sum, %v
  %further = add i64 %at, %size
  %next = add i64 %i, 1
  %again = icmp ult i64 %next, %rounds
  br i1 %again, label %loop, label %done
done:
  %q = getelementptr float, ptr %out, i64 %id
  store float %more, ptr %q
  call void @_Z7barrierj(i32 1)
  ret void
}

; Rounds that are near each other.
; CHECK-LABEL: define internal void @ursa.pack.near(
; CHECK-NOT: @llvm.prefetch
; CHECK: ret void
define void @near(ptr %in, ptr %out, i64 %rounds) "ursa-kernel" {
  %id = call i64 @_Z13get_global_idj(i32 0)
  br label %loop
loop:
  %i = phi i64 [ 0, %0 ], [ %next, %loop ]
  %sum = phi float [ 0.0, %0 ], [ %more, %loop ]
  %at = add i64 %id, %i
  %p = getelementptr float, ptr %in, i64 %at
  %v = load float, ptr %p
  %more = fadd float %sum, %v
  %next = add i64 %i, 1
  %again = icmp ult i64 %next, %rounds
  br i1 %again, label %loop, label %done
done:
  %q = getelementptr float, ptr %out, i64 %id
  store float %more, ptr %q
  call void @_Z7barrierj(i32 1)
  ret void
}

; No barrier.
; CHECK-LABEL: define internal void @ursa.pack.straight(
; CHECK-NOT: @llvm.prefetch
; CHECK: ret void
define void @straight(ptr %in, ptr %out, i64 %rounds) "ursa-kernel" {
  %id = call i64 @_Z13get_global_idj(i32 0)
  %size = call i64 @_Z15get_global_sizej(i32 0)
  br label %loop
loop:
  %i = phi i64 [ 0, %0 ], [ %next, %loop ]
  %at = phi i64 [ %id, %0 ], [ %further, %loop ]
  %sum = phi float [ 0.0, %0 ], [ %more, %loop ]
  %p = getelementptr float, ptr %in, i64 %at
  %v = load float, ptr %p
  %more = fadd float %sum, %v
  %further = add i64 %at, %size
  %next = add i64 %i, 1
  %again = icmp ult i64 %next, %rounds
  br i1 %again, label %loop, label %done
done:
  %q = getelementptr float, ptr %out, i64 %id
  store float %more, ptr %q
  ret void
}
