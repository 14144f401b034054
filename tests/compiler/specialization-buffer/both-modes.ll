; Kernels of emulated images read constants from the buffer, so it is an argument; those of native
; images have no implicit argument.
; RUN: %opt -passes='ursa-spec-constants<native>,ursa-specialization-buffer,verify' -S %s | %FileCheck %s --check-prefixes=CHECK,NATIVE
; RUN: %opt -passes='ursa-spec-constants<emulation>,ursa-specialization-buffer,verify' -S %s | %FileCheck %s --check-prefixes=CHECK,EMU
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"

@id = private addrspace(2) constant [2 x i8] c"c\00"
@def = internal addrspace(2) constant { i32 } { i32 1 }
declare spir_func i32 @_Z40__sycl_getComposite2020SpecConstantValue_c(ptr addrspace(2), ptr addrspace(2), ptr addrspace(1))
declare spir_func ptr addrspace(1) @__ursa_specialization_buffer()
; NATIVE: define spir_kernel void @k(ptr addrspace(1) %out) {
; EMU: define spir_kernel void @k(ptr addrspace(1) %out, ptr addrspace(1) {{.*}} %ursa.buffer)
; CHECK-NOT: @__ursa_specialization_buffer
; CHECK-NOT: @_Z40__sycl
; NATIVE-NOT: ursa-specialization-buffer
define spir_kernel void @k(ptr addrspace(1) %out) {
  %b = call spir_func ptr addrspace(1) @__ursa_specialization_buffer()
  %v = call spir_func i32 @_Z40__sycl_getComposite2020SpecConstantValue_c(ptr addrspace(2) @id, ptr addrspace(2) @def, ptr addrspace(1) %b)
  store i32 %v, ptr addrspace(1) %out
  ret void
}
