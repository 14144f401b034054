; At -O0 the operands come from stack slots, through address-space casts; the slots vanish.
; RUN: %opt -passes='ursa-spec-constants<native>,verify' -S %s | %FileCheck %s --check-prefixes=CHECK,NATIVE
; RUN: %opt -passes='ursa-spec-constants<emulation>,verify' -S %s | %FileCheck %s --check-prefixes=CHECK,EMU
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"

@id = private unnamed_addr addrspace(1) constant [3 x i8] c"id\00"
@def = internal addrspace(1) constant { i32 } { i32 42 }

declare spir_func i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr addrspace(4), ptr addrspace(4), ptr addrspace(4))

; CHECK-LABEL: define spir_func i32 @get
; CHECK-NOT: %id.addr
; CHECK: %buffer.addr = alloca
; CHECK-NOT: @id
; NATIVE: %v = call spir_func i32 @_Z20__spirv_SpecConstantii(i32 0, i32 42)
; EMU: %v = load i32, ptr addrspace(4) %buffer.val, align 4
; CHECK-NEXT: ret i32 %v
define spir_func i32 @get(ptr addrspace(4) %buffer) {
  %id.addr = alloca ptr addrspace(4), align 8
  %id.cast = addrspacecast ptr %id.addr to ptr addrspace(4)
  %buffer.addr = alloca ptr addrspace(4), align 8
  store ptr addrspace(4) addrspacecast (ptr addrspace(1) @id to ptr addrspace(4)), ptr addrspace(4) %id.cast, align 8
  store ptr addrspace(4) %buffer, ptr %buffer.addr, align 8
  %id.val = load ptr addrspace(4), ptr addrspace(4) %id.cast, align 8
  %buffer.val = load ptr addrspace(4), ptr %buffer.addr, align 8
  %v = call spir_func i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr addrspace(4) %id.val, ptr addrspace(4) addrspacecast (ptr addrspace(1) @def to ptr addrspace(4)), ptr addrspace(4) %buffer.val)
  ret i32 %v
}
