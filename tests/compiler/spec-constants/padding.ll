; Native mode describes the tail padding of every struct, nested ones and array elements included, and
; no inner gap.
; RUN: %opt -passes='ursa-spec-constants<native>,verify' -S %s | %FileCheck %s --check-prefixes=CHECK,NATIVE
; RUN: %opt -passes='ursa-spec-constants<emulation>,verify' -S %s | %FileCheck %s --check-prefixes=CHECK,EMU
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"

%struct.Outer = type { i8, [2 x %struct.Inner], double, i8 }
%struct.Inner = type { i32, i8 }
@id = private constant [2 x i8] c"o\00"
@def = internal constant { %struct.Outer } zeroinitializer

declare spir_func void @_Z40__sycl_getComposite2020SpecConstantValueI5OuterET_PKcPKvS5_(ptr sret(%struct.Outer), ptr, ptr, ptr addrspace(1))

; CHECK-LABEL: define spir_kernel void @k
define spir_kernel void @k(ptr addrspace(1) %buffer) {
  %o = alloca %struct.Outer
  call spir_func void @_Z40__sycl_getComposite2020SpecConstantValueI5OuterET_PKcPKvS5_(ptr sret(%struct.Outer) %o, ptr @id, ptr @def, ptr addrspace(1) %buffer)
  ret void
}
; NATIVE: !{!"o", i32 0, i32 0, i32 1, i32 1, i32 4, i32 4, i32 2, i32 8, i32 1, i32 -1, i32 9, i32 3, i32 3, i32 12, i32 4, i32 4, i32 16, i32 1, i32 -1, i32 17, i32 3, i32 5, i32 24, i32 8, i32 6, i32 32, i32 1, i32 -1, i32 33, i32 7}
; EMU: !{!"o", i32 0, i32 0, i32 40}
