; Leaves take their defaults by byte offset: the default's own type may be flattened and padded by
; hand, or be the bytes of a union. Arrays of three-element vectors step by sixteen bytes.
; RUN: %opt -passes='ursa-spec-constants<native>,verify' -S %s | %FileCheck %s --check-prefixes=CHECK,NATIVE
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"

%struct.S = type { i8, double, [2 x <3 x float>] }
%union.U = type { i64 }
@id.s = private constant [2 x i8] c"s\00"
@id.u = private constant [2 x i8] c"u\00"
@def.s = internal constant { { i8, [7 x i8], double, <3 x float>, <3 x float> } } { { i8, [7 x i8], double, <3 x float>, <3 x float> } { i8 9, [7 x i8] undef, double 0.5, <3 x float> <float 1.0, float 2.0, float 3.0>, <3 x float> <float 4.0, float 5.0, float 6.0> } }
@def.u = internal constant { { i32, [4 x i8] } } { { i32, [4 x i8] } { i32 258, [4 x i8] c"\01\00\00\00" } }

declare spir_func void @_Z40__sycl_getComposite2020SpecConstantValueI1SET_PKcPKvS5_(ptr sret(%struct.S), ptr, ptr, ptr addrspace(1))
declare spir_func void @_Z40__sycl_getComposite2020SpecConstantValueI1UET_PKcPKvS5_(ptr sret(%union.U), ptr, ptr, ptr addrspace(1))

; CHECK-LABEL: define spir_kernel void @k
; CHECK: @_Z20__spirv_SpecConstantia(i32 0, i8 9)
; CHECK: @_Z20__spirv_SpecConstantid(i32 1, double 5.000000e-01)
; CHECK: @_Z20__spirv_SpecConstantif(i32 2, float 1.000000e+00)
; CHECK: @_Z20__spirv_SpecConstantif(i32 5, float 4.000000e+00)
; CHECK-NEXT: getelementptr inbounds i8, ptr %s, i64 32
; CHECK: @_Z20__spirv_SpecConstantif(i32 7, float 6.000000e+00)
; NATIVE: @_Z20__spirv_SpecConstantil(i32 8, i64 4294967554)
define spir_kernel void @k(ptr addrspace(1) %buffer) {
  %s = alloca %struct.S, align 16
  %u = alloca %union.U, align 8
  call spir_func void @_Z40__sycl_getComposite2020SpecConstantValueI1SET_PKcPKvS5_(ptr sret(%struct.S) %s, ptr @id.s, ptr @def.s, ptr addrspace(1) %buffer)
  call spir_func void @_Z40__sycl_getComposite2020SpecConstantValueI1UET_PKcPKvS5_(ptr sret(%union.U) %u, ptr @id.u, ptr @def.u, ptr addrspace(1) %buffer)
  ret void
}
