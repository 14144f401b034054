; Comparisons of 64-bit ids with bounds that are the same in all lanes have 32 bits, since ids have 31: bounds beyond
; are above all ids. Packs at the borders are inlined as those inside are, so that all their lanes are known to be active.
; RUN: %host_opt %s --width=8 | %FileCheck %s
; RUN: %host_opt %s --width=8 --stage=optimized | %FileCheck %s --check-prefix=FULL
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
declare i64 @_Z13get_global_idj(i32)

; CHECK-LABEL: define internal void @ursa.pack.copy(
; CHECK-NOT: icmp {{.*}}<8 x i64>
; CHECK: icmp {{eq|ne}} <8 x i32>
; CHECK: icmp ult i64 %{{.*}}, 2147483648
; CHECK: icmp u{{lt|ge}} <8 x i32>
; CHECK-LABEL: define internal void @ursa.pack.copy.interior(
; FULL-LABEL: define void @ursa.entry.copy(
; FULL: {{^}}pack:
; A pack at a border: what it stores has no mask.
; FULL: border.pack:
; FULL-NOT: call void @ursa.pack.copy
; FULL: call <8 x float> @llvm.masked.load.v8f32
; FULL-NOT: call void @llvm.masked.store
; FULL: store <8 x float>
define void @copy(ptr %in, ptr %o, i64 %n) "ursa-kernel" {
  %i = call i64 @_Z13get_global_idj(i32 0)
  %p = getelementptr float, ptr %in, i64 %i
  %q = getelementptr float, ptr %o, i64 %i
  %last = add i64 %n, -1
  %a = icmp ugt i64 %i, 0
  %b = icmp ult i64 %i, %last
  %inside = select i1 %a, i1 %b, i1 false
  br i1 %inside, label %sum, label %border
sum:
  %l = getelementptr i8, ptr %p, i64 -4
  %x = load float, ptr %l
  %r = getelementptr i8, ptr %p, i64 4
  %y = load float, ptr %r
  %s = fadd float %x, %y
  br label %end
border:
  %z = load float, ptr %p
  br label %end
end:
  %v = phi float [ %s, %sum ], [ %z, %border ]
  store float %v, ptr %q
  ret void
}

; A signed bound below zero is below all ids.
; CHECK-LABEL: define internal void @ursa.pack.signed(
; CHECK-NOT: icmp {{.*}}<8 x i64>
; CHECK: icmp slt i64 %{{.*}}, 2147483648
; CHECK: add i64 %{{.*}}, 1
; CHECK: icmp sgt i64 %{{.*}}, 0
; CHECK: icmp uge <8 x i32>
; CHECK: ret void
define void @signed(ptr %o, i64 %n) "ursa-kernel" {
  %i = call i64 @_Z13get_global_idj(i32 0)
  %q = getelementptr i32, ptr %o, i64 %i
  %c = icmp sgt i64 %i, %n
  %v = zext i1 %c to i32
  store i32 %v, ptr %q
  ret void
}

; The sum may have more than 32 bits.
; CHECK-LABEL: define internal void @ursa.pack.wide(
; CHECK: icmp {{.*}}<8 x i64>
; CHECK: ret void
define void @wide(ptr %o, i64 %n, i64 %m) "ursa-kernel" {
  %i = call i64 @_Z13get_global_idj(i32 0)
  %q = getelementptr i32, ptr %o, i64 %i
  %s = add i64 %i, %m
  %c = icmp ult i64 %s, %n
  %v = zext i1 %c to i32
  store i32 %v, ptr %q
  ret void
}
