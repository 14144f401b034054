; Control flow of a pack: what is uniform stays scalar, divergent branches become masks.
; RUN: %host_opt %s --width=8 > %t.ll 2> %t.log
; RUN: %FileCheck %s < %t.ll
; RUN: %FileCheck %s --check-prefix=LOG --implicit-check-not=scalar < %t.log
; LOG: kernel 'divergentBarrier' stays scalar: a barrier that some work-items might not reach
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
declare i64 @_Z13get_global_idj(i32)

; CHECK-LABEL: define internal void @ursa.pack.uniform
; CHECK: %m = load float, ptr %1
; CHECK: %s = fmul float %m, 3.000000e+00
; CHECK: call void @llvm.masked.store.v8f32
define void @uniform(ptr %p, ptr %n) "ursa-kernel" {
  %i = call i64 @_Z13get_global_idj(i32 0)
  %m = load float, ptr %n
  %s = fmul float %m, 3.0
  %q = getelementptr float, ptr %p, i64 %i
  store float %s, ptr %q
  ret void
}
; A condition is frozen: it may be poison in inactive lanes. Inactive lanes divide 0 by 1.
; CHECK-LABEL: define internal void @ursa.pack.triangle
; CHECK: [[C:%.*]] = icmp sgt <8 x i32> [[X:%.*]], splat (i32 5)
; CHECK: [[F:%.*]] = freeze <8 x i1> [[C]]
; CHECK: [[MASK:%.*]] = and <8 x i1> %active, [[F]]
; CHECK: [[BITS:%.*]] = bitcast <8 x i1> [[MASK]] to i8
; CHECK: [[ANY:%.*]] = icmp ne i8 [[BITS]], 0
; CHECK: br i1 [[ANY]], label %then, label %join
; CHECK: [[OLD:%.*]] = call <8 x i32> @llvm.masked.load.v8i32.p0({{.*}}, <8 x i1> [[MASK]],
; CHECK: [[B:%.*]] = select <8 x i1> [[MASK]], <8 x i32> [[X]], <8 x i32> splat (i32 1)
; CHECK: [[A:%.*]] = select <8 x i1> [[MASK]], <8 x i32> [[OLD]], <8 x i32> zeroinitializer
; CHECK: [[D:%.*]] = sdiv <8 x i32> [[A]], [[B]]
; CHECK: call void @llvm.masked.store.v8i32.p0(<8 x i32> [[D]], {{.*}}, <8 x i1> [[MASK]])
define void @triangle(ptr %p, ptr %o) "ursa-kernel" {
  %i = call i64 @_Z13get_global_idj(i32 0)
  %q = getelementptr i32, ptr %p, i64 %i
  %x = load i32, ptr %q
  %c = icmp sgt i32 %x, 5
  br i1 %c, label %then, label %join
then:
  %w = getelementptr i32, ptr %o, i64 %i
  %old = load i32, ptr %w
  %d = sdiv i32 %old, %x
  store i32 %d, ptr %w
  br label %join
join:
  ret void
}
; The loop runs while a lane is in it. The counter is uniform in the loop; a lane that leaves keeps its value.
; CHECK-LABEL: define internal void @ursa.pack.loop
; CHECK: again:
; CHECK: [[LEFT:%.*]] = phi <8 x i32> [ poison, %entry ], [ [[NEW:%.*]], %again ]
; CHECK: [[IN:%.*]] = phi <8 x i1> [ %active, %entry ], [ [[STAY:%.*]], %again ]
; CHECK: %k = phi i32 [ 1, %entry ], [ %k2, %again ]
; CHECK: freeze <8 x i1>
; CHECK: [[STAY]] = and <8 x i1> [[IN]],
; CHECK: [[NEW]] = select <8 x i1> [[IN]], <8 x i32> {{%.*}}, <8 x i32> [[LEFT]]
; CHECK: end:
; CHECK: call void @llvm.masked.store.v8i32.p0({{.*}}, <8 x i1> %active)
define void @loop(ptr %p, ptr %o) "ursa-kernel" {
entry:
  %i = call i64 @_Z13get_global_idj(i32 0)
  %q = getelementptr i32, ptr %p, i64 %i
  %n = load i32, ptr %q
  br label %again
again:
  %k = phi i32 [ 1, %entry ], [ %k2, %again ]
  %s = phi i32 [ %n, %entry ], [ %s2, %again ]
  %s2 = mul i32 %s, %s
  %k2 = add i32 %k, 1
  %c = icmp slt i32 %s2, 1000
  br i1 %c, label %again, label %end
end:
  %w = getelementptr i32, ptr %o, i64 %i
  store i32 %k2, ptr %w
  ret void
}
; An atomic operation runs for each active lane, in their order.
; CHECK-LABEL: define internal void @ursa.pack.atomic
; CHECK: lane:
; CHECK: [[LANE:%.*]] = call i64 @llvm.cttz.i64(i64 [[BITS:%.*]], i1 true)
; CHECK: [[OLD:%.*]] = atomicrmw add ptr %0, i32 1 seq_cst
; CHECK: store i32 [[OLD]],
; CHECK: [[LESS:%.*]] = sub i64 [[BITS]], 1
; CHECK: and i64 [[BITS]], [[LESS]]
; CHECK: lanes.end:
; CHECK: load <8 x i32>
define void @atomic(ptr %p, ptr %o) "ursa-kernel" {
  %i = call i64 @_Z13get_global_idj(i32 0)
  %w = getelementptr i32, ptr %o, i64 %i
  %r = atomicrmw add ptr %p, i32 1 seq_cst
  store i32 %r, ptr %w
  ret void
}
; All lanes of a pack reach a uniform barrier.
; CHECK-LABEL: define internal void @ursa.pack.barrier
; CHECK: call void @_Z7barrierj(i32 1)
declare void @_Z7barrierj(i32) convergent
define void @barrier(ptr %p) "ursa-kernel" {
  %i = call i64 @_Z13get_global_idj(i32 0)
  %q = getelementptr i64, ptr %p, i64 %i
  store i64 %i, ptr %q
  call void @_Z7barrierj(i32 1) convergent
  store i64 0, ptr %q
  ret void
}
define void @divergentBarrier(ptr %p) "ursa-kernel" {
  %i = call i64 @_Z13get_global_idj(i32 0)
  %q = getelementptr i64, ptr %p, i64 %i
  %x = load i64, ptr %q
  %c = icmp eq i64 %x, 0
  br i1 %c, label %then, label %join
then:
  call void @_Z7barrierj(i32 1) convergent
  br label %join
join:
  store i64 %i, ptr %q
  ret void
}
