; Bitcasts between vectors and integers, and vector intrinsics, become scalar.
; RUN: %opt -S -passes=ursa-vulkan-vector-casts %s | %FileCheck %s
; CHECK-LABEL: define i32 @packed
define i32 @packed(<2 x i16> %v) {
; CHECK: extractelement <2 x i16> %v, i64 0
; CHECK: extractelement <2 x i16> %v, i64 1
; CHECK: shl i32 {{.*}}, 16
; CHECK: or i32
; CHECK-NOT: bitcast
  %i = bitcast <2 x i16> %v to i32
  ret i32 %i
}
; CHECK-LABEL: define <2 x float> @unpacked
define <2 x float> @unpacked(i64 %i) {
; CHECK: trunc i64 %i to i32
; CHECK: lshr i64 %i, 32
; CHECK-COUNT-2: insertelement
  %v = bitcast i64 %i to <2 x float>
  ret <2 x float> %v
}
; CHECK-LABEL: define <2 x i1> @classes
define <2 x i1> @classes(<2 x float> %v) {
; CHECK-COUNT-2: call i1 @llvm.is.fpclass.f32(float {{.*}}, i32 3)
  %c = call <2 x i1> @llvm.is.fpclass.v2f32(<2 x float> %v, i32 3)
  ret <2 x i1> %c
}
