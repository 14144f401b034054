; Constants with unions have every byte of them, whichever member clang took for the type and for the
; default. What no union covers stays as it is.
; RUN: %post_link %s -spec-const=native -S -o %t.table && %FileCheck %s --check-prefixes=CHECK,NATIVE < %t_0.ll
; RUN: %post_link %s -spec-const=emulation -S -o %t.emulated.table && %FileCheck %s --check-prefixes=CHECK,EMU < %t.emulated_0.ll
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"

; The default is of a shorter member, with bytes that nothing defines.
%union.Long = type { float, [4 x i64] }
; The longest member has a gap and tail padding.
%union.Gap = type { %struct.Gap }
%struct.Gap = type { i8, i32, i8 }
; Unions in a structure, with padding outside of them that the default does not define.
%struct.Outer = type { i8, [2 x %union.anon], [4 x i8], half }
%union.anon = type { half, [6 x i8] }
; Alignment by a vector, and fields of bits.
%union.Wide = type { <4 x float>, [16 x i8] }
%union.Bits = type { i24 }
%struct.Bits = type { i24, i8 }
%struct.Packed = type <{ i8, %union.Bits, i16 }>
@id.long = private constant [5 x i8] c"long\00"
@id.gap = private constant [4 x i8] c"gap\00"
@id.outer = private constant [6 x i8] c"outer\00"
@id.wide = private constant [5 x i8] c"wide\00"
@id.bits = private constant [5 x i8] c"bits\00"
@id.packed = private constant [7 x i8] c"packed\00"
@def.long = internal constant { { float, [36 x i8] } } { { float, [36 x i8] } { float 1.0, [36 x i8] undef } }
@def.gap = linkonce_odr constant { %union.Gap } { %union.Gap { %struct.Gap { i8 1, i32 2, i8 3 } } }
@def.outer = internal constant { %struct.Outer } { %struct.Outer { i8 7, [2 x %union.anon] [%union.anon { half 1.0, [6 x i8] undef }, %union.anon { half 2.0, [6 x i8] undef }], [4 x i8] undef, half 3.0 } }
@def.wide = internal constant { { i8, [31 x i8] } } { { i8, [31 x i8] } { i8 5, [31 x i8] undef } }
@def.bits = internal constant { { { i8, i8, i8 }, i8, i8 } } { { { i8, i8, i8 }, i8, i8 } { { i8, i8, i8 } { i8 1, i8 2, i8 3 }, i8 undef, i8 9 } }
@def.packed = internal constant { %struct.Packed } zeroinitializer

declare spir_func void @_Z40__sycl_getComposite2020SpecConstantValueI4LongET_PKcPKvS5_(ptr sret(%union.Long), ptr, ptr, ptr addrspace(1))
declare spir_func void @_Z40__sycl_getComposite2020SpecConstantValueI3GapET_PKcPKvS5_(ptr sret(%union.Gap), ptr, ptr, ptr addrspace(1))
declare spir_func void @_Z40__sycl_getComposite2020SpecConstantValueI5OuterET_PKcPKvS5_(ptr sret(%struct.Outer), ptr, ptr, ptr addrspace(1))
declare spir_func void @_Z40__sycl_getComposite2020SpecConstantValueI4WideET_PKcPKvS5_(ptr sret(%union.Wide), ptr, ptr, ptr addrspace(1))
declare spir_func void @_Z40__sycl_getComposite2020SpecConstantValueI4BitsET_PKcPKvS5_(ptr sret(%struct.Bits), ptr, ptr, ptr addrspace(1))
declare spir_func void @_Z40__sycl_getComposite2020SpecConstantValueI6PackedET_PKcPKvS5_(ptr sret(%struct.Packed), ptr, ptr, ptr addrspace(1))

