; What cannot be specialized is diagnosed by the constant's name and type, in both modes.
; RUN: %split_file %s %t
; RUN: %not %opt -passes='ursa-spec-constants<native>' -disable-output %t/pointer.ll 2>&1 | %FileCheck %t/pointer.ll
; RUN: %not %opt -passes='ursa-spec-constants<emulation>' -disable-output %t/pointer.ll 2>&1 | %FileCheck %t/pointer.ll
; RUN: %not %opt -passes='ursa-spec-constants<native>' -disable-output %t/i128.ll 2>&1 | %FileCheck %t/i128.ll
; RUN: %not %opt -passes='ursa-spec-constants<emulation>' -disable-output %t/i128.ll 2>&1 | %FileCheck %t/i128.ll
; RUN: %not %opt -passes='ursa-spec-constants<native>' -disable-output %t/bfloat.ll 2>&1 | %FileCheck %t/bfloat.ll
; RUN: %not %opt -passes='ursa-spec-constants<emulation>' -disable-output %t/bfloat.ll 2>&1 | %FileCheck %t/bfloat.ll
; RUN: %not %opt -passes='ursa-spec-constants<native>' -disable-output %t/no-elements.ll 2>&1 | %FileCheck %t/no-elements.ll
; RUN: %not %opt -passes='ursa-spec-constants<emulation>' -disable-output %t/no-elements.ll 2>&1 | %FileCheck %t/no-elements.ll
; RUN: %not %opt -passes='ursa-spec-constants<native>' -disable-output %t/bool-vector.ll 2>&1 | %FileCheck %t/bool-vector.ll
; RUN: %not %opt -passes='ursa-spec-constants<emulation>' -disable-output %t/bool-vector.ll 2>&1 | %FileCheck %t/bool-vector.ll
; RUN: %not %opt -passes='ursa-spec-constants<native>' -disable-output %t/many.ll 2>&1 | %FileCheck %t/many.ll
; RUN: %not %opt -passes='ursa-spec-constants<emulation>' -disable-output %t/many.ll 2>&1 | %FileCheck %t/many.ll
; RUN: %not %opt -passes='ursa-spec-constants<native>' -disable-output %t/huge.ll 2>&1 | %FileCheck %t/huge.ll
; RUN: %not %opt -passes='ursa-spec-constants<emulation>' -disable-output %t/huge.ll 2>&1 | %FileCheck %t/huge.ll
; RUN: %not %opt -passes='ursa-spec-constants<native>' -disable-output %t/address.ll 2>&1 | %FileCheck %t/address.ll
; RUN: %not %opt -passes='ursa-spec-constants<emulation>' -disable-output %t/address.ll 2>&1 | %FileCheck %t/address.ll

;--- pointer.ll
; CHECK: error: Specialization constant 'c' of type %struct.P = type { i32, ptr addrspace(1) } holds a pointer; only bool, integers
target datalayout = "e-i64:64-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"
%struct.P = type { i32, ptr addrspace(1) }
@g = internal addrspace(1) global i32 0
@id = private constant [2 x i8] c"c\00"
@def = internal constant { %struct.P } zeroinitializer
declare spir_func void @_Z40__sycl_getComposite2020SpecConstantValueI1PET_PKcPKvS5_(ptr sret(%struct.P), ptr, ptr, ptr addrspace(1))
define spir_kernel void @k(ptr addrspace(1) %buffer, ptr %p) {
  call spir_func void @_Z40__sycl_getComposite2020SpecConstantValueI1PET_PKcPKvS5_(ptr sret(%struct.P) %p, ptr @id, ptr @def, ptr addrspace(1) %buffer)
  ret void
}

;--- i128.ll
; CHECK: error: Specialization constant 'c' of type {{.*}} holds a value of type i128;
target datalayout = "e-i64:64-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"
%struct.P = type { i128 }
@g = internal addrspace(1) global i32 0
@id = private constant [2 x i8] c"c\00"
@def = internal constant { %struct.P } zeroinitializer
declare spir_func void @_Z40__sycl_getComposite2020SpecConstantValueI1PET_PKcPKvS5_(ptr sret(%struct.P), ptr, ptr, ptr addrspace(1))
define spir_kernel void @k(ptr addrspace(1) %buffer, ptr %p) {
  call spir_func void @_Z40__sycl_getComposite2020SpecConstantValueI1PET_PKcPKvS5_(ptr sret(%struct.P) %p, ptr @id, ptr @def, ptr addrspace(1) %buffer)
  ret void
}

