; A target's table leaves out the images that use what the target does not have; the rows of the others
; and of tables without a target stay as they are. An image that no table wants is not written. Each
; image that is left out is named; a table for which none is left is an error.
; RUN: %post_link %s -spec-const=native -split=kernel -o %t.all.table -o host-x86_64,%t.host.table -o nvptx64-sm_50,%t.nv.table -o intel_gpu_acm_g10,%t.arc.table -o intel_gpu_pvc,%t.pvc.table -o mars,%t.mars.table 2> err
; RUN: %FileCheck %s --check-prefix=WARNING --match-full-lines < err
; RUN: %FileCheck %s --check-prefix=ALL < %t.all.table && wc -l < %t.mars.table | grep -x 6
; RUN: %FileCheck %s --check-prefix=HOST < %t.host.table
; RUN: %FileCheck %s --check-prefix=NV < %t.nv.table
; RUN: %FileCheck %s --check-prefix=ARC < %t.arc.table
; RUN: %FileCheck %s --check-prefix=PVC < %t.pvc.table
; RUN: %FileCheck %s --check-prefix=TARGET < %t.nv_nvptx64-sm_50_3.prop
; RUN: %post_link %s -spec-const=native -split=kernel -symbols -o intel_gpu_acm_g10,%t.only.table
; RUN: cat %t.only_*.sym | %FileCheck %s --check-prefix=ONLY
; RUN: ls | grep -c 'only_.*bc$' | grep -x 4
; RUN: %not %post_link %s -o %t.other.table -o intel_gpu_acm_g10,%t.none.table 2>&1 | %FileCheck %s --check-prefix=NONE --match-full-lines
; RUN: %split_file %S/Inputs/double.txt %t && %not %post_link %t/double.ll -split=kernel -o intel_gpu_acm_g10,%t.none.table 2>&1 | %FileCheck %s --check-prefix=ONLY-DOUBLE --match-full-lines
; RUN: ls | %not grep -e other -e none
target triple = "spirv64-unknown-unknown"

; WARNING: warning: The image of 'b.gpu' uses gpu, which target 'host-x86_64' does not have; it is left out of '{{.*}}host.table'.
; WARNING-NEXT: warning: The image of 'c.half' uses fp16, which target 'nvptx64-sm_50' does not have; it is left out of '{{.*}}nv.table'.
; WARNING-NEXT: warning: The image of 'e.narrow' needs sub-groups of 8, which target 'nvptx64-sm_50' does not have; it is left out of '{{.*}}nv.table'.
; WARNING-NEXT: warning: The image of 'a.double' uses fp64, which target 'intel_gpu_acm_g10' does not have; it is left out of '{{.*}}arc.table'.
; WARNING-NEXT: warning: The image of 'e.narrow' needs sub-groups of 8, which target 'intel_gpu_pvc' does not have; it is left out of '{{.*}}pvc.table'.
; WARNING-NOT: {{.}}

; NONE: error: No image is left for target 'intel_gpu_acm_g10': The image of 'a.double', 'b.gpu', 'c.half', 'd.plain', 'e.narrow' uses fp64, which the target does not have. With -split=source, other kernels are in other images.
; ONLY-DOUBLE: error: No image is left for target 'intel_gpu_acm_g10': The image of 'k' uses fp64, which the target does not have.

; ALL: [Code|Properties]
; ALL-NEXT: {{^.*}}all_0.bc|{{.*$}}
; ALL-NEXT: {{^.*}}all_1.bc|{{.*$}}
; ALL-NEXT: {{^.*}}all_2.bc|{{.*$}}
; ALL-NEXT: {{^.*}}all_3.bc|{{.*$}}
; ALL-NEXT: {{^.*}}all_4.bc|{{.*$}}
; ALL-NOT: {{.}}

; HOST: [Code|Properties]
; HOST-NEXT: {{^.*}}all_0.bc|{{.*$}}
; HOST-NEXT: {{^.*}}all_2.bc|{{.*$}}
; HOST-NEXT: {{^.*}}all_3.bc|{{.*$}}
; HOST-NEXT: {{^.*}}all_4.bc|{{.*$}}
; HOST-NOT: {{.}}

; NV: [Code|Properties]
; NV-NEXT: {{^.*}}all_0.bc|{{.*$}}
; NV-NEXT: {{^.*}}all_1.bc|{{.*$}}
; NV-NEXT: {{^.*}}all_3.bc|{{.*$}}
; NV-NOT: {{.}}

; ARC: [Code|Properties]
; ARC-NEXT: {{^.*}}all_1.bc|{{.*$}}
; ARC-NEXT: {{^.*}}all_2.bc|{{.*$}}
; ARC-NEXT: {{^.*}}all_3.bc|{{.*$}}
; ARC-NEXT: {{^.*}}all_4.bc|{{.*$}}
; ARC-NOT: {{.}}

; PVC: [Code|Properties]
; PVC-NEXT: {{^.*}}all_0.bc|{{.*$}}
; PVC-NEXT: {{^.*}}all_1.bc|{{.*$}}
; PVC-NEXT: {{^.*}}all_2.bc|{{.*$}}
; PVC-NEXT: {{^.*}}all_3.bc|{{.*$}}
; PVC-NOT: {{.}}

; TARGET: [SYCL/device requirements]
; TARGET-NEXT: aspects=2|
; TARGET-NEXT: compile_target=2|

; ONLY: b.gpu
; ONLY-NEXT: c.half
; ONLY-NEXT: d.plain
; ONLY-NEXT: e.narrow

define spir_kernel void @a.double(ptr addrspace(1) %p) {
  %x = load double, ptr addrspace(1) %p
  %y = fadd double %x, %x
  store double %y, ptr addrspace(1) %p
  ret void
}
define spir_kernel void @b.gpu() !sycl_used_aspects !0 {
  ret void
}
define spir_kernel void @c.half(ptr addrspace(1) %p) {
  call spir_func void @twice(ptr addrspace(1) %p)
  ret void
}
define internal spir_func void @twice(ptr addrspace(1) %p) {
  %x = load half, ptr addrspace(1) %p
  %y = fadd half %x, %x
  store half %y, ptr addrspace(1) %p
  ret void
}
define spir_kernel void @d.plain(ptr addrspace(1) %p) {
  store i64 1, ptr addrspace(1) %p
  ret void
}
define spir_kernel void @e.narrow() !intel_reqd_sub_group_size !2 {
  ret void
}
!0 = !{!1}
!1 = !{!"gpu", i32 2}
!2 = !{i32 8}
