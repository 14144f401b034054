; Every scalar type, by value.
; RUN: %opt -passes='ursa-spec-constants<native>,verify' -S %s | %FileCheck %s --check-prefixes=CHECK,NATIVE
; RUN: %opt -passes='ursa-spec-constants<emulation>,verify' -S %s | %FileCheck %s --check-prefixes=CHECK,EMU
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"

@id.i8 = private constant [3 x i8] c"i8\00"
@id.i16 = private constant [4 x i8] c"i16\00"
@id.i32 = private constant [4 x i8] c"i32\00"
@id.i64 = private constant [4 x i8] c"i64\00"
@id.f16 = private constant [4 x i8] c"f16\00"
@id.f32 = private constant [4 x i8] c"f32\00"
@id.f64 = private constant [4 x i8] c"f64\00"
@def.i8 = internal constant { i8 } { i8 -2 }
@def.i16 = internal constant { i16 } { i16 300 }
@def.i32 = internal constant { i32 } { i32 42 }
@def.i64 = internal constant { i64 } { i64 -5000000000 }
@def.f16 = internal constant { half } { half 0xH3E00 }
@def.f32 = internal constant { float } { float 0x7FF8000000000000 }
@def.f64 = internal constant { double } { double 0xFFF0000000000000 }

declare spir_func i8 @_Z37__sycl_getScalar2020SpecConstantValueIaET_PKcPKvS4_(ptr, ptr, ptr addrspace(1))
declare spir_func i16 @_Z37__sycl_getScalar2020SpecConstantValueIsET_PKcPKvS4_(ptr, ptr, ptr addrspace(1))
declare spir_func i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr, ptr, ptr addrspace(1))
declare spir_func i64 @_Z37__sycl_getScalar2020SpecConstantValueIlET_PKcPKvS4_(ptr, ptr, ptr addrspace(1))
declare spir_func half @_Z40__sycl_getComposite2020SpecConstantValueIDF16_ET_PKcPKvS4_(ptr, ptr, ptr addrspace(1))
declare spir_func float @_Z37__sycl_getScalar2020SpecConstantValueIfET_PKcPKvS4_(ptr, ptr, ptr addrspace(1))
declare spir_func double @_Z37__sycl_getScalar2020SpecConstantValueIdET_PKcPKvS4_(ptr, ptr, ptr addrspace(1))

