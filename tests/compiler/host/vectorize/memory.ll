; Memory accesses of a pack: wide accesses where the step between lanes is known, else gathers and scatters.
; RUN: %host_opt %s --width=8 | %FileCheck %s 
; RUN: %host_opt %s --width=8 --without=strides | %FileCheck %s --check-prefix=PLAIN
; RUN: %host_opt %s --width=1 2>&1 | %FileCheck %s --check-prefix=SCALAR --implicit-check-not=@ursa.pack
; SCALAR: kernel 'consecutive' stays scalar: the vector width is 1
; The address of a sum of an id is not followed without strides: it gathers.
; PLAIN-LABEL: define internal void @ursa.pack.reversed
; PLAIN: @llvm.masked.gather.v8i32
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
declare i64 @_Z13get_global_idj(i32)

; CHECK-LABEL: define internal void @ursa.pack.consecutive
; The first %lanes lanes are active.
; CHECK: %active = icmp ult <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
; CHECK: [[X:%.*]] = call <8 x float> @llvm.masked.load.v8f32.p0(ptr align 4 [[P:%.*]], <8 x i1> %active,
; CHECK: [[Y:%.*]] = fadd <8 x float> [[X]],
; CHECK: call void @llvm.masked.store.v8f32.p0(<8 x float> [[Y]], ptr align 4 [[P]], <8 x i1> %active)
define void @consecutive(ptr %p) "ursa-kernel" {
  %i = call i64 @_Z13get_global_idj(i32 0)
  %q = getelementptr float, ptr %p, i64 %i
  %x = load float, ptr %q
  %y = fadd float %x, 1.0
  store float %y, ptr %q
  ret void
}
; One wide load from the address of the last lane; its lanes and its mask are reversed.
; CHECK-LABEL: define internal void @ursa.pack.reversed
; CHECK: getelementptr i8, ptr {{%.*}}, i64 -28
; CHECK: shufflevector <8 x i1> %active, {{.*}} <8 x i32> <i32 7, i32 6, i32 5, i32 4, i32 3, i32 2, i32 1, i32 0>
; CHECK: [[X:%.*]] = call <8 x i32> @llvm.masked.load.v8i32
; CHECK: shufflevector <8 x i32> [[X]], {{.*}} <8 x i32> <i32 7, i32 6, i32 5, i32 4, i32 3, i32 2, i32 1, i32 0>
define void @reversed(ptr %p, i64 %n) "ursa-kernel" {
  %i = call i64 @_Z13get_global_idj(i32 0)
  %r = sub i64 %n, %i
  %q = getelementptr i32, ptr %p, i64 %r
  %x = load i32, ptr %q
  %y = add i32 %x, 1
  store i32 %y, ptr %q
  ret void
}
; The elements between the lanes are masked out.
; CHECK-LABEL: define internal void @ursa.pack.step2
; CHECK: and <16 x i1> {{%.*}}, <i1 true, i1 false, i1 true, i1 false,
; CHECK: [[X:%.*]] = call <16 x i32> @llvm.masked.load.v16i32
; CHECK: shufflevector <16 x i32> [[X]], {{.*}} <8 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14>
define void @step2(ptr %p, ptr %o) "ursa-kernel" {
  %i = call i64 @_Z13get_global_idj(i32 0)
  %r = shl nuw nsw i64 %i, 1
  %q = getelementptr i32, ptr %p, i64 %r
  %x = load i32, ptr %q
  %w = getelementptr i32, ptr %o, i64 %i
  store i32 %x, ptr %w
  ret void
}
; The sum does not overflow: lane 0 is computed with 64 bits.
; CHECK-LABEL: define internal void @ursa.pack.nowrap
; CHECK: sext i32 %1 to i64
; CHECK-NOT: gather
; CHECK: @llvm.masked.load.v8i32
define void @nowrap(ptr %p, i32 %n, ptr %o) "ursa-kernel" {
  %i = call i64 @_Z13get_global_idj(i32 0)
  %t = trunc i64 %i to i32
  %a = add nsw i32 %t, %n
  %e = sext i32 %a to i64
  %q = getelementptr i32, ptr %p, i64 %e
  %x = load i32, ptr %q
  %w = getelementptr i32, ptr %o, i64 %i
  store i32 %x, ptr %w
  ret void
}
; The sum may overflow between two lanes: the load is wide unless it does. Only then are there pointers of all lanes.
; CHECK-LABEL: define internal void @ursa.pack.wraps
; CHECK: [[SUM:%.*]] = add i32 %1, {{%.*}}
; CHECK: [[LAST:%.*]] = call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 [[SUM]], i32 7)
; CHECK: [[OVERFLOWS:%.*]] = extractvalue { i32, i1 } [[LAST]], 1
; CHECK: [[WIDE:%.*]] = xor i1 [[OVERFLOWS]], true
; CHECK: br i1 [[WIDE]]
; CHECK: call <8 x i32> @llvm.masked.load.v8i32
; CHECK: sext <8 x i32> {{%.*}} to <8 x i64>
; CHECK-NEXT: getelementptr {{.*}}ptr %0, <8 x i64>
; CHECK-NEXT: call <8 x i32> @llvm.masked.gather.v8i32
define void @wraps(ptr %p, i32 %n, ptr %o) "ursa-kernel" {
  %i = call i64 @_Z13get_global_idj(i32 0)
  %t = trunc i64 %i to i32
  %a = add i32 %t, %n
  %e = sext i32 %a to i64
  %q = getelementptr i32, ptr %p, i64 %e
  %x = load i32, ptr %q
  %w = getelementptr i32, ptr %o, i64 %i
  store i32 %x, ptr %w
  ret void
}
; CHECK-LABEL: define internal void @ursa.pack.float4
; CHECK: call <32 x float> @llvm.masked.load.v32f32
; CHECK: fadd <32 x float>
; CHECK: call void @llvm.masked.store.v32f32
define void @float4(ptr %p) "ursa-kernel" {
  %i = call i64 @_Z13get_global_idj(i32 0)
  %q = getelementptr <4 x float>, ptr %p, i64 %i
  %x = load <4 x float>, ptr %q
  %y = fadd <4 x float> %x, %x
  store <4 x float> %y, ptr %q
  ret void
}
; CHECK-LABEL: define internal void @ursa.pack.scatter
; CHECK: [[K:%.*]] = call <8 x i64> @llvm.masked.load.v8i64
; CHECK: [[P:%.*]] = getelementptr i64, ptr %0, <8 x i64> [[K]]
; CHECK: call void @llvm.masked.scatter.v8i64.v8p0(<8 x i64> {{%.*}}, <8 x ptr> align 8 [[P]], <8 x i1> %active)
define void @scatter(ptr %p, ptr %indices) "ursa-kernel" {
  %i = call i64 @_Z13get_global_idj(i32 0)
  %a = getelementptr i64, ptr %indices, i64 %i
  %k = load i64, ptr %a
  %q = getelementptr i64, ptr %p, i64 %k
  store i64 %i, ptr %q
  ret void
}
; A store to one address: the last active lane wins, as when work-items run in their order.
; CHECK-LABEL: define internal void @ursa.pack.lastLane
; CHECK: [[BITS:%.*]] = bitcast <8 x i1> %active to i8
; CHECK: [[ZEROS:%.*]] = call i8 @llvm.ctlz.i8(i8 [[BITS]], i1 true)
; CHECK: [[WIDE:%.*]] = zext i8 [[ZEROS]] to i64
; CHECK: [[LANE:%.*]] = sub i64 7, [[WIDE]]
; CHECK: [[X:%.*]] = extractelement <8 x i64> {{%.*}}, i64 [[LANE]]
; CHECK: store i64 [[X]], ptr %0
define void @lastLane(ptr %p) "ursa-kernel" {
  %i = call i64 @_Z13get_global_idj(i32 0)
  store i64 %i, ptr %p
  ret void
}
; The same for unsigned indices, and for a store.
; CHECK-LABEL: define internal void @ursa.pack.wraps_unsigned
; CHECK: call { i32, i1 } @llvm.uadd.with.overflow.i32(i32 {{%.*}}, i32 7)
; CHECK: call void @llvm.masked.store.v8i32
; CHECK: call void @llvm.masked.scatter.v8i32
define void @wraps_unsigned(ptr %p, i32 %n) "ursa-kernel" {
  %i = call i64 @_Z13get_global_idj(i32 0)
  %t = trunc i64 %i to i32
  %a = add i32 %t, %n
  %e = zext i32 %a to i64
  %q = getelementptr i32, ptr %p, i64 %e
  store i32 1, ptr %q
  ret void
}
; The same for an index that grows in a loop.
; CHECK-LABEL: define internal void @ursa.pack.wraps_in_loop
; CHECK: call { i32, i1 } @llvm.uadd.with.overflow.i32(i32 {{%.*}}, i32 7)
; CHECK: call <8 x i32> @llvm.masked.load.v8i32
; CHECK: call <8 x i32> @llvm.masked.gather.v8i32
define void @wraps_in_loop(ptr %p, i32 %step, i32 %n, ptr %o) "ursa-kernel" {
entry:
  %id = call i64 @_Z13get_global_idj(i32 0)
  %t = trunc i64 %id to i32
  %some = icmp ult i32 %t, %n
  br i1 %some, label %loop, label %end
loop:
  %i = phi i32 [ %t, %entry ], [ %next, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %added, %loop ]
  %e = zext i32 %i to i64
  %q = getelementptr i32, ptr %p, i64 %e
  %x = load i32, ptr %q
  %added = add i32 %sum, %x
  %next = add i32 %i, %step
  %again = icmp ult i32 %next, %n
  br i1 %again, label %loop, label %end
end:
  %all = phi i32 [ 0, %entry ], [ %added, %loop ]
  %w = getelementptr i32, ptr %o, i64 %id
  store i32 %all, ptr %w
  ret void
}
; The index of a sum of two narrow sums has two conditions: it gathers.
; CHECK-LABEL: define internal void @ursa.pack.wraps_twice
; CHECK-NOT: with.overflow
; CHECK: call <8 x i32> @llvm.masked.gather.v8i32
define void @wraps_twice(ptr %p, i32 %n, i32 %m, ptr %o) "ursa-kernel" {
  %i = call i64 @_Z13get_global_idj(i32 0)
  %t = trunc i64 %i to i32
  %a = add i32 %t, %n
  %b = sub i32 %m, %t
  %e = sext i32 %a to i64
  %f = sext i32 %b to i64
  %e2 = mul i64 %e, 2
  %g = add i64 %e2, %f
  %q = getelementptr i32, ptr %p, i64 %g
  %x = load i32, ptr %q
  %w = getelementptr i32, ptr %o, i64 %i
  store i32 %x, ptr %w
  ret void
}
; What is stored may be the result of another such access.
; CHECK-LABEL: define internal void @ursa.pack.wraps_copy
; CHECK: [[LOADED:%.*]] = phi <8 x i32>
; CHECK: call void @llvm.masked.store.v8i32.p0(<8 x i32> [[LOADED]]
; CHECK: call void @llvm.masked.scatter.v8i32.v8p0(<8 x i32> [[LOADED]]
define void @wraps_copy(ptr %p, i32 %n, ptr %o) "ursa-kernel" {
  %i = call i64 @_Z13get_global_idj(i32 0)
  %t = trunc i64 %i to i32
  %a = add i32 %t, %n
  %e = sext i32 %a to i64
  %q = getelementptr i32, ptr %p, i64 %e
  %x = load i32, ptr %q
  %w = getelementptr i32, ptr %o, i64 %e
  store i32 %x, ptr %w
  ret void
}
