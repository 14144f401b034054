; An image for each source, whether an attribute or metadata tells it; functions that other images may
; call are entry points, unless they are not wanted. Automatic splitting is per source when that
; changes nothing else.
; RUN: %post_link %s -split=source -symbols -emit-exported-symbols -S -o %t.table
; RUN: tail -n +2 %t.table | wc -l | %FileCheck %s --check-prefix=FOUR
; RUN: %FileCheck %s --check-prefix=A --implicit-check-not=define < %t_0.ll
; RUN: %FileCheck %s --check-prefix=B --implicit-check-not=define < %t_1.ll
; RUN: %FileCheck %s --check-prefix=C --implicit-check-not=define < %t_2.ll
; RUN: %FileCheck %s --check-prefix=NONE --implicit-check-not=define < %t_3.ll
; RUN: cat %t_0.sym %t_1.sym %t_2.sym %t_3.sym | %FileCheck %s --check-prefix=SYMBOLS
; RUN: %FileCheck %s --check-prefix=A-PROP < %t_0.prop
; RUN: %FileCheck %s --check-prefix=B-PROP --implicit-check-not=exported < %t_1.prop
; RUN: %post_link %s -split=source -emit-only-kernels-as-entry-points -symbols -S -o %t.only.table
; RUN: cat %t.only_*.sym | %FileCheck %s --check-prefix=ONLY
; RUN: %post_link %s -split=auto -S -o %t.auto.table
; RUN: tail -n +2 %t.auto.table | wc -l | %FileCheck %s --check-prefix=FOUR
; RUN: %post_link %s -S -o %t.none.table
; RUN: tail -n +2 %t.none.table | wc -l | %FileCheck %s --check-prefix=ONE
; RUN: %split_file %S/Inputs/together.txt %t
; RUN: for f in pointer variable attribute; do %post_link %t/$f.ll -split=auto -o %t/$f.table && test $(wc -l < %t/$f.table) = 2 || exit 1; done
; RUN: %post_link %t/variable.ll -split=source -o %t/split.table && test $(wc -l < %t/split.table) = 3
; RUN: %post_link %t/no-kernel.ll -split=kernel -S -o %t/no-kernel.table && %FileCheck %s --check-prefix=LIBRARY < %t/no-kernel_0.ll
target triple = "spirv64-unknown-unknown"

; FOUR: {{^}}4{{$}}
; ONE: {{^}}1{{$}}
; A: define spir_kernel void @a1
; A: define spir_func i32 @exported
; A: define spir_kernel void @a2
; B: define spir_kernel void @b
; B: define internal spir_func i32 @exported(){{[^#]*$}}
; C: define spir_kernel void @c
; NONE: define spir_kernel void @none
; SYMBOLS: {{^}}a1{{$}}
; SYMBOLS-NEXT: {{^}}a2{{$}}
; SYMBOLS-NEXT: {{^}}exported{{$}}
; SYMBOLS-NEXT: {{^}}b{{$}}
; SYMBOLS-NEXT: {{^}}c{{$}}
; SYMBOLS-NEXT: {{^}}none{{$}}
; A-PROP: {{^\[}}SYCL/exported symbols]
; A-PROP-NEXT: {{^}}exported=1|1{{$}}
; B-PROP: Ursa/kernels
; ONLY: {{^}}a1{{$}}
; ONLY-NEXT: {{^}}a2{{$}}
; ONLY-NEXT: {{^}}b{{$}}
; LIBRARY: define spir_func void @library

define spir_kernel void @a1() #0 {
  ret void
}
define spir_kernel void @b() #1 {
  %x = call spir_func i32 @exported()
  ret void
}
define spir_kernel void @c() !sycl-module-id !0 {
  ret void
}
define spir_kernel void @none() {
  ret void
}
define spir_func i32 @exported() #0 {
  ret i32 1
}
define spir_kernel void @a2() #0 {
  ret void
}
attributes #0 = { "sycl-module-id"="a.cpp" }
attributes #1 = { "sycl-module-id"="b.cpp" }
!0 = !{!"c.cpp"}
