; Metadata of another form than front ends write: status 1 and one line that names kernel, metadata
; and value, from every tool and for every target; no output.
; RUN: %split_file %s %t
; RUN: %not %post_link %t/group.ll -o %t.table 2>&1 | %FileCheck %s --check-prefix=GROUP
; RUN: %not %post_link %t/omitted.ll -emit-param-info -o %t.table 2>&1 | %FileCheck %s --check-prefix=OMITTED
; RUN: %not %post_link %t/itself.ll -split=source -o %t.table 2>&1 | %FileCheck %s --check-prefix=ITSELF
; RUN: %not %codegen --target=host-x86_64 %t/group.ll -o %t.code 2>&1 | %FileCheck %s --check-prefix=GROUP
; RUN: %not %ursac -c %t/group.ll -o %t.code 2>&1 | %FileCheck %s --check-prefix=UNIT
; RUN: %not %ursac --targets=spirv64 %t/group.ll -o %t.code 2>&1 | %FileCheck %s --check-prefix=UNIT
; RUN: %not %ursac --targets=spirv64 %t/itself.ll -o %t.code 2>&1 | %FileCheck %s --check-prefix=ITSELF
; RUN: %not %ursac --targets=spirv64 %t/version.ll -o %t.code 2>&1 | %FileCheck %s --check-prefix=VERSION
; RUN: %not %ursac --targets=host-x86_64 %t/type.ll -o %t.code 2>&1 | %FileCheck %s --check-prefix=TYPE
; RUN: ls | %not grep -v '^t$'
; Each of two sources has an execution mode: an image has those of its own kernels.
; RUN: %ursac --targets=spirv64 %t/modes.ll -o %t.images
; RUN: %objdump -h %t.images | %FileCheck %s --check-prefix=MODES
; Metadata of our own names in a file is not taken for what the passes write.
; RUN: %ursac --targets=vulkan1.2 %t/own.ll -o %t.own

; GROUP: {{^}}error: The file '{{.*}}group.ll' is not valid device IR: Kernel 'k' has the metadata 'reqd_work_group_size' !{"x", null}; a work-group size is 1 to 3 numbers from 1 to 4294967295 whose product is not larger.{{$}}
; GROUP-NOT: {{.}}
; UNIT: {{^}}error: The device IR of '{{.*}}group.ll' is broken: Kernel 'k' has the metadata 'reqd_work_group_size' !{"x", null}; a work-group size {{.*$}}
; UNIT-NOT: {{.}}
; OMITTED: Kernel 'k' has the metadata 'sycl_kernel_omit_args' !{"x", null}; it must have an i1 for each argument
; ITSELF: Kernel 'k' has the metadata 'sycl-module-id' !{!{...}}; a module id is one string.
; VERSION: The module has the metadata 'opencl.ocl.version' !{i32 2, null}; a version is two or three numbers.
; TYPE: Kernel 'k' has the metadata 'kernel_arg_base_type' !{null}; its entries must be strings.
; MODES-DAG: a
; MODES-DAG: b

;--- group.ll
target triple = "spirv64-unknown-unknown"
define spir_kernel void @k() !reqd_work_group_size !0 {
  ret void
}
!0 = !{!"x", null}

;--- omitted.ll
target triple = "spirv64-unknown-unknown"
define spir_kernel void @k() !sycl_kernel_omit_args !0 {
  ret void
}
!0 = !{!"x", null}

;--- itself.ll
target triple = "spirv64-unknown-unknown"
define spir_kernel void @k() !sycl-module-id !0 {
  ret void
}
!0 = distinct !{!0}

;--- version.ll
target triple = "spirv64-unknown-unknown"
define spir_kernel void @k() {
  ret void
}
!opencl.ocl.version = !{!0}
!0 = !{i32 2, null}

;--- type.ll
target triple = "spirv64-unknown-unknown"
define spir_kernel void @k(ptr addrspace(1) %p) !kernel_arg_base_type !0 {
  ret void
}
!0 = !{null}

;--- modes.ll
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"
define spir_kernel void @a() #0 {
  ret void
}
define spir_kernel void @b() #1 {
  ret void
}
attributes #0 = { "sycl-module-id"="a.cpp" }
attributes #1 = { "sycl-module-id"="b.cpp" }
!spirv.ExecutionMode = !{!0, !1}
!0 = !{ptr @a, i32 31}
!1 = !{ptr @b, i32 31}

;--- own.ll
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"
@table = addrspace(1) global i32 7
define spir_kernel void @k(ptr addrspace(1) %out) {
  %value = load i32, ptr addrspace(1) @table
  store i32 %value, ptr addrspace(1) %out
  ret void
}
!ursa.vulkan.relocations = !{!0}
!ursa.vulkan.variables = !{!0}
!0 = distinct !{!0, null}
