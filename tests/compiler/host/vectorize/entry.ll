; The entry runs a row as full packs and a last pack of the rest. Ids of more than 31 bits take the item function.
; RUN: %host_opt %s --width=8 --stage=entry | %FileCheck %s
; RUN: %host_opt %s --width=8 --stage=optimized | %FileCheck %s --check-prefix=OPTIMIZED
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
declare i64 @_Z13get_global_idj(i32)

; CHECK-LABEL: define void @ursa.entry.k
; CHECK: icmp ule i64 {{%.*}}, 2147483648
; CHECK: br i1 {{%.*}}, label %packs, label %items
; CHECK: [[FULL:%.*]] = and i64 [[SIZE:%.*]], -8
; CHECK: [[REST:%.*]] = sub nuw i64 [[SIZE]], [[FULL]]
; CHECK: last.pack:
; CHECK: call void @ursa.pack.k({{.*}}, i64 [[REST]])
; CHECK: pack:
; All lanes of a full pack are active.
; CHECK: @llvm.masked.load.v8f32.p0({{.*}}, <8 x i1> splat (i1 true),
; CHECK: define void @ursa.items.k({{.*}}) #[[RARE:[0-9]+]]
; CHECK: call void @ursa.item.k(
; CHECK: attributes #[[RARE]] = { cold noinline {{.*}}optnone
; OPTIMIZED-LABEL: define void @ursa.entry.k
; OPTIMIZED: load <8 x float>
; OPTIMIZED: store <8 x float>
define void @k(ptr %p) "ursa-kernel" {
  %i = call i64 @_Z13get_global_idj(i32 0)
  %q = getelementptr float, ptr %p, i64 %i
  %x = load float, ptr %q
  %y = fadd float %x, 1.0
  store float %y, ptr %q
  ret void
}