;--- bfloat.ll
; CHECK: error: Specialization constant 'c' of type {{.*}} holds a bfloat,
target datalayout = "e-i64:64-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"
%struct.P = type { bfloat }
@g = internal addrspace(1) global i32 0
@id = private constant [2 x i8] c"c\00"
@def = internal constant { %struct.P } zeroinitializer
declare spir_func void @_Z40__sycl_getComposite2020SpecConstantValueI1PET_PKcPKvS5_(ptr sret(%struct.P), ptr, ptr, ptr addrspace(1))
define spir_kernel void @k(ptr addrspace(1) %buffer, ptr %p) {
  call spir_func void @_Z40__sycl_getComposite2020SpecConstantValueI1PET_PKcPKvS5_(ptr sret(%struct.P) %p, ptr @id, ptr @def, ptr addrspace(1) %buffer)
  ret void
}

;--- no-elements.ll
; CHECK: error: Specialization constant 'c' of type {{.*}} holds an array without elements.
target datalayout = "e-i64:64-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"
%struct.P = type { i32, [0 x i32] }
@g = internal addrspace(1) global i32 0
@id = private constant [2 x i8] c"c\00"
@def = internal constant { %struct.P } zeroinitializer
declare spir_func void @_Z40__sycl_getComposite2020SpecConstantValueI1PET_PKcPKvS5_(ptr sret(%struct.P), ptr, ptr, ptr addrspace(1))
define spir_kernel void @k(ptr addrspace(1) %buffer, ptr %p) {
  call spir_func void @_Z40__sycl_getComposite2020SpecConstantValueI1PET_PKcPKvS5_(ptr sret(%struct.P) %p, ptr @id, ptr @def, ptr addrspace(1) %buffer)
  ret void
}

;--- bool-vector.ll
; CHECK: error: Specialization constant 'c' of type {{.*}} holds a value of type i1;
target datalayout = "e-i64:64-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"
%struct.P = type { <4 x i1> }
@g = internal addrspace(1) global i32 0
@id = private constant [2 x i8] c"c\00"
@def = internal constant { %struct.P } zeroinitializer
declare spir_func void @_Z40__sycl_getComposite2020SpecConstantValueI1PET_PKcPKvS5_(ptr sret(%struct.P), ptr, ptr, ptr addrspace(1))
define spir_kernel void @k(ptr addrspace(1) %buffer, ptr %p) {
  call spir_func void @_Z40__sycl_getComposite2020SpecConstantValueI1PET_PKcPKvS5_(ptr sret(%struct.P) %p, ptr @id, ptr @def, ptr addrspace(1) %buffer)
  ret void
}

;--- many.ll
; CHECK: error: Specialization constant 'c' of type {{.*}} has more than 65535 scalars
target datalayout = "e-i64:64-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"
%struct.P = type { [65536 x i8] }
@g = internal addrspace(1) global i32 0
@id = private constant [2 x i8] c"c\00"
@def = internal constant { %struct.P } zeroinitializer
declare spir_func void @_Z40__sycl_getComposite2020SpecConstantValueI1PET_PKcPKvS5_(ptr sret(%struct.P), ptr, ptr, ptr addrspace(1))
define spir_kernel void @k(ptr addrspace(1) %buffer, ptr %p) {
  call spir_func void @_Z40__sycl_getComposite2020SpecConstantValueI1PET_PKcPKvS5_(ptr sret(%struct.P) %p, ptr @id, ptr @def, ptr addrspace(1) %buffer)
  ret void
}

;--- huge.ll
; CHECK: error: Specialization constant 'c' of type {{.*}} has more than 65535 scalars
target datalayout = "e-i64:64-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"
%struct.P = type { [4294967296 x [4294967296 x i8]] }
@g = internal addrspace(1) global i32 0
@id = private constant [2 x i8] c"c\00"
@def = internal constant { %struct.P } zeroinitializer
declare spir_func void @_Z40__sycl_getComposite2020SpecConstantValueI1PET_PKcPKvS5_(ptr sret(%struct.P), ptr, ptr, ptr addrspace(1))
define spir_kernel void @k(ptr addrspace(1) %buffer, ptr %p) {
  call spir_func void @_Z40__sycl_getComposite2020SpecConstantValueI1PET_PKcPKvS5_(ptr sret(%struct.P) %p, ptr @id, ptr @def, ptr addrspace(1) %buffer)
  ret void
}

;--- address.ll
; CHECK: error: Specialization constant 'c' of type {{.*}} has a default that depends on an address.
target datalayout = "e-i64:64-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"
%struct.P = type { i64 }
@g = internal addrspace(1) global i32 0
@id = private constant [2 x i8] c"c\00"
@def = internal constant { i64 } { i64 ptrtoint (ptr addrspace(1) @g to i64) }
declare spir_func void @_Z40__sycl_getComposite2020SpecConstantValueI1PET_PKcPKvS5_(ptr sret(%struct.P), ptr, ptr, ptr addrspace(1))
define spir_kernel void @k(ptr addrspace(1) %buffer, ptr %p) {
  call spir_func void @_Z40__sycl_getComposite2020SpecConstantValueI1PET_PKcPKvS5_(ptr sret(%struct.P) %p, ptr @id, ptr @def, ptr addrspace(1) %buffer)
  ret void
}
