; Two images cannot share a variable of which a program may have one; -split=auto makes one image.
; RUN: for mode in source kernel; do %not %post_link %s -split=$mode -o %t.table 2>&1 | %FileCheck %s || exit 1; done
; RUN: ls | %not grep .
; RUN: for mode in auto none; do %post_link %s -split=$mode -o %t.$mode.table && test $(wc -l < %t.$mode.table) = 2 || exit 1; done
; RUN: %not %ursac %s -fsycl-device-code-split=per_source -o %t.ursa 2>&1 | %FileCheck %s
; RUN: sed 's/"sycl-device-image-scope"="true"/"sycl-device-image-scope"="false"/' %s > in.ll && %post_link in.ll -split=source -o %t.table && test $(wc -l < %t.table) = 3
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"

; CHECK: {{^}}error: Variable 'one' has the property device_image_scope, and 2 images use it; kernels that use it must be in one image.

@one = addrspace(1) constant i32 0 #2
@pointer = addrspace(1) constant ptr addrspace(1) @one
define spir_kernel void @a() #0 {
  %x = load volatile ptr addrspace(1), ptr addrspace(1) @pointer
  ret void
}
define spir_kernel void @b() #1 {
  call spir_func void @reads()
  ret void
}
define spir_func void @reads() {
  %x = load volatile i32, ptr addrspace(1) @one
  ret void
}
attributes #0 = { "sycl-module-id"="a.cpp" }
attributes #1 = { "sycl-module-id"="b.cpp" }
attributes #2 = { "sycl-unique-id"="one" "sycl-device-image-scope"="true" }
