; Objects that cannot be passed: the message names the parameter, the kernel, the place and the reason.
; RUN: %split_file %s %t
; RUN: %not %opt -passes=ursa-flatten-kernels -disable-output %t/private.ll 2>&1 | %FileCheck %t/private.ll
; RUN: for name in other null; do %not %opt -passes=ursa-flatten-kernels -disable-output %t/$name.ll 2>&1 | %FileCheck %t/$name.ll || exit 1; done
; RUN: %not %opt -passes=ursa-flatten-kernels -disable-output %t/large.ll 2>&1 | %FileCheck %t/large.ll
; RUN: %not %opt -passes=ursa-flatten-kernels -disable-output %t/wide.ll 2>&1 | %FileCheck %t/wide.ll
; RUN: for name in count operand; do %not %post_link %t/$name.ll -o %t/table 2>&1 | %FileCheck %t/$name.ll || exit 1; done

;--- private.ll
; CHECK: error: Parameter 'o' of kernel 'k' has a pointer to private memory or to a function at byte 8, which means nothing on the device.
%captures = type { i32, ptr }
define spir_kernel void @k(ptr byval(%captures) %o) {
  %v = load i32, ptr %o
  ret void
}

;--- other.ll
; CHECK: error: Parameter 'o' of kernel 'k' has a pointer to private memory or to a function at byte 8, which means nothing on the device.
define spir_kernel void @k(ptr byval({ ptr, ptr }) %o) !ursa_null_pointers !0 {
  %v = load i32, ptr %o
  ret void
}
!0 = !{i32 0}

;--- null.ll
; CHECK: Kernel 'k' has the metadata 'ursa_null_pointers' !{"eight"}; an entry is i32 offset.
define spir_kernel void @k(ptr byval({ ptr }) %o) !ursa_null_pointers !0 {
  %v = load i32, ptr %o
  ret void
}
!0 = !{!"eight"}

;--- large.ll
; CHECK: error: Parameter 2 of kernel 'k' has 4104 bytes; at most 4096 can be passed, larger data belongs into a buffer or USM.
define spir_kernel void @k(i32 %n, ptr byval([513 x double]) %0) {
  %v = load double, ptr %0
  ret void
}

;--- wide.ll
; CHECK: error: Parameter 'o' of kernel 'k' has the type i128 at byte 4, which cannot be passed to a device.
%captures = type { i32, i128 }
define spir_kernel void @k(ptr byval(%captures) %o) {
  %v = load i32, ptr %o
  ret void
}

;--- count.ll
; CHECK: Kernel 'k' has the metadata 'ursa_kernel_parameters' !{{.*}}; it has an entry for each of the 2 arguments.
target triple = "spirv64-unknown-unknown"
define spir_kernel void @k(i32 %a, i32 %b) !ursa_kernel_parameters !0 { ret void }
!0 = !{!1}
!1 = !{i32 0, i32 0, i32 4}

;--- operand.ll
; CHECK: Kernel 'k' has the metadata 'ursa_kernel_parameters' {{.*}}an entry is !{i32 parameter, i32 offset, i32 size}.
target triple = "spirv64-unknown-unknown"
define spir_kernel void @k(i32 %a) !ursa_kernel_parameters !0 { ret void }
!0 = !{!1}
!1 = !{i32 0, !"four", i32 4}
