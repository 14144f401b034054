; The first work-item of a pack has a number that is a multiple of the lanes: one comparison tells whether any of them is
; below a bound. Steps of a tree reduction run the packs below the bound only, and the accesses have no mask if all of
; their work-items, or the first ones, take part.
; RUN: %host_opt %s --width=8 --stage=optimized --without=groups | %FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
@tree.parts = internal global [64 x float] undef, section "ursa.local", align 4
declare i64 @_Z12get_local_idj(i32)
declare i64 @_Z13get_global_idj(i32)
declare void @_Z7barrierj(i32) convergent

; CHECK-LABEL: define void @ursa.entry.tree(
; CHECK: %[[BOUND:.*]] = call i64 @llvm.umin.i64(i64 %{{.*}}, i64 16)
; 16 of 64: the first two packs.
; CHECK: add16.i:
; CHECK: load <8 x float>
; CHECK-NEXT: load <8 x float>
; CHECK-NEXT: fadd <8 x float>
; CHECK-NEXT: store <8 x float>
; CHECK: icmp ult i64 %{{.*}}, %[[BOUND]]
; 2 of 64: a part of the first pack.
; CHECK: add2.i:
; CHECK: load <2 x float>
; CHECK-NEXT: load <2 x float>
; CHECK: store <2 x float>
; A bound that is not constant: the last pack needs a mask.
; CHECK: icmp ugt i32 %[[N:.*]], %
; CHECK: addn.i:
; CHECK: call <8 x float> @llvm.masked.load.v8f32
; CHECK: call void @llvm.masked.store.v8f32
; One work-item.
; CHECK: load <1 x float>
; CHECK-LABEL: define {{.*}} @ursa.pack.tree.0(
define void @tree(ptr %in, ptr %o, i32 %n) "ursa-kernel" {
  %i = call i64 @_Z12get_local_idj(i32 0)
  %l = trunc i64 %i to i32
  %p = getelementptr float, ptr @tree.parts, i64 %i
  %a = getelementptr float, ptr %in, i64 %i
  %x = load float, ptr %a
  store float %x, ptr %p
  call void @_Z7barrierj(i32 1)
  %c = icmp ult i32 %l, 16
  br i1 %c, label %add16, label %next
add16:
  %q = getelementptr float, ptr %p, i64 16
  %y = load float, ptr %q
  %z = load float, ptr %p
  %s = fadd float %y, %z
  store float %s, ptr %p
  br label %next
next:
  call void @_Z7barrierj(i32 1)
  %d = icmp ult i32 %l, 2
  br i1 %d, label %add2, label %last
add2:
  %q2 = getelementptr float, ptr %p, i64 2
  %y2 = load float, ptr %q2
  %z2 = load float, ptr %p
  %s2 = fadd float %y2, %z2
  store float %s2, ptr %p
  br label %last
last:
  call void @_Z7barrierj(i32 1)
  %e = icmp ult i32 %l, %n
  br i1 %e, label %addn, label %first
addn:
  %q3 = getelementptr float, ptr %p, i64 1
  %y3 = load float, ptr %q3
  store float %y3, ptr %p
  br label %first
first:
  call void @_Z7barrierj(i32 1)
  %f = icmp eq i32 %l, 0
  br i1 %f, label %write, label %end
write:
  %w = load float, ptr %p
  store float %w, ptr %o
  br label %end
end:
  ret void
}