; CHECK-NOT: @def.
; CHECK-NOT: @ursa.default.
; CHECK-LABEL: define spir_kernel void @k
; NATIVE: call spir_func i64 @_Z20__spirv_SpecConstantil(i32 0, i64 1065353216)
; NATIVE: call spir_func i64 @_Z20__spirv_SpecConstantil(i32 1, i64 0)
; NATIVE: call spir_func i64 @_Z20__spirv_SpecConstantil(i32 4, i64 0)
; NATIVE: call spir_func i32 @_Z20__spirv_SpecConstantii(i32 5, i32 1)
; NATIVE: call spir_func i32 @_Z20__spirv_SpecConstantii(i32 6, i32 2)
; NATIVE: call spir_func i32 @_Z20__spirv_SpecConstantii(i32 7, i32 3)
; NATIVE: call spir_func i8 @_Z20__spirv_SpecConstantia(i32 8, i8 7)
; NATIVE: call spir_func i16 @_Z20__spirv_SpecConstantis(i32 9, i16 15360)
; NATIVE: call spir_func i16 @_Z20__spirv_SpecConstantis(i32 10, i16 0)
; NATIVE: call spir_func i16 @_Z20__spirv_SpecConstantis(i32 12, i16 0)
; NATIVE: call spir_func i16 @_Z20__spirv_SpecConstantis(i32 13, i16 16384)
; NATIVE: call spir_func half @_Z20__spirv_SpecConstantiDh(i32 21, half 0xH4200)
; NATIVE: call spir_func i64 @_Z20__spirv_SpecConstantil(i32 22, i64 5)
; NATIVE: call spir_func i64 @_Z20__spirv_SpecConstantil(i32 25, i64 0)
; NATIVE: call spir_func i32 @_Z20__spirv_SpecConstantii(i32 26, i32 197121)
; EMU-COUNT-6: call void @llvm.memcpy
define spir_kernel void @k(ptr addrspace(1) %buffer) {
  %long = alloca %union.Long
  %gap = alloca %union.Gap
  %outer = alloca %struct.Outer
  %wide = alloca %union.Wide
  %bits = alloca %struct.Bits
  %packed = alloca %struct.Packed
  call spir_func void @_Z40__sycl_getComposite2020SpecConstantValueI4LongET_PKcPKvS5_(ptr sret(%union.Long) %long, ptr @id.long, ptr @def.long, ptr addrspace(1) %buffer)
  call spir_func void @_Z40__sycl_getComposite2020SpecConstantValueI3GapET_PKcPKvS5_(ptr sret(%union.Gap) %gap, ptr @id.gap, ptr @def.gap, ptr addrspace(1) %buffer)
  call spir_func void @_Z40__sycl_getComposite2020SpecConstantValueI5OuterET_PKcPKvS5_(ptr sret(%struct.Outer) %outer, ptr @id.outer, ptr @def.outer, ptr addrspace(1) %buffer)
  call spir_func void @_Z40__sycl_getComposite2020SpecConstantValueI4WideET_PKcPKvS5_(ptr sret(%union.Wide) %wide, ptr @id.wide, ptr @def.wide, ptr addrspace(1) %buffer)
  call spir_func void @_Z40__sycl_getComposite2020SpecConstantValueI4BitsET_PKcPKvS5_(ptr sret(%struct.Bits) %bits, ptr @id.bits, ptr @def.bits, ptr addrspace(1) %buffer)
  call spir_func void @_Z40__sycl_getComposite2020SpecConstantValueI6PackedET_PKcPKvS5_(ptr sret(%struct.Packed) %packed, ptr @id.packed, ptr @def.packed, ptr addrspace(1) %buffer)
  call spir_func void @_Z40__sycl_getComposite2020SpecConstantValueI3GapET_PKcPKvS5_(ptr sret(%union.Gap) %gap, ptr @id.gap, ptr @def.gap, ptr addrspace(1) %buffer)
  ret void
}
; NATIVE: !{!"long", i32 0, i32 0, i32 8, i32 1, i32 8, i32 8, i32 2, i32 16, i32 8, i32 3, i32 24, i32 8, i32 4, i32 32, i32 8}
; NATIVE: !{!"gap", i32 5, i32 0, i32 4, i32 6, i32 4, i32 4, i32 7, i32 8, i32 4}
; The four bytes behind the unions have no value.
; NATIVE: !{!"outer", i32 8, i32 0, i32 1, i32 9, i32 2, i32 2, i32 10, i32 4, i32 2, i32 11, i32 6, i32 2, i32 12, i32 8, i32 2, i32 13, i32 10, i32 2, i32 14, i32 12, i32 2, i32 15, i32 14, i32 2, i32 16, i32 16, i32 2, i32 21, i32 22, i32 2}
; NATIVE: !{!"wide", i32 22, i32 0, i32 8, i32 23, i32 8, i32 8, i32 24, i32 16, i32 8, i32 25, i32 24, i32 8}
; NATIVE: !{!"bits", i32 26, i32 0, i32 4, i32 27, i32 4, i32 1, i32 -1, i32 5, i32 3}
; NATIVE: !{!"packed", i32 28, i32 0, i32 1, i32 29, i32 1, i32 4, i32 30, i32 5, i32 2}
; EMU: !{!"long", i32 0, i32 0, i32 40}
; EMU: !{!"gap", i32 1, i32 0, i32 12}
; EMU: !{!"outer", i32 2, i32 0, i32 24, i32 -1, i32 24, i32 4}
; EMU: !{!"wide", i32 3, i32 0, i32 32}
; EMU: !{!"bits", i32 4, i32 0, i32 8}
; EMU: !{!"packed", i32 5, i32 0, i32 7}
