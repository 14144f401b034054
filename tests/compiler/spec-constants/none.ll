; A module without constants stays as it is; a defined function of a markup name is no markup.
; RUN: %opt -passes='ursa-spec-constants<native>,verify' -S %s | %FileCheck %s --check-prefix=CHECK
; RUN: %opt -passes='ursa-spec-constants<emulation>,verify' -S %s | %FileCheck %s --check-prefix=CHECK
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"

; CHECK: call spir_func i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_
; CHECK-NOT: sycl.specialization
define spir_func i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr %id, ptr %def, ptr %buffer) {
  ret i32 0
}
define spir_kernel void @k(ptr addrspace(1) %out) {
  %v = call spir_func i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr null, ptr null, ptr null)
  store i32 %v, ptr addrspace(1) %out
  ret void
}
