; Defaults in the place of constants: values are constants, memory is written leaf by leaf, nothing is
; recorded, and kernels have no implicit argument.
; RUN: %opt -passes='ursa-spec-constants<default-values>,ursa-specialization-buffer,verify' -S %s | %FileCheck %s --implicit-check-not=SpecConst --implicit-check-not=sycl.specialization
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"

%struct.S = type { i8, double, i16 }
@id.s = private constant [2 x i8] c"s\00"
@id.i = private constant [2 x i8] c"i\00"
@id.v = private constant [2 x i8] c"v\00"
@id.b = private constant [2 x i8] c"b\00"
@id.o = private constant [2 x i8] c"o\00"
@def.s = internal constant { %struct.S } { %struct.S { i8 1, double 2.5, i16 undef } }
@def.i = internal constant { i32 } { i32 42 }
@def.v = internal constant { <2 x float> } { <2 x float> <float 1.0, float -2.0> }
@def.b = internal constant { i8 } { i8 1 }

declare spir_func void @_Z40__sycl_getComposite2020SpecConstantValueI1SET_PKcPKvS5_(ptr sret(%struct.S), ptr, ptr, ptr addrspace(1))
declare spir_func i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr, ptr, ptr addrspace(1))
declare spir_func i1 @_Z37__sycl_getScalar2020SpecConstantValueIbET_PKcPKvS4_(ptr, ptr, ptr addrspace(1))
declare spir_func <2 x float> @_Z40__sycl_getComposite2020SpecConstantValueIDv2_fET_PKcPKvS5_(ptr, ptr, ptr addrspace(1))
declare spir_func i64 @_Z33__sycl_getScalarSpecConstantValueIlET_PKc(ptr)

; CHECK-NOT: @id.
; CHECK-NOT: @def.
; CHECK-LABEL: define spir_kernel void @k(ptr addrspace(1) %out) {
; CHECK: store i8 1, ptr %s
; CHECK: store double 2.500000e+00, ptr %{{.*}}, align 8
; CHECK-NOT: store i16
; CHECK: store volatile i32 42, ptr addrspace(1) %out
; CHECK: store volatile <2 x float> <float 1.000000e+00, float -2.000000e+00>, ptr addrspace(1) %out
; CHECK: store volatile i1 true, ptr addrspace(1) %out
; CHECK: store volatile i64 0, ptr addrspace(1) %out
define spir_kernel void @k(ptr addrspace(1) %out) {
  %s = alloca %struct.S, align 8
  call spir_func void @_Z40__sycl_getComposite2020SpecConstantValueI1SET_PKcPKvS5_(ptr sret(%struct.S) align 8 %s, ptr @id.s, ptr @def.s, ptr addrspace(1) null)
  %i = call spir_func i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr @id.i, ptr @def.i, ptr addrspace(1) null)
  %v = call spir_func <2 x float> @_Z40__sycl_getComposite2020SpecConstantValueIDv2_fET_PKcPKvS5_(ptr @id.v, ptr @def.v, ptr addrspace(1) null)
  %b = call spir_func i1 @_Z37__sycl_getScalar2020SpecConstantValueIbET_PKcPKvS4_(ptr @id.b, ptr @def.b, ptr addrspace(1) null)
  %o = call spir_func i64 @_Z33__sycl_getScalarSpecConstantValueIlET_PKc(ptr @id.o)
  store volatile i32 %i, ptr addrspace(1) %out
  store volatile <2 x float> %v, ptr addrspace(1) %out
  store volatile i1 %b, ptr addrspace(1) %out
  store volatile i64 %o, ptr addrspace(1) %out
  ret void
}
