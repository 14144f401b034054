; Arrays of many pointers are passed as vectors of numbers; those of few pointers stay pointers.
; RUN: %opt -passes='ursa-flatten-kernels,verify' -S %s | %FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"
%captures = type { [18 x ptr addrspace(4)], [2 x ptr addrspace(4)], i32 }

; CHECK: define spir_kernel void @k(<16 x i64> %object.0, <2 x i64> %object.128, ptr addrspace(1) %object.144, ptr addrspace(1) %object.152, i32 %object.160)
; CHECK: store <16 x i64> %object.0, ptr %{{.*}}
; CHECK: addrspacecast ptr addrspace(1) %object.144 to ptr addrspace(4)
define spir_kernel void @k(ptr byval(%captures) align 8 %object) {
  %place = getelementptr inbounds %captures, ptr %object, i32 0, i32 0, i32 3
  %pointer = load ptr addrspace(4), ptr %place
  store i32 7, ptr addrspace(4) %pointer
  ret void
}
