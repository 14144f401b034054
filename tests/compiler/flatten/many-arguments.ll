; SPIR-V has at most 255 parameters. Of an object with more parts than that the numbers that follow each other are
; passed as vectors of integers; pointers and what is no multiple of 4 bytes stay.
; RUN: %opt -passes='ursa-flatten-kernels,verify' -S %s | %FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"

%pair = type { i32, float }
%many = type { i8, [140 x %pair], ptr addrspace(4), double, half, i32 }
%few = type { i8, [100 x %pair], ptr addrspace(4) }

; CHECK: define spir_kernel void @many(i8 %o.0, <16 x i32> %o.4, <16 x i32> %o.68,
; CHECK-SAME: <16 x i32> %o.1028, <8 x i32> %o.1092, ptr addrspace(1) %o.1128, double %o.1136, half %o.1144, i32 %o.1148, ptr addrspace(1) %out)
; CHECK-SAME: !ursa_kernel_parameters
; CHECK: %o = alloca %many
; CHECK: store <16 x i32> %o.4, ptr %{{.*}}, align 4
define spir_kernel void @many(ptr byval(%many) align 8 %o, ptr addrspace(1) %out) {
  call void @llvm.memcpy.p1.p0.i64(ptr addrspace(1) %out, ptr %o, i64 1152, i1 false)
  ret void
}

; CHECK: define spir_kernel void @few(i8 %o.0, i32 %o.4, float %o.8,
define spir_kernel void @few(ptr byval(%few) align 8 %o, ptr addrspace(1) %out) {
  call void @llvm.memcpy.p1.p0.i64(ptr addrspace(1) %out, ptr %o, i64 816, i1 false)
  ret void
}

; Constants keep their places.
; CHECK: define spir_kernel void @constant(i8 %o.0, <16 x i32> %o.4,
; CHECK-SAME: <4 x i32> %o.1092, i32 %o.1108, <2 x i32> %o.1112, i32 %o.1120, ptr addrspace(1) %o.1128,
define spir_kernel void @constant(ptr byval(%many) align 8 %o, ptr addrspace(1) %out) !ursa_specialized_members !0 {
  call void @llvm.memcpy.p1.p0.i64(ptr addrspace(1) %out, ptr %o, i64 1152, i1 false)
  ret void
}
!0 = !{i32 1108}

; CHECK: !{i32 0, i32 4, i32 64}
; CHECK: !{i32 0, i32 1136, i32 8}
