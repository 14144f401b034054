; The older markup has no default, which is zero, and no buffer: the implicit one is meant, in native
; mode too, so that kernels have the same arguments.
; RUN: %opt -passes='ursa-spec-constants<native>,verify' -S %s | %FileCheck %s --check-prefixes=CHECK,NATIVE
; RUN: %opt -passes='ursa-spec-constants<emulation>,verify' -S %s | %FileCheck %s --check-prefixes=CHECK,EMU
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"

%struct.P = type { i32, float }
@id.a = private constant [2 x i8] c"a\00"
@id.p = private constant [2 x i8] c"p\00"

declare spir_func i32 @_Z33__sycl_getScalarSpecConstantValueIiET_PKc(ptr)
declare spir_func void @_Z36__sycl_getCompositeSpecConstantValueI1PET_PKc(ptr sret(%struct.P), ptr)

; CHECK-LABEL: define spir_kernel void @k
; NATIVE: call spir_func ptr addrspace(1) @__ursa_specialization_buffer()
; NATIVE: %a = call spir_func i32 @_Z20__spirv_SpecConstantii(i32 0, i32 0)
; NATIVE: call spir_func i32 @_Z20__spirv_SpecConstantii(i32 1, i32 0)
; NATIVE: call spir_func float @_Z20__spirv_SpecConstantif(i32 2, float 0.000000e+00)
; EMU: [[BUF:%.*]] = call spir_func align 4 dereferenceable(12) ptr addrspace(1) @__ursa_specialization_buffer()
; EMU: %a = load i32, ptr addrspace(1) [[BUF]], align 4
; EMU: [[P:%.*]] = getelementptr inbounds i8, ptr addrspace(1) {{.*}}, i64 4
; EMU: call void @llvm.memcpy.p0.p1.i64(ptr align 4 %p, ptr addrspace(1) align 4 [[P]], i64 8, i1 false)
define spir_kernel void @k(ptr addrspace(1) %out) {
  %p = alloca %struct.P
  %a = call spir_func i32 @_Z33__sycl_getScalarSpecConstantValueIiET_PKc(ptr @id.a)
  call spir_func void @_Z36__sycl_getCompositeSpecConstantValueI1PET_PKc(ptr sret(%struct.P) %p, ptr @id.p)
  store i32 %a, ptr addrspace(1) %out
  ret void
}
