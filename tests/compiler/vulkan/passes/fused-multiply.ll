; fma for drivers that do not fuse: of floats in double, of doubles in integers.
; RUN: %opt -S -passes=ursa-vulkan-fused-multiply %s | %FileCheck %s
target triple = "spirv64-unknown-unknown"

declare spir_func <2 x float> @_Z3fmaDv2_fS_S_(<2 x float>, <2 x float>, <2 x float>)
declare spir_func double @_Z3fmaddd(double, double, double)

; CHECK-LABEL: define {{.*}}@_Z3fmaDv2_fS_S_(
; CHECK: fmul double
; CHECK: or i64 {{.*}}, 1
; CHECK: fptrunc double {{.*}} to float
; CHECK: fptrunc double {{.*}} to float
; CHECK-LABEL: define {{.*}}@_Z3fmaddd(
; CHECK: mul i64
; CHECK: @llvm.ctlz.i64
; CHECK: bitcast i64 {{.*}} to double
define spir_kernel void @k(<2 x float> %v, double %d) {
  %a = call spir_func <2 x float> @_Z3fmaDv2_fS_S_(<2 x float> %v, <2 x float> %v, <2 x float> %v)
  %b = call spir_func double @_Z3fmaddd(double %d, double %d, double %d)
  ret void
}
