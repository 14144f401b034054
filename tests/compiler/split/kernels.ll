; An image for each kernel, with what it reaches and nothing else. Ids are counted in each image. A
; kernel whose address another one takes is a plain function there.
; RUN: %post_link %s -split=kernel -spec-const=native -symbols -S -o %t.table
; RUN: %FileCheck %s --check-prefix=TABLE < %t.table
; RUN: %FileCheck %s --check-prefix=FIRST < %t_0.ll
; RUN: %FileCheck %s --check-prefix=SECOND < %t_1.ll
; RUN: %FileCheck %s --check-prefix=THIRD < %t_2.ll
; RUN: cat %t_0.sym %t_1.sym %t_2.sym | %FileCheck %s --check-prefix=SYMBOLS
; RUN: %FileCheck %s --check-prefix=FIRST-PROP < %t_0.prop
; RUN: %FileCheck %s --check-prefix=SECOND-PROP < %t_1.prop
; RUN: for i in 0 1 2; do %opt -passes=verify -disable-output %t_$i.ll || exit 1; done
; The same input gives the same bytes.
; RUN: mkdir again && cp %s again/in.ll && cp %s in.ll && %post_link in.ll -split=kernel -spec-const=emulation -symbols -o one.table
; RUN: cd again && %post_link in.ll -split=kernel -spec-const=emulation -symbols -o one.table && cd .. && for f in one*; do cmp $f again/$f || exit 1; done
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"

; TABLE: [Code|Properties|Symbols]
; TABLE-NEXT: {{^}}{{.*}}t_0.ll|{{.*}}t_0.prop|{{.*}}t_0.sym{{$}}
; TABLE-NEXT: {{^}}{{.*}}t_1.ll|{{.*}}t_1.prop|{{.*}}t_1.sym{{$}}
; TABLE-NEXT: {{^}}{{.*}}t_2.ll|{{.*}}t_2.prop|{{.*}}t_2.sym{{$}}
; TABLE-NOT: {{.}}

; FIRST-NOT: @unused
; FIRST: @table = {{.*}}constant [2 x ptr addrspace(2)] [ptr addrspace(2) @numbers, ptr addrspace(2) null]
; FIRST: @numbers = {{.*}}constant [2 x i32] [i32 3, i32 4]
; FIRST-NOT: @id.
; FIRST: define weak_odr spir_kernel void @first(ptr addrspace(1) %out)
; FIRST: %b = call {{.*}}SpecConstantii(i32 0, i32 2)
; FIRST-NOT: @second
; FIRST: define internal spir_func i32 @helper(i32 %x) #[[NOINLINE:[0-9]+]]
; FIRST: call {{.*}}SpecConstantii(i32 1, i32 1)
; FIRST-NOT: @second
; FIRST: attributes #[[NOINLINE]] = { noinline }
; FIRST: !opencl.ocl.version = !{![[VERSION:[0-9]+]]}
; FIRST: !sycl.specialization-constants = !{
; FIRST: ![[VERSION]] = !{i32 3, i32 0}
; FIRST: !{!"b", i32 0, i32 0, i32 4}
; FIRST: !{!"a", i32 1, i32 0, i32 4}
; FIRST-NOT: llvm.used

; SECOND: define weak_odr spir_kernel void @second(ptr addrspace(1) %out)
; SECOND-NOT: @helper

; THIRD: define weak_odr spir_kernel void @third(ptr addrspace(1) %out)
; THIRD: store ptr @second, ptr addrspace(1) %out
; THIRD: define internal spir_func void @second(ptr addrspace(1) %out)

; SYMBOLS: {{^}}first{{$}}
; SYMBOLS-NEXT: {{^}}second{{$}}
; SYMBOLS-NEXT: {{^}}third{{$}}
; SYMBOLS-NOT: {{.}}

; FIRST-PROP: [SYCL/specialization constants]
; FIRST-PROP-NEXT: {{^}}b=2|gBAAAAAAAAAAAAAAAAAAAQAAAAA{{$}}
; FIRST-PROP-NEXT: {{^}}a=2|
; SECOND-PROP: {{^\[}}Ursa/kernels]
; SECOND-PROP-NEXT: {{^}}second=2|{{.*$}}
; SECOND-PROP-NEXT: {{^}}[SYCL/device requirements]
; SECOND-PROP-NEXT: {{^}}aspects=2|AAAAAAAAAAA{{$}}
; SECOND-PROP-NOT: {{.}}

@id.a = private constant [2 x i8] c"a\00"
@id.b = private constant [2 x i8] c"b\00"
@def.a = internal constant { i32 } { i32 1 }
@def.b = linkonce_odr constant { i32 } { i32 2 }
@numbers = internal addrspace(2) constant [2 x i32] [i32 3, i32 4]
@table = internal addrspace(2) constant [2 x ptr addrspace(2)] [ptr addrspace(2) @numbers, ptr addrspace(2) null]
@unused = addrspace(1) global i32 0
@llvm.used = appending global [2 x ptr] [ptr @first, ptr @second], section "llvm.metadata"

declare spir_func i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr, ptr, ptr addrspace(1))

define internal spir_func i32 @helper(i32 %x) noinline {
  %a = call spir_func i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr @id.a, ptr @def.a, ptr addrspace(1) null)
  %again = call spir_func i32 @helper(i32 %a)
  ret i32 %again
}
define weak_odr spir_kernel void @first(ptr addrspace(1) %out) {
  %b = call spir_func i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr @id.b, ptr @def.b, ptr addrspace(1) null)
  %h = call spir_func i32 @helper(i32 %b)
  %n = load ptr addrspace(2), ptr addrspace(2) @table
  store i32 %h, ptr addrspace(1) %out
  ret void
}
define weak_odr spir_kernel void @second(ptr addrspace(1) %out) {
  ret void
}
define weak_odr spir_kernel void @third(ptr addrspace(1) %out) {
  store ptr @second, ptr addrspace(1) %out
  ret void
}
!opencl.ocl.version = !{!0, !0}
!0 = !{i32 3, i32 0}
