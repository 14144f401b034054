; A target's table leaves out the images that use what the target does not have; the rows of the others
; and of tables without a target stay as they are. An image that no table wants is not written.
; RUN: %post_link %s -spec-const=native -split=kernel -o %t.all.table -o host-x86_64,%t.host.table -o nvptx64-sm_50,%t.nv.table -o intel_gpu_acm_g10,%t.arc.table -o intel_gpu_pvc,%t.pvc.table -o mars,%t.mars.table
; RUN: %FileCheck %s --check-prefix=ALL < %t.all.table && wc -l < %t.mars.table | grep -x 6
; RUN: %FileCheck %s --check-prefix=HOST < %t.host.table
; RUN: %FileCheck %s --check-prefix=NV < %t.nv.table
; RUN: %FileCheck %s --check-prefix=ARC < %t.arc.table
; RUN: %FileCheck %s --check-prefix=PVC < %t.pvc.table
; RUN: %FileCheck %s --check-prefix=TARGET < %t.nv_nvptx64-sm_50_3.prop
; RUN: %post_link %s -spec-const=native -split=kernel -symbols -o intel_gpu_acm_g10,%t.only.table
; RUN: cat %t.only_*.sym | %FileCheck %s --check-prefix=ONLY
; RUN: ls | grep -c 'only_.*bc$' | grep -x 4
target triple = "spirv64-unknown-unknown"

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
