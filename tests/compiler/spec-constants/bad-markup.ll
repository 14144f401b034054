; Markup that cannot be understood is diagnosed by name.
; RUN: %split_file %s %t
; RUN: %not %opt -passes='ursa-spec-constants<native>' -disable-output %t/id-argument.ll 2>&1 | %FileCheck %t/id-argument.ll
; RUN: %not %opt -passes='ursa-spec-constants<native>' -disable-output %t/id-variable.ll 2>&1 | %FileCheck %t/id-variable.ll
; RUN: %not %opt -passes='ursa-spec-constants<native>' -disable-output %t/id-stored-twice.ll 2>&1 | %FileCheck %t/id-stored-twice.ll
; RUN: %not %opt -passes='ursa-spec-constants<native>' -disable-output %t/default-argument.ll 2>&1 | %FileCheck %t/default-argument.ll
; RUN: %not %opt -passes='ursa-spec-constants<native>' -disable-output %t/default-external.ll 2>&1 | %FileCheck %t/default-external.ll
; RUN: %not %opt -passes='ursa-spec-constants<native>' -disable-output %t/two-types.ll 2>&1 | %FileCheck %t/two-types.ll
; RUN: %not %opt -passes='ursa-spec-constants<native>' -disable-output %t/two-defaults.ll 2>&1 | %FileCheck %t/two-defaults.ll
; RUN: %not %opt -passes='ursa-spec-constants<native>' -disable-output %t/indirect.ll 2>&1 | %FileCheck %t/indirect.ll
; RUN: %not %opt -passes='ursa-spec-constants<native>' -disable-output %t/operands.ll 2>&1 | %FileCheck %t/operands.ll

;--- id-argument.ll
; CHECK: error: The symbolic id of a specialization constant in function 'k' is not a constant string.
target triple = "spirv64-unknown-unknown"
@id = private constant [2 x i8] c"c\00"
@one = internal constant { i32 } { i32 1 }
@two = internal constant { i32 } { i32 2 }
@f = internal constant { float } { float 1.0 }
@extern = external constant { i32 }
@variable = external global [2 x i8]
declare spir_func i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr, ptr, ptr addrspace(1))
declare spir_func float @_Z37__sycl_getScalar2020SpecConstantValueIfET_PKcPKvS4_(ptr, ptr, ptr addrspace(1))
define spir_kernel void @k(ptr addrspace(1) %b, ptr %p) {
  %v = call spir_func i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr %p, ptr @one, ptr addrspace(1) %b)
  ret void
}

;--- id-variable.ll
; CHECK: error: The symbolic id of a specialization constant in function 'k' is not a constant string.
target triple = "spirv64-unknown-unknown"
@id = private constant [2 x i8] c"c\00"
@one = internal constant { i32 } { i32 1 }
@two = internal constant { i32 } { i32 2 }
@f = internal constant { float } { float 1.0 }
@extern = external constant { i32 }
@variable = external global [2 x i8]
declare spir_func i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr, ptr, ptr addrspace(1))
declare spir_func float @_Z37__sycl_getScalar2020SpecConstantValueIfET_PKcPKvS4_(ptr, ptr, ptr addrspace(1))
define spir_kernel void @k(ptr addrspace(1) %b, ptr %p) {
  %v = call spir_func i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr @variable, ptr @one, ptr addrspace(1) %b)
  ret void
}

;--- id-stored-twice.ll
; CHECK: error: The symbolic id of a specialization constant in function 'k' is not a constant string.
target triple = "spirv64-unknown-unknown"
@id = private constant [2 x i8] c"c\00"
@one = internal constant { i32 } { i32 1 }
@two = internal constant { i32 } { i32 2 }
@f = internal constant { float } { float 1.0 }
@extern = external constant { i32 }
@variable = external global [2 x i8]
declare spir_func i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr, ptr, ptr addrspace(1))
declare spir_func float @_Z37__sycl_getScalar2020SpecConstantValueIfET_PKcPKvS4_(ptr, ptr, ptr addrspace(1))
define spir_kernel void @k(ptr addrspace(1) %b, ptr %p) {
  %s = alloca ptr
  store ptr @id, ptr %s
  store ptr %p, ptr %s
  %i = load ptr, ptr %s
  %v = call spir_func i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr %i, ptr @one, ptr addrspace(1) %b)
  ret void
}

