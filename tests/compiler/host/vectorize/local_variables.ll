; The variables in local memory of a group that is one pack become registers.
; RUN: %host_opt %s --width=8 --stage=entry | %FileCheck %s
; RUN: %host_opt %s --width=8 --stage=optimized | %FileCheck %s --check-prefix=OPTIMIZED
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
@sum.parts = internal global [64 x float] undef, section "ursa.local", align 4
@many.parts = internal global [2048 x float] undef, section "ursa.local", align 4
declare i64 @_Z12get_local_idj(i32)
declare i64 @_Z12get_group_idj(i32)
declare void @_Z7barrierj(i32) convergent

; CHECK-LABEL: define void @ursa.entry.sum
; CHECK: %[[#VARIABLES:]] = alloca [256 x i8], align 128
; CHECK: full.group:
; CHECK: call void @llvm.lifetime.start.p0(ptr %[[#VARIABLES]])
; CHECK: call void @llvm.lifetime.end.p0(ptr %[[#VARIABLES]])
; CHECK: small.group:
; CHECK: call void @ursa.group.sum(ptr %{{.*}}, ptr %{{.*}}, ptr %1, ptr %2,
; Half of the lanes add the other half, without an access to local memory.
; OPTIMIZED-LABEL: define void @ursa.entry.sum
; OPTIMIZED: full.group:
; OPTIMIZED-NEXT: %[[#IN:]] = load <8 x float>
; OPTIMIZED-NEXT: %[[#HIGH:]] = shufflevector <8 x float> %[[#IN]], {{.*}} <i32 4,
; OPTIMIZED-NEXT: %[[#SUM:]] = fadd <8 x float> %[[#IN]], %[[#HIGH]]
; OPTIMIZED-NEXT: %[[FIRST:[^ ]*]] = extractelement <8 x float> %[[#SUM]], i64 0
; OPTIMIZED-NOT: store <
; OPTIMIZED: store float %[[FIRST]]
define void @sum(ptr %in, ptr %o) "ursa-kernel" {
  %i = call i64 @_Z12get_local_idj(i32 0)
  %g = call i64 @_Z12get_group_idj(i32 0)
  %p = getelementptr float, ptr %in, i64 %i
  %x = load float, ptr %p
  %q = getelementptr float, ptr @sum.parts, i64 %i
  store float %x, ptr %q
  call void @_Z7barrierj(i32 1)
  %low = icmp ult i64 %i, 4
  br i1 %low, label %add, label %rest
add:
  %r = getelementptr float, ptr %q, i64 4
  %y = load float, ptr %r
  %z = fadd float %x, %y
  store float %z, ptr %q
  br label %rest
rest:
  call void @_Z7barrierj(i32 1)
  %first = icmp eq i64 %i, 0
  br i1 %first, label %write, label %done
write:
  %s = load float, ptr @sum.parts
  %w = getelementptr float, ptr %o, i64 %g
  store float %s, ptr %w
  br label %done
done:
  ret void
}

; Large ones stay in the memory of the group.
; CHECK-LABEL: define void @ursa.entry.many
; CHECK-NOT: alloca [
; CHECK: full.group:
define void @many(ptr %in, ptr %o) "ursa-kernel" {
  %i = call i64 @_Z12get_local_idj(i32 0)
  %q = getelementptr float, ptr @many.parts, i64 %i
  store float 1.0, ptr %q
  call void @_Z7barrierj(i32 1)
  %r = getelementptr float, ptr %q, i64 1
  %y = load float, ptr %r
  %w = getelementptr float, ptr %o, i64 %i
  store float %y, ptr %w
  ret void
}
