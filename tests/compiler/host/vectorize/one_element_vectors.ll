; Vectors of one element are gathered as their element: a vector of them would be of no type.
; RUN: %host_opt %s --width=4 | %FileCheck %s

; CHECK-LABEL: define internal void @ursa.pack.k(
; CHECK: call <4 x float> @llvm.masked.gather.v4f32
; CHECK: fmul <4 x float>

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

define void @k(ptr noundef align 4 %in, ptr noundef align 4 %out) #0 {
  %id = call i64 @_Z13get_global_idj(i32 noundef 0) #1
  %masked = and i64 %id, 1023
  %from = getelementptr float, ptr %in, i64 %masked
  %value = load <1 x float>, ptr %from, align 4
  %double = fmul <1 x float> %value, splat (float 2.0)
  %to = getelementptr float, ptr %out, i64 %id
  store <1 x float> %double, ptr %to, align 4
  ret void
}

declare i64 @_Z13get_global_idj(i32 noundef) #1

attributes #0 = { convergent norecurse nounwind "ursa-kernel" }
attributes #1 = { convergent nounwind willreturn memory(none) }
