; Several rows of work-items at once: packs of four rows side by side, if that saves loads.
; RUN: %host_opt %s --width=16 | %FileCheck %s --implicit-check-not=@ursa.rows.rowBranch --implicit-check-not=@ursa.rows.total --implicit-check-not=@ursa.rows.once
; RUN: %host_opt %s --width=16 --without=rows | %FileCheck %s --check-prefix=WITHOUT --implicit-check-not=@ursa.rows
; RUN: %host_opt %s --width=16 --stage=entry | %FileCheck %s --check-prefix=ENTRY
; WITHOUT: @ursa.pack.product
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
declare i64 @_Z13get_global_idj(i32)
declare float @llvm.fmuladd.f32(float, float, float)
; The column is loaded once for all rows; the sum of each row is a vector of its own.
; CHECK-LABEL: define internal void @ursa.rows.product
; CHECK: again:
; CHECK-COUNT-4: = phi <16 x float>
; CHECK: [[B:%.*]] = call <16 x float> @llvm.masked.load.v16f32
; CHECK-NOT: @llvm.masked.load
; CHECK-COUNT-4: call <16 x float> @llvm.fmuladd.v16f32(<16 x float> {{%.*}}, <16 x float> [[B]],
; CHECK: br i1
; CHECK-COUNT-4: call void @llvm.masked.store.v16f32
; CHECK-NOT: @llvm.masked.store
; CHECK: ret void
define void @product(ptr noalias %a, ptr noalias %b, ptr noalias %c, i64 %n) "ursa-kernel" {
entry:
  %x = call i64 @_Z13get_global_idj(i32 0)
  %y = call i64 @_Z13get_global_idj(i32 1)
  %row = mul i64 %y, %n
  br label %again
again:
  %k = phi i64 [ 0, %entry ], [ %next, %again ]
  %s = phi float [ 0.0, %entry ], [ %sum, %again ]
  %ai = add i64 %row, %k
  %ap = getelementptr float, ptr %a, i64 %ai
  %av = load float, ptr %ap
  %bi = mul i64 %k, %n
  %bj = add i64 %bi, %x
  %bp = getelementptr float, ptr %b, i64 %bj
  %bv = load float, ptr %bp
  %sum = call float @llvm.fmuladd.f32(float %av, float %bv, float %s)
  %next = add nuw nsw i64 %k, 1
  %more = icmp slt i64 %next, %n
  br i1 %more, label %again, label %end
end:
  %ci = add i64 %row, %x
  %cp = getelementptr float, ptr %c, i64 %ci
  store float %sum, ptr %cp
  ret void
}
; Four sums of three neighbours are of six loads, and what uses a load follows it. The rows are inside.
; CHECK-LABEL: define internal void @ursa.rows.column
; CHECK-NOT: br
; CHECK: [[V1:%.*]] = call <16 x float> @llvm.masked.load.v16f32
; CHECK: [[V0:%.*]] = call <16 x float> @llvm.masked.load.v16f32
; CHECK: fadd <16 x float> [[V0]], [[V1]]
; CHECK: [[V2:%.*]] = call <16 x float> @llvm.masked.load.v16f32
; CHECK-NEXT: fadd <16 x float> [[V1]], [[V2]]
; CHECK: fadd <16 x float> {{%.*}}, [[V2]]
; CHECK-COUNT-3: call <16 x float> @llvm.masked.load.v16f32
; CHECK-NOT: @llvm.masked.load
; CHECK-COUNT-4: call void @llvm.masked.store.v16f32
; The last of four rows is checked too. Rows at the border, and those beyond a multiple of four, run one by one.
; ENTRY-LABEL: define void @ursa.entry.column
; ENTRY: [[FOURS:%.*]] = and i64 [[ROWS:%.*]], -4
; ENTRY: icmp ult i64 [[FOURS]], [[ROWS]]
; ENTRY: pack:
; ENTRY-COUNT-4: icmp slt i64
; ENTRY: br i1 {{%.*}}, label %interior.pack, label %border.pack
; ENTRY: row:
; ENTRY: call void @ursa.pack.column(
define void @column(ptr %p, ptr %o, i32 %pitch, i32 %h) "ursa-kernel" {
  %x = call i64 @_Z13get_global_idj(i32 0)
  %y = call i64 @_Z13get_global_idj(i32 1)
  %column = trunc nuw nsw i64 %x to i32
  %row = trunc nuw nsw i64 %y to i32
  %inside = icmp slt i32 %row, %h
  br i1 %inside, label %then, label %end
then:
  %r0 = mul nsw i32 %row, %pitch
  %i0 = add nsw i32 %r0, %column
  %w0 = sext i32 %i0 to i64
  %p0 = getelementptr float, ptr %p, i64 %w0
  %v0 = load float, ptr %p0
  %y1 = add nsw i32 %row, 1
  %r1 = mul nsw i32 %y1, %pitch
  %i1 = add nsw i32 %r1, %column
  %w1 = sext i32 %i1 to i64
  %p1 = getelementptr float, ptr %p, i64 %w1
  %v1 = load float, ptr %p1
  %y2 = add nsw i32 %row, 2
  %r2 = mul nsw i32 %y2, %pitch
  %i2 = add nsw i32 %r2, %column
  %w2 = sext i32 %i2 to i64
  %p2 = getelementptr float, ptr %p, i64 %w2
  %v2 = load float, ptr %p2
  %s = fadd float %v0, %v1
  %t = fadd float %s, %v2
  %ro = mul nsw i32 %row, %h
  %io = add nsw i32 %ro, %column
  %wo = sext i32 %io to i64
  %op = getelementptr float, ptr %o, i64 %wo
  store float %t, ptr %op
  br label %end
end:
  ret void
}
; A branch that depends on the row, atomic operations, and a kernel that shares no load: one row.
define void @rowBranch(ptr %p, ptr %m) "ursa-kernel" {
  %x = call i64 @_Z13get_global_idj(i32 0)
  %y = call i64 @_Z13get_global_idj(i32 1)
  %mp = getelementptr float, ptr %m, i64 %y
  %w = load float, ptr %mp
  %c = fcmp ogt float %w, 1.0
  br i1 %c, label %then, label %end
then:
  %q = getelementptr float, ptr %p, i64 %x
  %v = load float, ptr %q
  %i = mul i64 %y, 1024
  %j = add i64 %i, %x
  %d = getelementptr float, ptr %p, i64 %j
  store float %v, ptr %d
  br label %end
end:
  ret void
}
define void @total(ptr %p, ptr %t) "ursa-kernel" {
  %x = call i64 @_Z13get_global_idj(i32 0)
  %y = call i64 @_Z13get_global_idj(i32 1)
  %q = getelementptr i32, ptr %p, i64 %x
  %v = load i32, ptr %q
  %o = getelementptr i32, ptr %t, i64 %y
  %old = atomicrmw add ptr %o, i32 %v seq_cst
  ret void
}
define void @once(ptr %p) "ursa-kernel" {
  %x = call i64 @_Z13get_global_idj(i32 0)
  %y = call i64 @_Z13get_global_idj(i32 1)
  %r0 = mul i64 %y, 1024
  %i0 = add i64 %r0, %x
  %p0 = getelementptr float, ptr %p, i64 %i0
  %v0 = load float, ptr %p0
  %v1 = fadd float %v0, 1.0
  store float %v1, ptr %p0
  ret void
}
