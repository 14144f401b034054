; The counter of a loop with a barrier is the same in all packs of a group, which keeps it once. Packs read what the
; region before has left and write behind it, since the next pack reads the same. So a step of a tree reduction whose bound
; is known at run time runs only the packs below the bound.
; RUN: %host_opt %s --width=8 --stage=entry --without=groups | %FileCheck %s
; RUN: %host_opt %s --width=8 --stage=optimized --without=groups | %FileCheck %s --check-prefix=LOOP
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
@tree.parts = internal global [256 x float] undef, section "ursa.local", align 4
declare i64 @_Z12get_local_idj(i32)
declare i64 @_Z13get_global_idj(i32)
declare void @_Z7barrierj(i32) convergent

; CHECK-LABEL: define void @ursa.entry.tree(
; CHECK: [[LEFT:%.*]] = getelementptr inbounds i8, ptr [[VALUES:%.*]], i64 8
; CHECK-NEXT: [[VALUE:%.*]] = load i32, ptr [[LEFT]]
; CHECK-NEXT: [[CURRENT:%.*]] = getelementptr inbounds i8, ptr [[VALUES]], i64 0
; CHECK-NEXT: store i32 [[VALUE]], ptr [[CURRENT]]
; CHECK-LABEL: define i32 @ursa.pack.tree.0(
; What differs between packs is in the frame of each.
; CHECK: store <8 x float> {{%.*}}, ptr
; CHECK-LABEL: define i32 @ursa.pack.tree.2(
; CHECK: [[READ:%.*]] = getelementptr inbounds i8, ptr [[GROUP:%[0-9]+]], i64 0
; CHECK-NEXT: load i32, ptr [[READ]]
; CHECK: [[WRITTEN:%.*]] = getelementptr inbounds i8, ptr [[GROUP]], i64 8
; CHECK-NEXT: store i32 {{%.*}}, ptr [[WRITTEN]]
; CHECK-NEXT: ret i32 2

; LOOP-LABEL: define void @ursa.entry.tree(
; The loop over the packs of a step: those below the bound with all their work-items have no mask.
; LOOP: bounded{{[0-9]*}}:
; LOOP-NEXT: sub {{.*}}i32
; LOOP-NEXT: icmp {{.*}}ugt i32 {{%.*}}, 7
; Those of which the first half, quarter or eighth is below it have shorter vectors.
; LOOP: switch i32
; LOOP-NEXT: i32 4, label
; LOOP-NEXT: i32 2, label
; LOOP-NEXT: i32 1, label
; LOOP: load <4 x float>
; LOOP-NEXT: load <4 x float>
; LOOP-NEXT: fadd <4 x float>
; LOOP-NEXT: store <4 x float>
; LOOP: fadd <2 x float>
; LOOP: fadd float
; LOOP-NEXT: store float
; LOOP: call <8 x float> @llvm.masked.load.v8f32
; LOOP: call void @llvm.masked.store.v8f32
; LOOP-NOT: store i32
; LOOP: icmp ult i64 {{%.*}}, {{%.*}}umin
; LOOP-NEXT: br i1
; LOOP: {{whole[0-9]*}}:
; LOOP: load <8 x float>
; LOOP-NEXT: load <8 x float>
; LOOP-NEXT: fadd <8 x float>
; LOOP-NEXT: store <8 x float>
define void @tree(ptr %in, ptr %o, i32 %n) "ursa-kernel" {
entry:
  %i = call i64 @_Z12get_local_idj(i32 0)
  %g = call i64 @_Z13get_global_idj(i32 0)
  %l = trunc i64 %i to i32
  %p = getelementptr float, ptr @tree.parts, i64 %i
  %a = getelementptr float, ptr %in, i64 %g
  %x = load float, ptr %a
  store float %x, ptr %p
  call void @_Z7barrierj(i32 1)
  br label %step
step:
  %s = phi i32 [ %n, %entry ], [ %h, %next ]
  %c = icmp ult i32 %l, %s
  br i1 %c, label %add, label %next
add:
  %w = zext i32 %s to i64
  %q = getelementptr float, ptr %p, i64 %w
  %y = load float, ptr %q
  %z = load float, ptr %p
  %t = fadd float %y, %z
  store float %t, ptr %p
  br label %next
next:
  call void @_Z7barrierj(i32 1)
  %h = lshr i32 %s, 1
  %more = icmp ne i32 %h, 0
  br i1 %more, label %step, label %end
end:
  %r = getelementptr float, ptr %o, i64 %g
  store float %x, ptr %r
  ret void
}
