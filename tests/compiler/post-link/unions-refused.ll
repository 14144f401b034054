; Constants with unions that hold what no constant may hold are refused like others.
; RUN: %split_file %s %t
; RUN: for m in native emulation; do for n in pointer beside wide; do %not %post_link %t/$n.ll -spec-const=$m -o %t/a.table 2>&1 | %FileCheck %t/$n.ll || exit 1; done; done

;--- pointer.ll
; CHECK: error: Specialization constant 'c' of type {{.*}} holds a pointer; only bool, integers
target triple = "spirv64-unknown-unknown"
%union.U = type { ptr addrspace(1), [8 x i8] }
%struct.P = type { i32, %union.U }
@id = private constant [2 x i8] c"c\00"
@def = internal constant { %struct.P } zeroinitializer
declare spir_func void @_Z40__sycl_getComposite2020SpecConstantValueI1PET_PKcPKvS5_(ptr sret(%struct.P), ptr, ptr, ptr addrspace(1))
define spir_kernel void @k(ptr addrspace(1) %buffer, ptr addrspace(1) %out) {
  %p = alloca %struct.P
  call spir_func void @_Z40__sycl_getComposite2020SpecConstantValueI1PET_PKcPKvS5_(ptr sret(%struct.P) %p, ptr @id, ptr @def, ptr addrspace(1) %buffer)
  ret void
}

;--- beside.ll
; CHECK: error: Specialization constant 'c' of type {{.*}} holds a pointer; only bool, integers
target triple = "spirv64-unknown-unknown"
%union.U = type { i32, [4 x i8] }
%struct.P = type { ptr addrspace(1), %union.U }
@id = private constant [2 x i8] c"c\00"
@def = internal constant { %struct.P } zeroinitializer
declare spir_func void @_Z40__sycl_getComposite2020SpecConstantValueI1PET_PKcPKvS5_(ptr sret(%struct.P), ptr, ptr, ptr addrspace(1))
define spir_kernel void @k(ptr addrspace(1) %buffer, ptr addrspace(1) %out) {
  %p = alloca %struct.P
  call spir_func void @_Z40__sycl_getComposite2020SpecConstantValueI1PET_PKcPKvS5_(ptr sret(%struct.P) %p, ptr @id, ptr @def, ptr addrspace(1) %buffer)
  ret void
}

;--- wide.ll
; CHECK: error: Specialization constant 'c' of type {{.*}} holds a value of type i128;
target triple = "spirv64-unknown-unknown"
%union.U = type { i32, [4 x i8] }
%struct.P = type { i128, %union.U }
@id = private constant [2 x i8] c"c\00"
@def = internal constant { %struct.P } zeroinitializer
declare spir_func void @_Z40__sycl_getComposite2020SpecConstantValueI1PET_PKcPKvS5_(ptr sret(%struct.P), ptr, ptr, ptr addrspace(1))
define spir_kernel void @k(ptr addrspace(1) %buffer, ptr addrspace(1) %out) {
  %p = alloca %struct.P
  call spir_func void @_Z40__sycl_getComposite2020SpecConstantValueI1PET_PKcPKvS5_(ptr sret(%struct.P) %p, ptr @id, ptr @def, ptr addrspace(1) %buffer)
  ret void
}
