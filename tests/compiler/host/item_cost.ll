; The upper bound of a work-item's instructions, by which the adapter decides who runs a launch.
; RUN: %host_opt %s --stage=cost | %FileCheck %s --match-full-lines
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
declare i64 @_Z13get_global_idj(i32)
declare void @_Z7barrierj(i32)
declare float @sinf(float)
declare i32 @printf(ptr, ...)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

; CHECK: empty: 1
define void @empty() "ursa-kernel" {
  ret void
}
; CHECK: straight: {{[3-6]}}
define void @straight(ptr %p) "ursa-kernel" {
  %i = call i64 @_Z13get_global_idj(i32 0)
  %q = getelementptr float, ptr %p, i64 %i
  store float 1.0, ptr %q
  ret void
}
; CHECK: fixedLoop: {{[0-9][0-9][0-9][0-9]}}
define void @fixedLoop(ptr %p) "ursa-kernel" {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %q = getelementptr float, ptr %p, i64 %i
  %x = load float, ptr %q
  %y = fdiv float %x, 3.0
  store float %y, ptr %q
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, 500
  br i1 %more, label %loop, label %end
end:
  ret void
}
; The length comes from an argument.
; CHECK: loop: 0
define void @loop(ptr %p, i32 %n) "ursa-kernel" {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %q = getelementptr float, ptr %p, i32 %i
  %x = load float, ptr %q
  %y = fdiv float %x, 3.0
  store float %y, ptr %q
  %next = add nuw nsw i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}
; A million turns count as unknown.
; CHECK: longLoop: 0
define void @longLoop(ptr %p) "ursa-kernel" {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %q = getelementptr float, ptr %p, i64 %i
  %x = load float, ptr %q
  %y = fdiv float %x, 3.0
  store float %y, ptr %q
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, 1000000
  br i1 %more, label %loop, label %end
end:
  ret void
}
; Kernels that poll memory: without and with a limit.
; CHECK: poll: 0
define void @poll(ptr %p) "ursa-kernel" {
entry:
  br label %loop
loop:
  %x = load volatile i32, ptr %p
  %more = icmp eq i32 %x, 0
  br i1 %more, label %loop, label %end
end:
  ret void
}
; CHECK: pollLimited: 0
define void @pollLimited(ptr %p) "ursa-kernel" {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %latch ]
  %x = load atomic i32, ptr %p monotonic, align 4
  %is = icmp eq i32 %x, 1
  br i1 %is, label %end, label %latch
latch:
  %next = add nuw nsw i32 %i, 1
  %more = icmp ult i32 %next, 500
  br i1 %more, label %loop, label %end
end:
  ret void
}
; One atomic operation does not wait.
; CHECK: atomic: 5
define void @atomic(ptr %p) "ursa-kernel" {
  %old = atomicrmw add ptr %p, i32 1 monotonic
  ret void
}
; CHECK: barrier: {{1[0-9][0-9]}}
define void @barrier(ptr %p) "ursa-kernel" {
  call void @_Z7barrierj(i32 1)
  store float 1.0, ptr %p
  ret void
}
; CHECK: outside: {{1[0-9][0-9]}}
define void @outside(ptr %p) "ursa-kernel" {
  %x = load float, ptr %p
  %y = call float @sinf(float %x)
  store float %y, ptr %p
  ret void
}
; Output takes any time.
; CHECK: prints: 0
define void @prints(ptr %p) "ursa-kernel" {
  %n = call i32 (ptr, ...) @printf(ptr @text)
  ret void
}
@text = private constant [2 x i8] c"a\00"
; CHECK: fills: {{[5-9][0-9]}}
define void @fills(ptr %p) "ursa-kernel" {
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 1000, i1 false)
  ret void
}
; CHECK: fillsSome: 0
define void @fillsSome(ptr %p, i64 %n) "ursa-kernel" {
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %n, i1 false)
  ret void
}
; CHECK: callsPointer: 0
define void @callsPointer(ptr %f) "ursa-kernel" {
  call void %f()
  ret void
}
; A function that recurses.
define internal void @again(ptr %p, i32 %n) noinline {
  store volatile i32 %n, ptr %p
  %more = icmp ne i32 %n, 0
  br i1 %more, label %deeper, label %end
deeper:
  %less = udiv i32 %n, 3
  call void @again(ptr %p, i32 %less)
  store volatile i32 %n, ptr %p
  br label %end
end:
  ret void
}
; CHECK: recurses: 0
define void @recurses(ptr %p, i32 %n) "ursa-kernel" {
  call void @again(ptr %p, i32 %n)
  ret void
}
