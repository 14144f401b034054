; Ids through constant offsets, results in memory of any address space and in an argument.
; RUN: %opt -passes='ursa-spec-constants<native>,verify' -S %s | %FileCheck %s --check-prefixes=CHECK,NATIVE
; RUN: %opt -passes='ursa-spec-constants<emulation>,verify' -S %s | %FileCheck %s --check-prefixes=CHECK,EMU
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"

%struct.One = type { float }
@id = private constant [8 x i8] c"prefix_\00"
@ids = private constant [6 x i8] c"no.id\00"
@def = internal addrspace(2) constant { %struct.One } { %struct.One { float 1.0 } }

declare spir_func void @_Z40__sycl_getComposite2020SpecConstantValueI3OneET_PKcPKvS5_(ptr addrspace(4) sret(%struct.One), ptr, ptr addrspace(4), ptr addrspace(1))

; CHECK-LABEL: define spir_func void @get
; NATIVE: store float {{.*}}, ptr addrspace(4) %out, align 4
; EMU: call void @llvm.memcpy.p4.p1.i64(ptr addrspace(4) align 4 %out, ptr addrspace(1) align 4 %buffer, i64 4, i1 false)
define spir_func void @get(ptr addrspace(4) sret(%struct.One) align 4 %out, ptr addrspace(1) %buffer) {
  call spir_func void @_Z40__sycl_getComposite2020SpecConstantValueI3OneET_PKcPKvS5_(ptr addrspace(4) sret(%struct.One) align 4 %out, ptr getelementptr (i8, ptr @ids, i64 3), ptr addrspace(4) addrspacecast (ptr addrspace(2) @def to ptr addrspace(4)), ptr addrspace(1) %buffer)
  ret void
}
; CHECK: !{!"id", i32 0, i32 0, i32 4}
