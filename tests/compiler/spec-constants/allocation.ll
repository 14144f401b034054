; Private memory whose length is a constant: an alloca.
; RUN: %split_file %s %t
; RUN: %opt -passes='ursa-spec-constants<native>,verify' -S %t/good.ll | %FileCheck %s --check-prefixes=CHECK,NATIVE --implicit-check-not=llvm.sycl.alloca
; RUN: %opt -passes='ursa-spec-constants<default-values>,verify' -S %t/good.ll | %FileCheck %s --check-prefixes=CHECK,FOLDED --implicit-check-not=llvm.sycl.alloca
; RUN: %opt -passes='ursa-spec-constants<emulation>,verify' -S %t/good.ll | %FileCheck %s --check-prefixes=CHECK,EMU --implicit-check-not=llvm.sycl.alloca
; RUN: %not %post_link -spec-const=native %t/float.ll -o %t.table 2>&1 | %FileCheck %s --check-prefix=FLOAT
; RUN: %not %post_link -spec-const=native %t/align.ll -o %t.table 2>&1 | %FileCheck %s --check-prefix=ALIGN

; CHECK-LABEL: define spir_kernel void @k
; NATIVE: %[[N:.*]] = call spir_func i32 @_Z20__spirv_SpecConstantii(i32 0, i32 12)
; NATIVE: %p = alloca double, i32 %[[N]], align 8
; NATIVE: %[[M:.*]] = call spir_func i64 @_Z20__spirv_SpecConstantil(i32 1, i64 10)
; NATIVE: %q = alloca { ptr, i32 }, i64 %[[M]], align 64
; NATIVE: store double 1.0{{.*}}, ptr %p
; NATIVE: %n = call spir_func i32 @_Z20__spirv_SpecConstantii(i32 0, i32 12)
; EMU: %[[N:.*]] = load i32, ptr addrspace(1) %{{.*}}, align 4
; EMU: %p = alloca double, i32 %[[N]], align 8
; EMU: %[[M:.*]] = load i64, ptr addrspace(1) %{{.*}}, align 8
; EMU: %q = alloca { ptr, i32 }, i64 %[[M]], align 64
; FOLDED: %p = alloca double, i32 12, align 8
; FOLDED: %q = alloca { ptr, i32 }, i64 10, align 64
; FOLDED: store double 1.0{{.*}}, ptr %p
; NATIVE: !{!"n", i32 0, i32 0, i32 4}
; NATIVE: !{!"m", i32 1, i32 0, i32 8}
; FLOAT: {{^}}error: Specialization constant 'n' is the length of an allocation in function 'k' and has no integer as default.
; ALIGN: {{^}}error: The allocation in function 'k' whose length is specialization constant 'n' has no alignment that is a power of two.

;--- good.ll
target triple = "spirv64-unknown-unknown"
@id.n = private constant [2 x i8] c"n\00"
@id.m = private constant [2 x i8] c"m\00"
@def.n = internal addrspace(1) constant { i32 } { i32 12 }
@def.m = internal addrspace(1) constant { i64 } { i64 10 }
declare ptr @llvm.sycl.alloca.p0.p4.p4.p4.f64(ptr addrspace(4), ptr addrspace(4), ptr addrspace(4), double, i64)
declare ptr @llvm.sycl.alloca.p0.p4.p4.p4.s_pair(ptr addrspace(4), ptr addrspace(4), ptr addrspace(4), { ptr, i32 }, i64)
declare spir_func i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr addrspace(4), ptr addrspace(4), ptr addrspace(4))
define spir_kernel void @k(ptr addrspace(1) %out) {
  %p = call ptr @llvm.sycl.alloca.p0.p4.p4.p4.f64(ptr addrspace(4) addrspacecast (ptr @id.n to ptr addrspace(4)), ptr addrspace(4) addrspacecast (ptr addrspace(1) @def.n to ptr addrspace(4)), ptr addrspace(4) null, double 0.0, i64 8)
  %q = call ptr @llvm.sycl.alloca.p0.p4.p4.p4.s_pair(ptr addrspace(4) addrspacecast (ptr @id.m to ptr addrspace(4)), ptr addrspace(4) addrspacecast (ptr addrspace(1) @def.m to ptr addrspace(4)), ptr addrspace(4) null, { ptr, i32 } zeroinitializer, i64 64)
  store double 1.0, ptr %p
  %n = call spir_func i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr addrspace(4) addrspacecast (ptr @id.n to ptr addrspace(4)), ptr addrspace(4) addrspacecast (ptr addrspace(1) @def.n to ptr addrspace(4)), ptr addrspace(4) null)
  store i32 %n, ptr addrspace(1) %out
  ret void
}
;--- float.ll
target triple = "spirv64-unknown-unknown"
@id.n = private constant [2 x i8] c"n\00"
@def.n = internal constant { float } { float 12.0 }
declare ptr @llvm.sycl.alloca.p0.p0.p0.p0.f64(ptr, ptr, ptr, double, i64)
define spir_kernel void @k() {
  %p = call ptr @llvm.sycl.alloca.p0.p0.p0.p0.f64(ptr @id.n, ptr @def.n, ptr null, double 0.0, i64 8)
  ret void
}
;--- align.ll
target triple = "spirv64-unknown-unknown"
@id.n = private constant [2 x i8] c"n\00"
@def.n = internal constant { i32 } { i32 12 }
declare ptr @llvm.sycl.alloca.p0.p0.p0.p0.f64(ptr, ptr, ptr, double, i64)
define spir_kernel void @k() {
  %p = call ptr @llvm.sycl.alloca.p0.p0.p0.p0.f64(ptr @id.n, ptr @def.n, ptr null, double 0.0, i64 3)
  ret void
}
