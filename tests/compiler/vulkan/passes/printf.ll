; printf writes records; its formats and strings become metadata.
; RUN: %split_file %s t
; RUN: %opt -S -passes=ursa-vulkan-printf t/good.ll | %FileCheck t/good.ll
; RUN: %not %opt -S -passes=ursa-vulkan-printf t/bad.ll 2>&1 | %FileCheck t/bad.ll

;--- good.ll
target triple = "spirv64-unknown-unknown"
@format = addrspace(2) constant [17 x i8] c"%d %v2f %s 5%%\0A\00\00"
@string = addrspace(2) constant [3 x i8] c"ab\00"
declare i32 @printf(ptr addrspace(2), ...)

; CHECK: @ursa.vulkan.printf.buffer = addrspace(1) global i64 0
define spir_kernel void @k(i8 %x, <2 x float> %v) {
; CHECK: load i64, ptr addrspace(1) @ursa.vulkan.printf.buffer
; CHECK: atomicrmw add ptr addrspace(1) {{.*}}, i32 6 monotonic
; CHECK: icmp ule
; CHECK: store i32 1, ptr addrspace(1)
; CHECK: store i64 0, ptr addrspace(1) {{.*}}, align 4
  %r = call i32 (ptr addrspace(2), ...) @printf(ptr addrspace(2) @format, i8 %x, <2 x float> %v, ptr addrspace(2) @string)
  ret void
}
; CHECK: !ursa.vulkan.printf = !{![[FORMAT:[0-9]+]]}
; CHECK: ![[FORMAT]] = !{!"%d %f,%f %s 5%%\0A", i32 4, i32 4, i32 4, i32 8}

;--- bad.ll
target triple = "spirv64-unknown-unknown"
@format = addrspace(2) constant [6 x i8] c"%d %d\00"
declare i32 @printf(ptr addrspace(2), ...)
define spir_kernel void @k() {
; CHECK: error: A printf has fewer arguments than conversions in its format.
  %r = call i32 (ptr addrspace(2), ...) @printf(ptr addrspace(2) @format, i32 1)
  ret void
}
