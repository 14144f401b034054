; Both sides of a branch store to the same place: one wide store, whose address keeps its stride.
; RUN: %host_opt %s --width=8 | %FileCheck %s --implicit-check-not=masked.scatter
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
declare i64 @_Z13get_global_idj(i32)

; Each side extends the index on its own. The copy where they meet has the flags that both have.
; CHECK-LABEL: define internal void @ursa.pack.guarded(
; CHECK: [[V:%.*]] = phi <8 x float>
; CHECK: call void @llvm.masked.store.v8f32.p0(<8 x float> [[V]], ptr align 4 {{%.*}}, <8 x i1> %active)
; Far from the border, only one side runs: an id that is not 0 is above 0.
; CHECK-LABEL: define internal void @ursa.pack.guarded.interior(
; CHECK-NOT: br i1
; CHECK: call void @llvm.masked.store.v8f32.p0(
; CHECK: ret void
; CHECK-LABEL: define i1 @ursa.pack.guarded.interior.isInterior(
; CHECK: icmp sgt i64 {{%.*}}, 0
define void @guarded(ptr %in, ptr %out, i32 %n) "ursa-kernel" {
entry:
  %id = call i64 @_Z13get_global_idj(i32 0)
  %x = trunc i64 %id to i32
  %row = call i64 @_Z13get_global_idj(i32 1)
  %y = trunc i64 %row to i32
  %begin = mul nsw i32 %y, %n
  %i = add nsw i32 %begin, %x
  %above = icmp sgt i32 %x, 0
  %last = add nsw i32 %n, -1
  %below = icmp slt i32 %x, %last
  %inside = select i1 %above, i1 %below, i1 false
  br i1 %inside, label %then, label %else
then:
  %i1 = sext i32 %i to i64
  %p1 = getelementptr inbounds float, ptr %in, i64 %i1
  %a = load float, ptr %p1
  %p2 = getelementptr inbounds i8, ptr %p1, i64 4
  %b = load float, ptr %p2
  %sum = fadd float %a, %b
  %q1 = getelementptr inbounds float, ptr %out, i64 %i1
  store float %sum, ptr %q1
  br label %join
else:
  %i2 = sext i32 %i to i64
  %p3 = getelementptr inbounds float, ptr %in, i64 %i2
  %c = load float, ptr %p3
  %q2 = getelementptr inbounds float, ptr %out, i64 %i2
  store float %c, ptr %q2
  br label %join
join:
  ret void
}

; Sizes of 64 bits bound ids, too.
; CHECK-LABEL: define i1 @ursa.pack.unsigned.interior.isInterior(
; CHECK: @llvm.umin.i64(i64 {{%.*}}, i64 9223372036854775807)
define void @unsigned(ptr %out, i64 %n) "ursa-kernel" {
entry:
  %id = call i64 @_Z13get_global_idj(i32 0)
  %inside = icmp ult i64 %id, %n
  br i1 %inside, label %then, label %join
then:
  %q = getelementptr inbounds float, ptr %out, i64 %id
  store float 1.0, ptr %q
  br label %join
join:
  ret void
}
