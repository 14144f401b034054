; Composites that are returned by value: vectors are put together by insertelement, structs by one
; insertvalue for each element, with its whole path.
; RUN: %opt -passes='ursa-spec-constants<native>,verify' -S %s | %FileCheck %s --check-prefixes=CHECK,NATIVE
; RUN: %opt -passes='ursa-spec-constants<emulation>,verify' -S %s | %FileCheck %s --check-prefixes=CHECK,EMU
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"

%struct.S = type { i32, [2 x { float, <2 x i16> }] }
@id.v = private constant [2 x i8] c"v\00"
@id.s = private constant [2 x i8] c"s\00"
@def.v = internal constant { <3 x float> } { <3 x float> <float 1.0, float 2.0, float 3.0> }
@def.s = internal constant { %struct.S } { %struct.S { i32 7, [2 x { float, <2 x i16> }] [{ float, <2 x i16> } { float 1.0, <2 x i16> <i16 1, i16 2> }, { float, <2 x i16> } { float 2.0, <2 x i16> <i16 3, i16 4> }] } }

declare spir_func <3 x float> @_Z40__sycl_getComposite2020SpecConstantValueIDv3_fET_PKcPKvS5_(ptr, ptr, ptr addrspace(1))
declare spir_func %struct.S @_Z40__sycl_getComposite2020SpecConstantValueI1SET_PKcPKvS5_(ptr, ptr, ptr addrspace(1))

; CHECK-LABEL: define spir_kernel void @k
; NATIVE: [[X:%.*]] = call spir_func float @_Z20__spirv_SpecConstantif(i32 0, float 1.000000e+00)
; NATIVE: [[V0:%.*]] = insertelement <3 x float> undef, float [[X]], i64 0
; NATIVE: [[V1:%.*]] = insertelement <3 x float> [[V0]], float {{.*}}, i64 1
; NATIVE: %v = insertelement <3 x float> [[V1]], float {{.*}}, i64 2
; NATIVE: insertvalue %struct.S undef, i32 {{.*}}, 0
; NATIVE: insertvalue %struct.S {{.*}}, float {{.*}}, 1, 0, 0
; NATIVE: insertvalue %struct.S {{.*}}, <2 x i16> {{.*}}, 1, 0, 1
; NATIVE: insertvalue %struct.S {{.*}}, float {{.*}}, 1, 1, 0
; NATIVE: %s = insertvalue %struct.S {{.*}}, <2 x i16> {{.*}}, 1, 1, 1
; NATIVE-NOT: extractvalue
; EMU: %v = load <3 x float>, ptr addrspace(1) %buffer, align 16
; EMU: [[P:%.*]] = getelementptr inbounds i8, ptr addrspace(1) %buffer, i64 16
; EMU: [[I:%.*]] = load i32, ptr addrspace(1) [[P]], align 4
; EMU: insertvalue %struct.S undef, i32 [[I]], 0
; EMU: %s = insertvalue %struct.S {{.*}}, <2 x i16> {{.*}}, 1, 1, 1
; CHECK: ret void
define spir_kernel void @k(ptr addrspace(1) %out, ptr addrspace(1) %buffer) {
  %v = call spir_func <3 x float> @_Z40__sycl_getComposite2020SpecConstantValueIDv3_fET_PKcPKvS5_(ptr @id.v, ptr @def.v, ptr addrspace(1) %buffer)
  %s = call spir_func %struct.S @_Z40__sycl_getComposite2020SpecConstantValueI1SET_PKcPKvS5_(ptr @id.s, ptr @def.s, ptr addrspace(1) %buffer)
  store volatile <3 x float> %v, ptr addrspace(1) %out
  store volatile %struct.S %s, ptr addrspace(1) %out
  ret void
}

; A vector of three elements is as long as one of four.
; NATIVE: !{!"v", i32 0, i32 0, i32 4, i32 1, i32 4, i32 4, i32 2, i32 8, i32 4, i32 -1, i32 12, i32 4}
; EMU: !{!"v", i32 0, i32 0, i32 16}
; EMU: !{!"s", i32 1, i32 0, i32 20}