;--- default-argument.ll
; CHECK: error: The default of specialization constant 'c' in function 'k' is not a global variable.
target triple = "spirv64-unknown-unknown"
@id = private constant [2 x i8] c"c\00"
@one = internal constant { i32 } { i32 1 }
@two = internal constant { i32 } { i32 2 }
@f = internal constant { float } { float 1.0 }
@extern = external constant { i32 }
@variable = external global [2 x i8]
declare spir_func i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr, ptr, ptr addrspace(1))
declare spir_func float @_Z37__sycl_getScalar2020SpecConstantValueIfET_PKcPKvS4_(ptr, ptr, ptr addrspace(1))
define spir_kernel void @k(ptr addrspace(1) %b, ptr %p) {
  %v = call spir_func i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr @id, ptr %p, ptr addrspace(1) %b)
  ret void
}

;--- default-external.ll
; CHECK: error: The default of specialization constant 'c', global variable 'extern', is not defined in this module.
target triple = "spirv64-unknown-unknown"
@id = private constant [2 x i8] c"c\00"
@one = internal constant { i32 } { i32 1 }
@two = internal constant { i32 } { i32 2 }
@f = internal constant { float } { float 1.0 }
@extern = external constant { i32 }
@variable = external global [2 x i8]
declare spir_func i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr, ptr, ptr addrspace(1))
declare spir_func float @_Z37__sycl_getScalar2020SpecConstantValueIfET_PKcPKvS4_(ptr, ptr, ptr addrspace(1))
define spir_kernel void @k(ptr addrspace(1) %b, ptr %p) {
  %v = call spir_func i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr @id, ptr @extern, ptr addrspace(1) %b)
  ret void
}

;--- two-types.ll
; CHECK: error: Specialization constant 'c' of type float is also read as type i32.
target triple = "spirv64-unknown-unknown"
@id = private constant [2 x i8] c"c\00"
@one = internal constant { i32 } { i32 1 }
@two = internal constant { i32 } { i32 2 }
@f = internal constant { float } { float 1.0 }
@extern = external constant { i32 }
@variable = external global [2 x i8]
declare spir_func i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr, ptr, ptr addrspace(1))
declare spir_func float @_Z37__sycl_getScalar2020SpecConstantValueIfET_PKcPKvS4_(ptr, ptr, ptr addrspace(1))
define spir_kernel void @k(ptr addrspace(1) %b, ptr %p) {
  %v = call spir_func i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr @id, ptr @one, ptr addrspace(1) %b)
  %w = call spir_func float @_Z37__sycl_getScalar2020SpecConstantValueIfET_PKcPKvS4_(ptr @id, ptr @f, ptr addrspace(1) %b)
  ret void
}

;--- two-defaults.ll
; CHECK: error: Specialization constant 'c' of type i32 has two different defaults.
target triple = "spirv64-unknown-unknown"
@id = private constant [2 x i8] c"c\00"
@one = internal constant { i32 } { i32 1 }
@two = internal constant { i32 } { i32 2 }
@f = internal constant { float } { float 1.0 }
@extern = external constant { i32 }
@variable = external global [2 x i8]
declare spir_func i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr, ptr, ptr addrspace(1))
declare spir_func float @_Z37__sycl_getScalar2020SpecConstantValueIfET_PKcPKvS4_(ptr, ptr, ptr addrspace(1))
define spir_kernel void @k(ptr addrspace(1) %b, ptr %p) {
  %v = call spir_func i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr @id, ptr @one, ptr addrspace(1) %b)
  %w = call spir_func i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr @id, ptr @two, ptr addrspace(1) %b)
  ret void
}

;--- indirect.ll
; CHECK: error: Specialization constant function 'int __sycl_getScalar2020SpecConstantValue<int>(char const*, void const*, void const*)' is used other than by a direct call.
target triple = "spirv64-unknown-unknown"
@id = private constant [2 x i8] c"c\00"
@one = internal constant { i32 } { i32 1 }
@two = internal constant { i32 } { i32 2 }
@f = internal constant { float } { float 1.0 }
@extern = external constant { i32 }
@variable = external global [2 x i8]
declare spir_func i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr, ptr, ptr addrspace(1))
declare spir_func float @_Z37__sycl_getScalar2020SpecConstantValueIfET_PKcPKvS4_(ptr, ptr, ptr addrspace(1))
define spir_kernel void @k(ptr addrspace(1) %b, ptr %p) {
  store ptr @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_, ptr %p
  ret void
}

;--- operands.ll
; CHECK: error: The specialization constant call in function 'k' has 2 operands; 3 are needed.
target triple = "spirv64-unknown-unknown"
@id = private constant [2 x i8] c"c\00"
@one = internal constant { i32 } { i32 1 }
@two = internal constant { i32 } { i32 2 }
@f = internal constant { float } { float 1.0 }
@extern = external constant { i32 }
@variable = external global [2 x i8]
declare spir_func i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr, ptr)
define spir_kernel void @k(ptr addrspace(1) %b, ptr %p) {
  %v = call spir_func i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr @id, ptr @one)
  ret void
}
