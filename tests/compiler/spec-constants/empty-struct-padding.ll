; An empty struct covers no byte: what lies before it is padding of the struct around it, and the
; next constant begins behind that.
; RUN: %opt -passes='ursa-spec-constants<native>,verify' -S %s | %FileCheck %s --check-prefixes=CHECK,NATIVE
; RUN: %opt -passes='ursa-spec-constants<emulation>,verify' -S %s | %FileCheck %s --check-prefixes=CHECK,EMU
; RUN: %post_link %s -spec-const=native -o %t.table && %FileCheck %s --check-prefix=PROP < %t_0.prop
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"

%struct.Empty = type {}
%struct.Behind = type { <3 x i32>, %struct.Empty }
%struct.Undefined = type { i32, i32, %struct.Empty }
@id.v = private constant [2 x i8] c"v\00"
@id.n = private constant [2 x i8] c"n\00"
@id.u = private constant [2 x i8] c"u\00"
@id.m = private constant [2 x i8] c"m\00"
@def.v = internal constant { %struct.Behind } { %struct.Behind { <3 x i32> <i32 1, i32 2, i32 3>, %struct.Empty {} } }
@def.n = internal constant { i32 } { i32 7 }
@def.u = internal constant { %struct.Undefined } { %struct.Undefined { i32 1, i32 undef, %struct.Empty {} } }
@def.m = internal constant { i32 } { i32 9 }

declare spir_func void @_Z40__sycl_getComposite2020SpecConstantValueI6BehindET_PKcPKvS5_(ptr sret(%struct.Behind), ptr, ptr, ptr addrspace(1))
declare spir_func void @_Z40__sycl_getComposite2020SpecConstantValueI9UndefinedET_PKcPKvS5_(ptr sret(%struct.Undefined), ptr, ptr, ptr addrspace(1))
declare spir_func i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr, ptr, ptr addrspace(1))

; CHECK-LABEL: define spir_kernel void @k
define spir_kernel void @k(ptr addrspace(1) %buffer) {
  %v = alloca %struct.Behind
  %u = alloca %struct.Undefined
  call spir_func void @_Z40__sycl_getComposite2020SpecConstantValueI6BehindET_PKcPKvS5_(ptr sret(%struct.Behind) %v, ptr @id.v, ptr @def.v, ptr addrspace(1) %buffer)
  %n = call spir_func i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr @id.n, ptr @def.n, ptr addrspace(1) %buffer)
  call spir_func void @_Z40__sycl_getComposite2020SpecConstantValueI9UndefinedET_PKcPKvS5_(ptr sret(%struct.Undefined) %u, ptr @id.u, ptr @def.u, ptr addrspace(1) %buffer)
  %m = call spir_func i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr @id.m, ptr @def.m, ptr addrspace(1) %buffer)
  ret void
}
; NATIVE: !{!"v", i32 0, i32 0, i32 4, i32 1, i32 4, i32 4, i32 2, i32 8, i32 4, i32 -1, i32 12, i32 4}
; NATIVE: !{!"n", i32 3, i32 0, i32 4}
; NATIVE: !{!"u", i32 4, i32 0, i32 4, i32 -1, i32 4, i32 4}
; NATIVE: !{!"m", i32 6, i32 0, i32 4}
; EMU: !{!"v", i32 0, i32 0, i32 16}
; EMU: !{!"n", i32 1, i32 0, i32 4}
; EMU: !{!"u", i32 2, i32 0, i32 8}
; EMU: !{!"m", i32 3, i32 0, i32 4}
; 32 bytes: 1, 2, 3, padding; 7; 1, padding; 9.
; PROP: [SYCL/specialization constants default values]
; PROP-NEXT: all=2|AEAAAAAAAAQAAAAACAAAAMAAAAAAAAAAHAAAAEAAAAAAAAAAJAAAAA{{$}}
