; Entry points of one source that need different features or sizes are in different images, with
; -split=source and auto; what they need is what all that they reach uses. Kernels that write one
; variable stay in one image. Without -split, one image has all.
; RUN: %split_file %s %t
; RUN: for mode in source auto; do %post_link %t/in.ll -split=$mode -symbols -o %t.$mode.table && for i in 0 1 2 3 4 5 6; do echo "== $i" && cat %t.${mode}_$i.sym || exit 1; done > $mode.txt && %FileCheck %s --match-full-lines < $mode.txt && test $(wc -l < %t.$mode.table) = 8 || exit 1; done
; RUN: %post_link %t/in.ll -o %t.none.table && test $(wc -l < %t.none.table) = 2
; RUN: for mode in source auto; do %post_link %t/shared.ll -split=$mode -symbols -S -o %t.shared.$mode.table && cat %t.shared.${mode}_0.sym | tr '\n' ' ' | grep -x 'a c ' && test $(wc -l < %t.shared.$mode.table) = 3 || exit 1; done
; A source with two kernels of which one needs fp64: the other is there for a target without it.
; RUN: %post_link %t/double.ll -split=source -symbols -o intel_gpu_acm_g10,%t.double.table 2>&1 | %FileCheck %s --check-prefix=LEFT-OUT
; RUN: cat %t.double_*.sym | grep -x single && test $(wc -l < %t.double.table) = 2
; RUN: %not %post_link %t/size.ll -split=source -o %t.size.table 2>&1 | %FileCheck %s --check-prefix=SIZE

; CHECK: == 0
; CHECK-NEXT: plain
; CHECK-NEXT: also.plain
; CHECK-NEXT: == 1
; CHECK-NEXT: reaches.double
; CHECK-NEXT: is.double
; CHECK-NEXT: == 2
; CHECK-NEXT: internal.aspect
; CHECK-NEXT: == 3
; CHECK-NEXT: wide
; CHECK-NEXT: as.wide
; CHECK-NEXT: == 4
; CHECK-NEXT: narrow
; CHECK-NEXT: == 5
; CHECK-NEXT: sub.group
; CHECK-NEXT: as.sub.group
; CHECK-NEXT: == 6
; CHECK-NEXT: other.source
; CHECK-NOT: {{.+}}

; LEFT-OUT: warning: The image of 'double' uses fp64, which target 'intel_gpu_acm_g10' does not have; it is left out of '{{.*}}double.table'.
; SIZE: {{^}}error: The attribute 'sycl-work-group-size' of function 'k' is '8,0'; one to three sizes of 1 to 4294967295 are needed, with commas between.

;--- in.ll
target triple = "spirv64-unknown-unknown"
@table = addrspace(1) constant [1 x ptr] [ptr @doubles]
define spir_kernel void @plain() #0 {
  ret void
}
define spir_kernel void @reaches.double() #0 {
  %f = load ptr, ptr addrspace(1) @table
  ret void
}
define internal spir_func double @doubles(double %x) {
  ret double %x
}
define spir_kernel void @is.double() #0 !sycl_used_aspects !0 {
  ret void
}
define spir_kernel void @internal.aspect() #0 !sycl_used_aspects !1 {
  ret void
}
define spir_kernel void @wide() #0 !reqd_work_group_size !2 {
  ret void
}
define spir_kernel void @as.wide() #1 {
  ret void
}
define spir_kernel void @narrow() #0 !reqd_work_group_size !3 {
  ret void
}
define spir_kernel void @sub.group() #0 !intel_reqd_sub_group_size !4 {
  ret void
}
define spir_kernel void @as.sub.group() #2 {
  ret void
}
define spir_kernel void @also.plain() #0 {
  ret void
}
define spir_kernel void @other.source() "sycl-module-id"="b.cpp" {
  ret void
}
attributes #0 = { "sycl-module-id"="a.cpp" }
attributes #1 = { "sycl-module-id"="a.cpp" "sycl-work-group-size"="8,32" }
attributes #2 = { "sycl-module-id"="a.cpp" "sycl-sub-group-size"="16" }
!0 = !{i32 6}
!1 = !{i32 -1}
!2 = !{i32 32, i32 8}
!3 = !{i64 8, i64 32}
!4 = !{i32 16}

;--- shared.ll
target triple = "spirv64-unknown-unknown"
@counter = addrspace(1) global i32 0
define spir_kernel void @a() #0 {
  store i32 1, ptr addrspace(1) @counter
  ret void
}
define spir_kernel void @b() #0 !sycl_used_aspects !0 {
  ret void
}
define spir_kernel void @c() #0 !sycl_used_aspects !1 {
  store i32 2, ptr addrspace(1) @counter
  ret void
}
attributes #0 = { "sycl-module-id"="a.cpp" }
!0 = !{i32 5}
!1 = !{i32 6}

;--- double.ll
target triple = "spirv64-unknown-unknown"
define spir_kernel void @double(ptr addrspace(1) %p) #0 {
  store double 1.0, ptr addrspace(1) %p
  ret void
}
define spir_kernel void @single(ptr addrspace(1) %p) #0 {
  store float 1.0, ptr addrspace(1) %p
  ret void
}
attributes #0 = { "sycl-module-id"="a.cpp" }

;--- size.ll
target triple = "spirv64-unknown-unknown"
define spir_kernel void @k() "sycl-work-group-size"="8,0" {
  ret void
}
