; Assertions are CUDA's, which tell where they fail and end the kernel; NVIDIA's OpenCL prints them.
; RUN: %ursac --save-temps %s --targets=nvptx64-sm_80,nvcl64-sm_80,nvptx64 -o a.ursa
; RUN: cp a.ursa.nvptx64-sm_80.ptx a.ptx && %FileCheck %s --check-prefixes=CUDA,FORM < a.ptx && %ptxas -arch=sm_80 a.ptx -o a.cubin
; RUN: cp a.ursa.nvcl64-sm_80.ptx c.ptx && %FileCheck %s --check-prefix=OPENCL < c.ptx
; RUN: cp a.ursa.nvptx64.bc b.bc && %nvptx_compile b.bc --capability=90 > b.ptx && %FileCheck %s --check-prefixes=CUDA,FORM < b.ptx && %ptxas -arch=sm_90 b.ptx -o b.cubin
; RUN: %ursac -O0 --save-temps %s --targets=nvptx64-sm_80 -o d.ursa && cp d.ursa.nvptx64-sm_80.ptx d.ptx && %FileCheck %s --check-prefix=CUDA < d.ptx && %ptxas -arch=sm_80 d.ptx -o d.cubin

; CUDA-NOT: vprintf
; CUDA: .extern .func __assertfail
; CUDA-NOT: vprintf
; FORM-NOT: k_with_offset
; FORM: .entry k(
; CUDA: call{{.*}} __assertfail,
; CUDA-NOT: vprintf

; OPENCL-NOT: __assertfail
; OPENCL: call{{.*}} vprintf,
; OPENCL-NOT: __assertfail

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"

@condition = internal addrspace(1) constant [6 x i8] c"n > 0\00"
@file = internal addrspace(1) constant [4 x i8] c"a.c\00"
@function = internal addrspace(1) constant [5 x i8] c"f(n)\00"

declare spir_func void @__assert_fail(ptr addrspace(4), ptr addrspace(4), i32, ptr addrspace(4)) noreturn

define spir_func void @f(i32 %n) {
  %holds = icmp sgt i32 %n, 0
  br i1 %holds, label %good, label %bad
good:
  ret void
bad:
  call spir_func void @__assert_fail(ptr addrspace(4) addrspacecast (ptr addrspace(1) @condition to ptr addrspace(4)), ptr addrspace(4) addrspacecast (ptr addrspace(1) @file to ptr addrspace(4)), i32 7, ptr addrspace(4) addrspacecast (ptr addrspace(1) @function to ptr addrspace(4))) noreturn
  unreachable
}

define spir_kernel void @k(i32 %n, ptr addrspace(1) %out) {
  call spir_func void @f(i32 %n)
  store i32 %n, ptr addrspace(1) %out
  ret void
}
