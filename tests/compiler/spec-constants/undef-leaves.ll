; An undefined or absent member takes an id, has no descriptor and is left undefined.
; RUN: %opt -passes='ursa-spec-constants<native>,verify' -S %s | %FileCheck %s --check-prefixes=CHECK,NATIVE
; RUN: %opt -passes='ursa-spec-constants<emulation>,verify' -S %s | %FileCheck %s --check-prefixes=CHECK,EMU
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"

%struct.S = type { i32, i16, i16, [3 x i32] }
@id = private constant [2 x i8] c"s\00"
; Member 1 is undefined; the last two elements of the array are absent.
@def = internal constant { { i32, i16, i16, [1 x i32] } } { { i32, i16, i16, [1 x i32] } { i32 1, i16 undef, i16 3, [1 x i32] [i32 4] } }

declare spir_func void @_Z40__sycl_getComposite2020SpecConstantValueI1SET_PKcPKvS5_(ptr sret(%struct.S), ptr, ptr, ptr addrspace(1))

; CHECK-LABEL: define spir_kernel void @k
; NATIVE: call spir_func i32 @_Z20__spirv_SpecConstantii(i32 0, i32 1)
; NATIVE-NOT: (i32 1, i16
; NATIVE: call spir_func i16 @_Z20__spirv_SpecConstantis(i32 2, i16 3)
; NATIVE: call spir_func i32 @_Z20__spirv_SpecConstantii(i32 3, i32 4)
; NATIVE-NOT: SpecConstant
; CHECK: ret void
define spir_kernel void @k(ptr addrspace(1) %buffer) {
  %s = alloca %struct.S
  call spir_func void @_Z40__sycl_getComposite2020SpecConstantValueI1SET_PKcPKvS5_(ptr sret(%struct.S) %s, ptr @id, ptr @def, ptr addrspace(1) %buffer)
  ret void
}
; The descriptors still reach over the whole constant.
; NATIVE: !{!"s", i32 0, i32 0, i32 4, i32 2, i32 6, i32 2, i32 3, i32 8, i32 4, i32 -1, i32 12, i32 8}
; EMU: !{!"s", i32 0, i32 0, i32 20}
; EMU: !{[20 x i8] c"\01\00\00\00\00\00\03\00\04\00\00\00\00\00\00\00\00\00\00\00"}
