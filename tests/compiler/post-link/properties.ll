; Properties that are asked for; and a table for each target, which share the code.
; RUN: mkdir images && %post_link %s -emit-param-info -emit-exported-symbols -emit-program-metadata -out-dir=images -symbols -S -o %t.all.table
; RUN: %FileCheck %s --check-prefix=TABLE < %t.all.table
; RUN: %FileCheck %s --check-prefix=ALL < images/t.all_0.prop
; RUN: %post_link %s -S -o %t.none.table && %FileCheck %s --check-prefix=NONE < %t.none_0.prop
; RUN: %post_link %s -o gpu_a,%t.table -o gpu_b,%t.other.table
; RUN: %FileCheck %s --check-prefix=FIRST < %t.table
; RUN: %FileCheck %s --check-prefix=OTHER < %t.other.table
; RUN: %FileCheck %s --check-prefix=TARGET < %t_gpu_a_0.prop
; RUN: %post_link %s -split=kernel -symbols | %FileCheck %s --check-prefix=STDOUT
target triple = "spirv64-unknown-unknown"

; TABLE: {{^}}images/t.all_0.ll|images/t.all_0.prop|images/t.all_0.sym{{$}}
; ALL: {{^\[}}SYCL/exported symbols]
; ALL-NEXT: {{^}}called=1|1{{$}}
; ALL-NEXT: {{^\[}}SYCL/kernel param opt]
; Ten arguments, of which the second and the last are gone: bits 1 and 9.
; ALL-NEXT: {{^}}many=2|KAAAAAAAAAgACA{{$}}
; ALL-NEXT: {{^\[}}SYCL/program metadata]
; 96 bits: 8, 4, 1.
; ALL-NEXT: {{^}}sized@reqd_work_group_size=2|gBAAAAAAAAACAAAAEAAAAEAAAAA{{$}}
; NONE-NOT: {{exported|param|metadata}}
; FIRST: {{^}}{{.*}}t_gpu_a_0.bc|{{.*}}t_gpu_a_0.prop{{$}}
; OTHER: {{^}}{{.*}}t_gpu_a_0.bc|{{.*}}t.other_gpu_b_0.prop{{$}}
; TARGET: {{^\[}}SYCL/device requirements]
; TARGET-NEXT: {{^}}aspects=2|
; TARGET-NEXT: {{^}}reqd_work_group_size_uint64_t=2|ADAAAAAAAAACAAAAAAAAAQAAAAAAAAAABAAAAAAAAAA{{$}}
; TARGET-NEXT: {{^}}compile_target=2|oAAAAAAAAAwZwV3XhB{{$}}
; STDOUT: [Code|Properties|Symbols]
; STDOUT-NEXT: {{^}}properties_0.bc|properties_0.prop|properties_0.sym{{$}}
; STDOUT-NEXT: {{^}}properties_1.bc|

define spir_kernel void @many(i32 %a, i32 %c, i32 %d, i32 %e, i32 %f, i32 %g, i32 %h, i32 %i) !sycl_kernel_omit_args !0 {
  ret void
}
define spir_kernel void @sized() !reqd_work_group_size !1 {
  ret void
}
define spir_func void @called() "sycl-module-id"="a.cpp" {
  ret void
}
!0 = !{i1 false, i1 true, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 true}
!1 = !{i32 8, i32 4, i32 1}
