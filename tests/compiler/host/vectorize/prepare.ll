; What happens to a kernel before its work-items become lanes: calls are inlined, loops of known trip count unrolled,
; and vectors whose elements mix are split into scalars.
; RUN: %host_opt %s --width=8 | %FileCheck %s
; RUN: %host_opt %s --width=8 --without=scalarize | %FileCheck %s --check-prefix=WHOLE

declare i64 @_Z13get_global_idj(i32)
declare i32 @llvm.vector.reduce.add.v4i32(<4 x i32>)

define float @weight(float %x, i32 %i) noinline {
  %f = sitofp i32 %i to float
  %r = fmul float %x, %f
  ret float %r
}

; CHECK-LABEL: define internal void @ursa.pack.window(
; CHECK-NOT: call {{.*}}@weight
; CHECK-COUNT-4: call <8 x float> @llvm.masked.load.v8f32.p0(
; CHECK-NOT: br
; CHECK: ret void
define void @window(ptr %p, ptr %o) "ursa-kernel" {
entry:
  %id = call i64 @_Z13get_global_idj(i32 0)
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %more, %loop ]
  %offset = zext i32 %i to i64
  %place = add nuw nsw i64 %id, %offset
  %address = getelementptr float, ptr %p, i64 %place
  %x = load float, ptr %address, align 4
  %w = call float @weight(float %x, i32 %i)
  %more = fadd float %sum, %w
  %next = add nuw nsw i32 %i, 1
  %end = icmp eq i32 %next, 4
  br i1 %end, label %exit, label %loop
exit:
  %out = getelementptr float, ptr %o, i64 %id
  store float %more, ptr %out, align 4
  ret void
}

; CHECK-LABEL: define internal void @ursa.pack.mixes(
; CHECK: %[[ALL:.*]] = call <32 x i32> @llvm.masked.load.v32i32.p0(
; CHECK: %[[FIRST:.*]] = shufflevector <32 x i32> %[[ALL]], <32 x i32> poison, <8 x i32> <i32 0, i32 4, i32 8,
; CHECK: %[[THIRD:.*]] = shufflevector <32 x i32> %[[ALL]], <32 x i32> poison, <8 x i32> <i32 2, i32 6, i32 10,
; CHECK: add <8 x i32> %[[THIRD]], %[[FIRST]]
; WHOLE-LABEL: define internal void @ursa.pack.mixes(
; WHOLE: add <16 x i32>
define void @mixes(ptr %p, ptr %o) "ursa-kernel" {
  %id = call i64 @_Z13get_global_idj(i32 0)
  %address = getelementptr <4 x i32>, ptr %p, i64 %id
  %v = load <4 x i32>, ptr %address, align 16
  %high = shufflevector <4 x i32> %v, <4 x i32> poison, <2 x i32> <i32 2, i32 3>
  %low = shufflevector <4 x i32> %v, <4 x i32> poison, <2 x i32> <i32 0, i32 1>
  %two = add <2 x i32> %high, %low
  %a = extractelement <2 x i32> %two, i32 0
  %b = extractelement <2 x i32> %two, i32 1
  %r = xor i32 %a, %b
  %out = getelementptr i32, ptr %o, i64 %id
  store i32 %r, ptr %out, align 4
  ret void
}

; Loops of C++ have a property that they end; they unroll all the same.
; CHECK-LABEL: define internal void @ursa.pack.ends(
; CHECK-COUNT-3: call <8 x float> @llvm.masked.load.v8f32.p0(
; CHECK-NOT: br
; CHECK: ret void
define void @ends(ptr %p, ptr %o) "ursa-kernel" {
entry:
  %id = call i64 @_Z13get_global_idj(i32 0)
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %more, %loop ]
  %place = add nuw nsw i64 %id, %i
  %address = getelementptr float, ptr %p, i64 %place
  %x = load float, ptr %address, align 4
  %more = fadd float %sum, %x
  %next = add nuw nsw i64 %i, 1
  %end = icmp eq i64 %next, 3
  br i1 %end, label %exit, label %loop, !llvm.loop !0
exit:
  %out = getelementptr float, ptr %o, i64 %id
  store float %more, ptr %out, align 4
  ret void
}

; An unroll directive of the kernel stays as it is.
; CHECK-LABEL: define internal void @ursa.pack.directive(
; CHECK: br i1
define void @directive(ptr %p, ptr %o) "ursa-kernel" {
entry:
  %id = call i64 @_Z13get_global_idj(i32 0)
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %more, %loop ]
  %place = add nuw nsw i64 %id, %i
  %address = getelementptr float, ptr %p, i64 %place
  %x = load float, ptr %address, align 4
  %more = fadd float %sum, %x
  %next = add nuw nsw i64 %i, 1
  %end = icmp eq i64 %next, 3
  br i1 %end, label %exit, label %loop, !llvm.loop !2
exit:
  %out = getelementptr float, ptr %o, i64 %id
  store float %more, ptr %out, align 4
  ret void
}

; The index of type int is not computed with 64 bits: that would lose that it does not overflow, and gather.
; CHECK-LABEL: define internal void @ursa.pack.narrow(
; CHECK-NOT: gather
; CHECK: call <8 x float> @llvm.masked.load.v8f32.p0(
; CHECK: ret void
define void @narrow(ptr %p, i32 %row, i32 %size, ptr %o) "ursa-kernel" {
  %id = call i64 @_Z13get_global_idj(i32 0)
  %x = trunc i64 %id to i32
  %start = mul nsw i32 %row, %size
  %place = add nsw i32 %start, %x
  %index = sext i32 %place to i64
  %address = getelementptr float, ptr %p, i64 %index
  %v = load float, ptr %address, align 4
  %out = getelementptr float, ptr %o, i64 %id
  store float %v, ptr %out, align 4
  ret void
}

!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.mustprogress"}
!2 = distinct !{!2, !1, !3}
!3 = !{!"llvm.loop.unroll.disable"}
