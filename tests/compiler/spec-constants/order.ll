; Ids ascend in the order of first use, also when declarations have another; two constants with equal
; type and default stay two; a constant that is read twice has its ids once; a constant null buffer means
; the implicit one.
; RUN: %opt -passes='ursa-spec-constants<native>,verify' -S %s | %FileCheck %s --check-prefixes=CHECK,NATIVE
; RUN: %opt -passes='ursa-spec-constants<emulation>,verify' -S %s | %FileCheck %s --check-prefixes=CHECK,EMU
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"

@id.z = private constant [2 x i8] c"z\00"
@id.a = private constant [2 x i8] c"a\00"
@id.m = private constant [2 x i8] c"m\00"
@one = internal constant { i32 } { i32 1 }
@also.one = internal constant { i32 } { i32 1 }
@d = internal constant { double } { double 1.0 }

declare spir_func double @_Z37__sycl_getScalar2020SpecConstantValueIdET_PKcPKvS4_(ptr, ptr, ptr addrspace(4))
declare spir_func i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr, ptr, ptr addrspace(4))

; CHECK-LABEL: define spir_func i32 @first
; NATIVE: %z = call spir_func i32 @_Z20__spirv_SpecConstantii(i32 0, i32 1)
; EMU: %z = load i32
define spir_func i32 @first() {
  %z = call spir_func i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr @id.z, ptr @one, ptr addrspace(4) null)
  ret i32 %z
}

; CHECK-LABEL: define spir_kernel void @second
; NATIVE: %a = call spir_func i32 @_Z20__spirv_SpecConstantii(i32 1, i32 1)
; NATIVE: %z = call spir_func i32 @_Z20__spirv_SpecConstantii(i32 0, i32 1)
; NATIVE: %m = call spir_func double @_Z20__spirv_SpecConstantid(i32 2, double 1.000000e+00)
define spir_kernel void @second(ptr addrspace(1) %out) {
  %a = call spir_func i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr @id.a, ptr @one, ptr addrspace(4) null)
  %z = call spir_func i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr @id.z, ptr @also.one, ptr addrspace(4) undef)
  %m = call spir_func double @_Z37__sycl_getScalar2020SpecConstantValueIdET_PKcPKvS4_(ptr @id.m, ptr @d, ptr addrspace(4) poison)
  store volatile i32 %a, ptr addrspace(1) %out
  store volatile i32 %z, ptr addrspace(1) %out
  store volatile double %m, ptr addrspace(1) %out
  ret void
}
; CHECK: !{!"z", i32 0, i32 0, i32 4}
; CHECK-NEXT: !{!"a", i32 1, i32 0, i32 4}
; CHECK-NEXT: !{!"m", i32 2, i32 0, i32 8}
