; Functions of packs: in a pack, its width is constant, each lane has its number, and shuffles are permutations. A group
; that is one pack knows it. Work-items that run alone have no pack.
; RUN: %host_opt %s --width=8 | %FileCheck %s
; RUN: %host_opt %s --width=8 --stage=entry | %FileCheck %s --check-prefix=ITEM
; RUN: %host_opt %s --width=1 --stage=entry | %FileCheck %s --check-prefix=ITEM
; No other width takes the place of that which a kernel asks for: results may depend on it.
; RUN: %host_opt %s --width=0 --stage=rivals | %FileCheck %s --check-prefix=RIVALS
; RIVALS: ask: {{[0-9]+$}}
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
declare i64 @_Z13get_global_idj(i32)
declare void @_Z7barrierj(i32) convergent
declare i32 @__ursa_pack_width() memory(none)
declare i32 @__ursa_pack_lane() memory(none)
declare i32 @__ursa_pack_items() memory(none)
declare i32 @__ursa_pack_is_group() memory(none)
declare i32 @__ursa_pack_shuffle(i32, i32) convergent
declare i64 @__ursa_pack_shuffle_long(i64, i32) convergent

; ITEM-LABEL: define ptr @ursa.item.ask(
; ITEM-NOT: __ursa_pack
; ITEM: store i32 -1
; ITEM-LABEL: define void @ursa.entry.ask(
; CHECK-LABEL: define internal void @ursa.pack.ask(
; CHECK-NOT: __ursa_pack
; CHECK: %[[#X:]] = call <8 x i32> @llvm.masked.load.v8i32
; CHECK: %[[ITEMS:.*]] = trunc i64 %[[#]] to i32
; CHECK: shufflevector <8 x i32> %[[#X]], <8 x i32> poison, <8 x i32> <i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 0>
; CHECK: shufflevector <8 x i64> %{{.*}}, <8 x i64> poison, <8 x i32> <i32 4, i32 5, i32 6, i32 7, i32 0, i32 1, i32 2, i32 3>
; CHECK: insertelement <8 x i32> poison, i32 %[[ITEMS]]
; CHECK: icmp ult <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
; CHECK: add {{.*}}, splat (i32 800)
; CHECK-NOT: __ursa_pack
; CHECK-LABEL: define internal void @ursa.group.ask(
; CHECK: add {{.*}}, splat (i32 801)
; CHECK-NOT: __ursa_pack
; CHECK: ret void
define void @ask(ptr %p) "ursa-kernel" {
  %i = call i64 @_Z13get_global_idj(i32 0)
  %a = getelementptr i32, ptr %p, i64 %i
  call void @_Z7barrierj(i32 1)
  %width = call i32 @__ursa_pack_width()
  %none = icmp eq i32 %width, 0
  br i1 %none, label %alone, label %inpack
alone:
  store i32 -1, ptr %a
  br label %end
inpack:
  %x = load i32, ptr %a
  %lane = call i32 @__ursa_pack_lane()
  %items = call i32 @__ursa_pack_items()
  %next = add i32 %lane, 1
  %y = call i32 @__ursa_pack_shuffle(i32 %x, i32 %next)
  %wide = sext i32 %x to i64
  %half = lshr i32 %width, 1
  %far = add i32 %lane, %half
  %z = call i64 @__ursa_pack_shuffle_long(i64 %wide, i32 %far)
  %zt = trunc i64 %z to i32
  %s = add i32 %y, %zt
  %counts = icmp ult i32 %lane, %items
  %t = select i1 %counts, i32 %s, i32 0
  %whole = call i32 @__ursa_pack_is_group()
  %hundreds = mul i32 %width, 100
  %code = add i32 %hundreds, %whole
  %u = add i32 %t, %code
  store i32 %u, ptr %a
  br label %end
end:
  ret void
}
