; Functions on halves call those on floats, or are defined on halves.
; RUN: %opt -S -passes=ursa-vulkan-half-functions %s | %FileCheck %s
target triple = "spirv64-unknown-unknown"

declare spir_func half @_Z3sinDh(half)
declare spir_func <2 x half> @_Z6sincosDv2_DhPU3AS4S_(<2 x half>, ptr addrspace(4))
declare spir_func <2 x i16> @_Z5isnanDv2_Dh(<2 x half>)
declare spir_func i32 @_Z15convert_int_rtpDh(half)
declare spir_func half @_Z16convert_half_rtzd(double)
declare spir_func half @_Z3fmaDhDhDh(half, half, half)
declare spir_func half @_Z14sub_group_anyDh(half)

; CHECK-LABEL: define {{.*}}@_Z3sinDh(
; CHECK: [[WIDE:%.*]] = fpext half %0 to float
; CHECK: [[RESULT:%.*]] = call spir_func float @_Z3sinf(float [[WIDE]])
; CHECK: fptrunc float [[RESULT]] to half
; CHECK-LABEL: define {{.*}}@_Z6sincosDv2_DhPU3AS4S_(
; CHECK: [[COPY:%.*]] = alloca <2 x float>
; CHECK: call spir_func <2 x float> @_Z6sincosDv2_fPS_(<2 x float> {{.*}}, ptr [[COPY]])
; CHECK: store <2 x half> {{.*}}, ptr addrspace(4) %1
; CHECK-LABEL: define {{.*}}@_Z5isnanDv2_Dh(
; CHECK: [[TRUTH:%.*]] = call spir_func <2 x i32> @_Z5isnanDv2_f(
; CHECK: trunc <2 x i32> [[TRUTH]] to <2 x i16>
; CHECK-LABEL: define {{.*}}@_Z15convert_int_rtpDh(
; CHECK: call spir_func i32 @_Z15convert_int_rtpf(float
; CHECK-LABEL: define {{.*}}@_Z16convert_half_rtzd(
; CHECK-NOT: fptrunc
; CHECK: bitcast double %0 to i64
; CHECK: trunc i64 {{.*}} to i16
; CHECK-LABEL: define {{.*}}@_Z3fmaDhDhDh(
; CHECK: fmul float
; CHECK: fadd float
; CHECK: or i32 {{.*}}, 1
; CHECK: declare spir_func half @_Z14sub_group_anyDh(half)
define spir_kernel void @k(half %x, ptr addrspace(4) %p, <2 x half> %v, double %d) {
  %a = call spir_func half @_Z3sinDh(half %x)
  %b = call spir_func <2 x half> @_Z6sincosDv2_DhPU3AS4S_(<2 x half> %v, ptr addrspace(4) %p)
  %c = call spir_func <2 x i16> @_Z5isnanDv2_Dh(<2 x half> %v)
  %e = call spir_func i32 @_Z15convert_int_rtpDh(half %x)
  %f = call spir_func half @_Z16convert_half_rtzd(double %d)
  %g = call spir_func half @_Z3fmaDhDhDh(half %x, half %a, half %f)
  %h = call spir_func half @_Z14sub_group_anyDh(half %x)
  ret void
}