; CHECK-LABEL: define spir_kernel void @k
; NATIVE: %a = call spir_func i8 @_Z20__spirv_SpecConstantia(i32 0, i8 -2)
; NATIVE: %b = call spir_func i16 @_Z20__spirv_SpecConstantis(i32 1, i16 300)
; NATIVE: %c = call spir_func i32 @_Z20__spirv_SpecConstantii(i32 2, i32 42)
; NATIVE: %d = call spir_func i64 @_Z20__spirv_SpecConstantil(i32 3, i64 -5000000000)
; NATIVE: %e = call spir_func half @_Z20__spirv_SpecConstantiDh(i32 4, half 0xH3E00)
; NATIVE: %f = call spir_func float @_Z20__spirv_SpecConstantif(i32 5, float 0x7FF8000000000000)
; NATIVE: %g = call spir_func double @_Z20__spirv_SpecConstantid(i32 6, double 0xFFF0000000000000)
; EMU: %a = load i8, ptr addrspace(1) %buffer, align 1, !invariant.load
; EMU: [[B:%.*]] = getelementptr inbounds i8, ptr addrspace(1) %buffer, i64 2
; EMU: %b = load i16, ptr addrspace(1) [[B]], align 2, !invariant.load
; EMU: [[C:%.*]] = getelementptr inbounds i8, ptr addrspace(1) %buffer, i64 4
; EMU: %c = load i32, ptr addrspace(1) [[C]], align 4
; EMU: [[D:%.*]] = getelementptr inbounds i8, ptr addrspace(1) %buffer, i64 8
; EMU: %d = load i64, ptr addrspace(1) [[D]], align 8
; EMU: [[E:%.*]] = getelementptr inbounds i8, ptr addrspace(1) %buffer, i64 16
; EMU: %e = load half, ptr addrspace(1) [[E]], align 2
; EMU: [[F:%.*]] = getelementptr inbounds i8, ptr addrspace(1) %buffer, i64 20
; EMU: %f = load float, ptr addrspace(1) [[F]], align 4
; EMU: [[G:%.*]] = getelementptr inbounds i8, ptr addrspace(1) %buffer, i64 24
; EMU: %g = load double, ptr addrspace(1) [[G]], align 8
; CHECK-NOT: __sycl_get
define spir_kernel void @k(ptr addrspace(1) %buffer0, ptr addrspace(1) %out) {
  %buffer = getelementptr i8, ptr addrspace(1) %buffer0, i64 0
  %a = call spir_func i8 @_Z37__sycl_getScalar2020SpecConstantValueIaET_PKcPKvS4_(ptr @id.i8, ptr @def.i8, ptr addrspace(1) %buffer)
  %b = call spir_func i16 @_Z37__sycl_getScalar2020SpecConstantValueIsET_PKcPKvS4_(ptr @id.i16, ptr @def.i16, ptr addrspace(1) %buffer)
  %c = call spir_func i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr @id.i32, ptr @def.i32, ptr addrspace(1) %buffer)
  %d = call spir_func i64 @_Z37__sycl_getScalar2020SpecConstantValueIlET_PKcPKvS4_(ptr @id.i64, ptr @def.i64, ptr addrspace(1) %buffer)
  %e = call spir_func half @_Z40__sycl_getComposite2020SpecConstantValueIDF16_ET_PKcPKvS4_(ptr @id.f16, ptr @def.f16, ptr addrspace(1) %buffer)
  %f = call spir_func float @_Z37__sycl_getScalar2020SpecConstantValueIfET_PKcPKvS4_(ptr @id.f32, ptr @def.f32, ptr addrspace(1) %buffer)
  %g = call spir_func double @_Z37__sycl_getScalar2020SpecConstantValueIdET_PKcPKvS4_(ptr @id.f64, ptr @def.f64, ptr addrspace(1) %buffer)
  store volatile i8 %a, ptr addrspace(1) %out
  store volatile i16 %b, ptr addrspace(1) %out
  store volatile i32 %c, ptr addrspace(1) %out
  store volatile i64 %d, ptr addrspace(1) %out
  store volatile half %e, ptr addrspace(1) %out
  store volatile float %f, ptr addrspace(1) %out
  store volatile double %g, ptr addrspace(1) %out
  ret void
}

; NATIVE: declare spir_func i8 @_Z20__spirv_SpecConstantia(i32, i8) #[[A:[0-9]+]]
; NATIVE: attributes #[[A]] = { nounwind speculatable willreturn memory(none) }

; CHECK: !sycl.specialization-constants = !{![[I8:[0-9]+]], ![[I16:[0-9]+]], ![[I32:[0-9]+]], ![[I64:[0-9]+]], ![[F16:[0-9]+]], ![[F32:[0-9]+]], ![[F64:[0-9]+]]}
; CHECK: !sycl.specialization-constants-default-values = !{![[D8:[0-9]+]], ![[D16:[0-9]+]],
; NATIVE: ![[I8]] = !{!"i8", i32 0, i32 0, i32 1}
; The gap before an aligned constant belongs to the one before it.
; EMU: ![[I8]] = !{!"i8", i32 0, i32 0, i32 1, i32 -1, i32 1, i32 1}
; CHECK: ![[I16]] = !{!"i16", i32 1, i32 0, i32 2}
; CHECK: ![[I32]] = !{!"i32", i32 2, i32 0, i32 4}
; CHECK: ![[I64]] = !{!"i64", i32 3, i32 0, i32 8}
; NATIVE: ![[F16]] = !{!"f16", i32 4, i32 0, i32 2}
; EMU: ![[F16]] = !{!"f16", i32 4, i32 0, i32 2, i32 -1, i32 2, i32 2}
; CHECK: ![[F32]] = !{!"f32", i32 5, i32 0, i32 4}
; CHECK: ![[F64]] = !{!"f64", i32 6, i32 0, i32 8}
; NATIVE: ![[D8]] = !{[1 x i8] c"\FE"}
; EMU: ![[D8]] = !{[2 x i8] c"\FE\00"}
