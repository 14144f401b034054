; vload and vstore, and math functions with a pointer result in memory that is not private.
; RUN: %opt -S -passes=ursa-vulkan-memory-functions %s | %FileCheck %s
target triple = "spirv64-unknown-unknown"

declare spir_func <4 x float> @_Z6vload4mPU3AS1Kf(i64, ptr addrspace(1))
declare spir_func void @_Z16vstore_half3_rtzDv3_fmPU3AS1Dh(<3 x float>, i64, ptr addrspace(1))
declare spir_func float @_Z5frexpfPU3AS4i(float, ptr addrspace(4))

; CHECK-LABEL: define {{.*}}@_Z6vload4mPU3AS1Kf(
; CHECK: mul i64 %0, 4
; CHECK: getelementptr float, ptr addrspace(1) %1
; CHECK: load <4 x float>, ptr addrspace(1) {{.*}}, align 4
; CHECK-LABEL: define {{.*}}@_Z16vstore_half3_rtzDv3_fmPU3AS1Dh(
; CHECK: bitcast <3 x float> %0 to <3 x i32>
; CHECK: store <3 x half> {{.*}}, align 2
; CHECK-LABEL: define {{.*}}@_Z5frexpfPU3AS4i(
; CHECK: [[COPY:%.*]] = alloca i32
; CHECK: call spir_func float @_Z5frexpfPi(float %0, ptr [[COPY]])
; CHECK: store i32 {{.*}}, ptr addrspace(4) %1
define spir_kernel void @k(ptr addrspace(1) %p, ptr addrspace(4) %q, <3 x float> %v) {
  %a = call spir_func <4 x float> @_Z6vload4mPU3AS1Kf(i64 3, ptr addrspace(1) %p)
  call spir_func void @_Z16vstore_half3_rtzDv3_fmPU3AS1Dh(<3 x float> %v, i64 0, ptr addrspace(1) %p)
  %b = call spir_func float @_Z5frexpfPU3AS4i(float 3.0, ptr addrspace(4) %q)
  ret void
}
