; Empty structs, inside another and alone, have no leaves and do no harm; one alone is not recorded,
; because there is nothing to set.
; RUN: %opt -passes='ursa-spec-constants<native>,verify' -S %s | %FileCheck %s --check-prefixes=CHECK,NATIVE
; RUN: %opt -passes='ursa-spec-constants<emulation>,verify' -S %s | %FileCheck %s --check-prefixes=CHECK,EMU
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"

%struct.Empty = type {}
%struct.Holder = type { %struct.Empty, i32, [2 x %struct.Empty] }
@id.e = private constant [2 x i8] c"e\00"
@id.h = private constant [2 x i8] c"h\00"
@def.e = internal constant { %struct.Empty } zeroinitializer
@def.h = internal constant { %struct.Holder } { %struct.Holder { %struct.Empty {}, i32 5, [2 x %struct.Empty] zeroinitializer } }

declare spir_func void @_Z40__sycl_getComposite2020SpecConstantValueI5EmptyET_PKcPKvS5_(ptr sret(%struct.Empty), ptr, ptr, ptr addrspace(1))
declare spir_func void @_Z40__sycl_getComposite2020SpecConstantValueI6HolderET_PKcPKvS5_(ptr sret(%struct.Holder), ptr, ptr, ptr addrspace(1))

; CHECK-LABEL: define spir_kernel void @k
; NATIVE: call spir_func i32 @_Z20__spirv_SpecConstantii(i32 0, i32 5)
; EMU: call void @llvm.memcpy.p0.p1.i64({{.*}}, i64 4, i1 false)
define spir_kernel void @k(ptr addrspace(1) %buffer) {
  %e = alloca %struct.Empty
  %h = alloca %struct.Holder
  call spir_func void @_Z40__sycl_getComposite2020SpecConstantValueI5EmptyET_PKcPKvS5_(ptr sret(%struct.Empty) %e, ptr @id.e, ptr @def.e, ptr addrspace(1) %buffer)
  call spir_func void @_Z40__sycl_getComposite2020SpecConstantValueI6HolderET_PKcPKvS5_(ptr sret(%struct.Holder) %h, ptr @id.h, ptr @def.h, ptr addrspace(1) %buffer)
  ret void
}
; CHECK-NOT: !{!"e"
; CHECK: !{!"h", i32 0, i32 0, i32 4}
