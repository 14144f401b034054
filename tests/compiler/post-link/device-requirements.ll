; The property sets SYCL/device requirements and SYCL/assert used. Aspects are those of metadata, of all
; functions that an image has, and those that its code shows; negative ones are not written.
; RUN: %post_link %s -split=kernel -symbols -o %t.table
; RUN: for i in 0 1 2 3 4 5; do echo "== $(cat %t_$i.sym)" && sed -n '/device requirements/,$p' %t_$i.prop || exit 1; done > all && %FileCheck %s --match-full-lines < all
; One image of all: aspects of all, the greatest work-group size, no sub-group size where they differ.
; RUN: %post_link %s -o %t.one.table && %FileCheck %s --check-prefix=ONE --match-full-lines < %t.one_0.prop
target triple = "spirv64-unknown-unknown"

; CHECK: == plain
; CHECK-NEXT: [SYCL/device requirements]
; CHECK-NEXT: aspects=2|AAAAAAAAAAA
; CHECK-NEXT: == tells
; CHECK-NEXT: [SYCL/device requirements]
; Aspects 1, 5 and 9; fixed targets 1 and 2; "matrix", "mad"; 16; 8, 4, 2 and 3.
; CHECK-NEXT: aspects=2|gBAAAAAAAAQAAAAAFAAAAkAAAAA
; CHECK-NEXT: fixed_target=2|ABAAAAAAAAQAAAAACAAAAA
; CHECK-NEXT: joint_matrix=2|wAAAAAAAAA{{.*}}
; CHECK-NEXT: joint_matrix_mad=2|YAAAAAAAAA{{.*}}
; CHECK-NEXT: reqd_sub_group_size=1|16
; CHECK-NEXT: reqd_work_group_size_uint64_t=2|ADAAAAAAAAACAAAAAAAAAQAAAAAAAAAACAAAAAAAAAA
; CHECK-NEXT: work_group_num_dim=1|3
; CHECK-NEXT: == attributes
; CHECK-NEXT: [SYCL/device requirements]
; CHECK-NEXT: aspects=2|AAAAAAAAAAA
; CHECK-NEXT: reqd_sub_group_size=1|32
; 64, then 2: dimension 0 is last in the attribute.
; CHECK-NEXT: reqd_work_group_size_uint64_t=2|ACAAAAAAAAAQAAAAAAAAAIAAAAAAAAAA
; CHECK-NEXT: == shows
; CHECK-NEXT: [SYCL/device requirements]
; Half, double, image and atomic64: 5, 6, 9, 28.
; CHECK-NEXT: aspects=2|ACAAAAAAAAQBAAAAGAAAAkAAAAAHAAAA
; CHECK-NEXT: == asserts
; CHECK-NEXT: [SYCL/device requirements]
; CHECK-NEXT: aspects=2|AAAAAAAAAAA
; CHECK-NEXT: [SYCL/assert used]
; CHECK-NEXT: asserts=1|1
; CHECK-NEXT: == asserts.through.pointer
; CHECK-NEXT: [SYCL/device requirements]
; CHECK-NEXT: aspects=2|AAAAAAAAAAA
; CHECK-NEXT: [SYCL/assert used]
; CHECK-NEXT: asserts.through.pointer=1|1
; CHECK-NOT: {{.+}}

; ONE: [SYCL/device requirements]
; ONE-NEXT: aspects=2|gCAAAAAAAAQAAAAAFAAAAYAAAAQCAAAAcAAAAA
; ONE-NEXT: fixed_target=2|{{.*}}
; ONE-NEXT: joint_matrix=2|{{.*}}
; ONE-NEXT: joint_matrix_mad=2|{{.*}}
; ONE-NEXT: reqd_work_group_size_uint64_t=2|ACAAAAAAAAAQAAAAAAAAAIAAAAAAAAAA
; ONE-NEXT: work_group_num_dim=1|3
; ONE-NEXT: [SYCL/assert used]
; ONE: asserts=1|1

define spir_kernel void @plain(ptr addrspace(1) %p, i64 %x) {
  store i64 %x, ptr addrspace(1) %p
  ret void
}
define spir_kernel void @tells() !sycl_used_aspects !0 !reqd_work_group_size !1 !intel_reqd_sub_group_size !2 !sycl_fixed_targets !3 !work_group_num_dim !4 !sycl_joint_matrix !10 !sycl_joint_matrix_mad !11 {
  call spir_func void @helper()
  ret void
}
define internal spir_func void @helper() !sycl_declared_aspects !5 {
  ret void
}
define spir_kernel void @attributes() "sycl-work-group-size"="2,64" "sycl-sub-group-size"="32" {
  ret void
}
define spir_kernel void @shows(ptr addrspace(1) %p, target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %image) {
  %s = call spir_func half @halves(ptr addrspace(1) %p)
  %d = fpext half %s to double
  store double %d, ptr addrspace(1) %p
  %o = call spir_func i64 @_Z8atom_addPU3AS1ll(ptr addrspace(1) %p, i64 1)
  ret void
}
define internal spir_func half @halves(ptr addrspace(1) %p) {
  %h = load half, ptr addrspace(1) %p
  ret half %h
}
declare spir_func i64 @_Z8atom_addPU3AS1ll(ptr addrspace(1), i64)
define spir_kernel void @asserts() {
  call spir_func void @checks()
  ret void
}
define internal spir_func void @checks() {
  call spir_func void @__devicelib_assert_fail()
  ret void
}
define weak spir_func void @__devicelib_assert_fail() {
  ret void
}
define spir_kernel void @asserts.through.pointer(ptr addrspace(1) %p) {
  %f = load ptr, ptr addrspace(1) %p
  call spir_func i32 %f(i32 1)
  ret void
}
define internal spir_func i32 @virtual(i32 %x) "referenced-indirectly" {
  call spir_func void @__devicelib_assert_fail()
  ret i32 %x
}
!0 = !{i32 9, !12, i32 -1}
!1 = !{i32 8, i32 4, i32 2}
!2 = !{i32 16}
!3 = !{i32 2, i32 1}
!4 = !{i32 3}
!5 = !{i32 1}
!6 = !{!"x", null, i128 1180591620717411303424, !{!"y", i32 1, i32 2}, !13}
!8 = !{i32 8, i32 16}
!9 = !{null, !"x"}
!10 = !{!"matrix"}
!11 = !{!"mad"}
!12 = !{!"fp16", i32 5}
!13 = !{!"fp64", i32 6}
