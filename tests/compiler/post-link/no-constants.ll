; A module without constants has no specialization property sets.
; RUN: %post_link %s -spec-const=native -o %t.table
; RUN: %FileCheck %s < %t_0.prop
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"

; CHECK-NOT: specialization
; CHECK: {{^}}[Ursa/kernels]
; CHECK-NEXT: {{^}}k=2|
; CHECK-NEXT: {{^}}[SYCL/device requirements]
; CHECK-NEXT: {{^}}aspects=2|AAAAAAAAAAA{{$}}
; CHECK-NOT: {{[|]}}
define spir_kernel void @k(ptr addrspace(1) %out) {
  ret void
}
