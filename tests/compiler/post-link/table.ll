; The file table and the files that it names; text and bitcode input; code only; no mode keeps the markup.
; RUN: %post_link %s -spec-const=native -symbols -S -o %t.table
; RUN: %FileCheck %s --check-prefix=TABLE < %t.table
; RUN: %FileCheck %s --check-prefix=PROP < %t_0.prop
; RUN: %FileCheck %s --check-prefix=SYM < %t_0.sym
; RUN: %FileCheck %s --check-prefix=CODE < %t_0.ll
; RUN: %llvm_as %s -o %t.in.bc
; RUN: %post_link %t.in.bc -spec-const=emulation -split=none -o %t.bin.table
; RUN: %FileCheck %s --check-prefix=BINARY < %t.bin.table
; RUN: %llvm_dis %t.bin_0.bc -o - | %FileCheck %s --check-prefix=EMU
; RUN: grep -A 1 -F -x '[Ursa/specialization buffer]' %t.bin_0.prop | grep -F -x 'reads=1|1'
; RUN: %post_link %s -spec-const=native -ir-output-only -S -o - | %FileCheck %s --check-prefix=CODE
; RUN: %post_link %s -ir-output-only -S -o - | %FileCheck %s --check-prefix=KEEP
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"

; TABLE: [Code|Properties|Symbols]
; TABLE-NEXT: {{^}}{{.*}}t_0.ll|{{.*}}t_0.prop|{{.*}}t_0.sym{{$}}
; BINARY: [Code|Properties]
; BINARY-NEXT: {{^}}{{.*}}t.bin_0.bc|{{.*}}t.bin_0.prop{{$}}

; PROP: {{^}}[SYCL/specialization constants]
; PROP-NEXT: {{^}}first=2|gBAAAAAAAAAAAAAAAAAAAQAAAAA{{$}}
; PROP-NEXT: {{^}}second=2|
; PROP-NEXT: {{^}}[SYCL/specialization constants default values]
; PROP-NEXT: {{^}}all=2|
; PROP-NEXT: {{^}}[Ursa/specialization constant types]
; PROP-NEXT: {{^}}first=2|
; PROP-NEXT: {{^}}second=2|
; PROP-NEXT: {{^}}[Ursa/kernels]
; PROP-NEXT: {{^}}reads=2|
; PROP-NEXT: {{^}}reads.not=2|
; PROP-NEXT: {{^}}[SYCL/device requirements]
; The number of fp64, 6.
; PROP-NEXT: {{^}}aspects=2|gAAAAAAAAAgBAAAA{{$}}
; PROP-NOT: {{[|]}}

; SYM: {{^}}reads{{$}}
; SYM-NEXT: {{^}}reads.not{{$}}

; CODE: define spir_kernel void @reads(ptr addrspace(1) %out) {
; CODE: __spirv_SpecConstant
; EMU: load i32, ptr addrspace(1) %ursa.buffer
; KEEP: define spir_kernel void @reads(ptr addrspace(1) %out)
; KEEP: call spir_func i32 @_Z37__sycl_getScalar2020

@id.1 = private constant [6 x i8] c"first\00"
@id.2 = private constant [7 x i8] c"second\00"
@def.1 = internal constant { i32 } { i32 1 }
@def.2 = internal constant { double } { double 1.0 }
declare spir_func i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr, ptr, ptr addrspace(1))
declare spir_func double @_Z37__sycl_getScalar2020SpecConstantValueIdET_PKcPKvS4_(ptr, ptr, ptr addrspace(1))
define spir_kernel void @reads(ptr addrspace(1) %out) {
  %v = call spir_func i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr @id.1, ptr @def.1, ptr addrspace(1) null)
  %w = call spir_func double @_Z37__sycl_getScalar2020SpecConstantValueIdET_PKcPKvS4_(ptr @id.2, ptr @def.2, ptr addrspace(1) null)
  store i32 %v, ptr addrspace(1) %out
  ret void
}
define spir_kernel void @reads.not(ptr addrspace(1) %out) {
  ret void
}
