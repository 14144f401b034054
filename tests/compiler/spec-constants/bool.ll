; A bool is i1 as a value and a byte in memory: by value it is read as a byte and truncated.
; RUN: %opt -passes='ursa-spec-constants<native>,verify' -S %s | %FileCheck %s --check-prefixes=CHECK,NATIVE
; RUN: %opt -passes='ursa-spec-constants<emulation>,verify' -S %s | %FileCheck %s --check-prefixes=CHECK,EMU
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"

%struct.Flags = type { i8, i8 }
@id.b = private constant [2 x i8] c"b\00"
@id.f = private constant [2 x i8] c"f\00"
@def.b = internal constant { i8 } { i8 1 }
@def.f = internal constant { %struct.Flags } { %struct.Flags { i8 1, i8 0 } }

declare spir_func zeroext i1 @_Z37__sycl_getScalar2020SpecConstantValueIbET_PKcPKvS4_(ptr, ptr, ptr addrspace(1))
declare spir_func void @_Z40__sycl_getComposite2020SpecConstantValueI5FlagsET_PKcPKvS5_(ptr sret(%struct.Flags), ptr, ptr, ptr addrspace(1))

; CHECK-LABEL: define spir_kernel void @k
; NATIVE: [[B:%.*]] = call spir_func i8 @_Z20__spirv_SpecConstantia(i32 0, i8 1)
; EMU: [[B:%.*]] = load i8, ptr addrspace(1) %buffer, align 1
; CHECK-NEXT: %b = trunc i8 [[B]] to i1
; NATIVE: call spir_func i8 @_Z20__spirv_SpecConstantia(i32 1, i8 1)
; NATIVE: call spir_func i8 @_Z20__spirv_SpecConstantia(i32 2, i8 0)
define spir_kernel void @k(ptr addrspace(1) %out, ptr addrspace(1) %buffer) {
  %f = alloca %struct.Flags
  %b = call spir_func zeroext i1 @_Z37__sycl_getScalar2020SpecConstantValueIbET_PKcPKvS4_(ptr @id.b, ptr @def.b, ptr addrspace(1) %buffer)
  call spir_func void @_Z40__sycl_getComposite2020SpecConstantValueI5FlagsET_PKcPKvS5_(ptr sret(%struct.Flags) %f, ptr @id.f, ptr @def.f, ptr addrspace(1) %buffer)
  store i1 %b, ptr addrspace(1) %out
  ret void
}
; CHECK: !{!"b", i32 0, i32 0, i32 1}
; NATIVE: !{!"f", i32 1, i32 0, i32 1, i32 2, i32 1, i32 1}
; EMU: !{!"f", i32 1, i32 0, i32 2}
