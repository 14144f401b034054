; native_* functions become GLSL.std.450 instructions; with approximable calls or fast-relaxed math, so do
; other functions.
; RUN: %opt -S -passes=ursa-vulkan-native-math %s | %FileCheck %s --check-prefixes=CHECK,EXACT
; RUN: %opt -S -passes='ursa-vulkan-native-math<fast>' %s | %FileCheck %s --check-prefixes=CHECK,FAST
target triple = "spirv64-unknown-unknown"

declare spir_func <2 x float> @_Z10native_sinDv2_f(<2 x float>)
declare spir_func float @_Z5atan2ff(float, float)
declare spir_func double @_Z3sind(double)
declare spir_func float @_Z4powrff(float, float)
declare spir_func float @_Z3powff(float, float)
declare spir_func float @_Z4erfcf(float)

; CHECK-LABEL: define {{.*}}@_Z10native_sinDv2_f(
; CHECK-COUNT-2: call float @__vk.glsl.13.float(
; EXACT: declare {{.*}}@_Z5atan2ff(
; FAST-LABEL: define {{.*}}@_Z5atan2ff(
; FAST: call float @__vk.glsl.25.float(float %0, float %1)
; CHECK: declare {{.*}}@_Z3sind(
define spir_kernel void @k(<2 x float> %v, float %x, double %d) {
  %a = call spir_func <2 x float> @_Z10native_sinDv2_f(<2 x float> %v)
  %b = call spir_func float @_Z5atan2ff(float %x, float %x)
  %c = call spir_func double @_Z3sind(double %d)
; EXACT: call afn spir_func float @_Z4powrff.fast(
  %e = call afn spir_func float @_Z4powrff(float %x, float %x)
; EXACT: call spir_func float @_Z4powrff(
  %f = call spir_func float @_Z4powrff(float %x, float %e)
; EXACT: call afn spir_func float @_Z3powff.fast(
  %g = call afn spir_func float @_Z3powff(float %x, float %f)
; CHECK: call afn spir_func float @_Z4erfcf(
  %h = call afn spir_func float @_Z4erfcf(float %g)
; CHECK: call afn spir_func double @_Z3sind(
  %i = call afn spir_func double @_Z3sind(double %d)
  ret void
}
; EXACT-LABEL: define {{.*}}@_Z4powrff.fast(
; EXACT: call float @__vk.glsl.26.float(float %0, float %1)
; EXACT-LABEL: define {{.*}}@_Z3powff.fast(
; EXACT: [[M:%.*]] = call float @__vk.glsl.4.float(float %0)
; EXACT: [[P:%.*]] = call float @__vk.glsl.26.float(float [[M]], float %1)
; EXACT: fneg float [[P]]
