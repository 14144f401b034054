; The twin with defaults follows its image in the table; it has no sets of constants, and says so.
; Images without constants have no twin.
; RUN: %post_link %s -split=kernel -spec-const=native -generate-device-image-default-spec-consts -S -o %t.table
; RUN: %FileCheck %s --check-prefix=TABLE < %t.table
; RUN: %FileCheck %s --check-prefix=NATIVE < %t_1.ll
; RUN: %FileCheck %s --check-prefix=TWIN --implicit-check-not=SpecConstant --implicit-check-not=sycl.spec < %t_2.ll
; RUN: %FileCheck %s --check-prefix=TWIN-PROP --implicit-check-not="SYCL/specialization" < %t_2.prop
; RUN: %FileCheck %s --check-prefix=PROP < %t_1.prop
; RUN: %post_link %s -spec-const=emulation -generate-device-image-default-spec-consts -S -o %t.one.table
; RUN: test $(wc -l < %t.one.table) = 3 && %FileCheck %s --check-prefix=TWIN < %t.one_1.ll
target triple = "spirv64-unknown-unknown"

; TABLE: [Code|Properties]
; TABLE-NEXT: t_0.ll|
; TABLE-NEXT: t_1.ll|
; TABLE-NEXT: t_2.ll|{{.*}}t_2.prop{{$}}
; TABLE-NOT: {{.}}
; NATIVE: __spirv_SpecConstant
; PROP: [SYCL/specialization constants]
; PROP: [SYCL/specialization constants default values]
; PROP-NOT: misc
; TWIN: define spir_kernel void @reads(ptr addrspace(1) %out) {
; TWIN: store i32 7, ptr addrspace(1) %out
; TWIN-PROP: {{^\[}}SYCL/misc properties]
; TWIN-PROP-NEXT: {{^}}specConstsReplacedWithDefault=1|1{{$}}

@id = private constant [2 x i8] c"c\00"
@def = internal constant { i32 } { i32 7 }
declare spir_func i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr, ptr, ptr addrspace(1))
define spir_kernel void @plain() {
  ret void
}
define spir_kernel void @reads(ptr addrspace(1) %out) {
  %v = call spir_func i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr @id, ptr @def, ptr addrspace(1) null)
  store i32 %v, ptr addrspace(1) %out
  ret void
}
