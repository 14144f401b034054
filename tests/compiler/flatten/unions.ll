; Unions are passed as integers, because clang's type of one may have gaps where members have bytes;
; bit-fields as integers of whole bytes. A union with a pointer is passed as what clang takes it for.
; RUN: %opt -passes='ursa-flatten-kernels,verify' -S %s | %FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"

%captures = type { i8, [2 x %union.Gap], %union.anon.3, %union.Wide, i24 }
%union.Gap = type { %struct.Gap }
%struct.Gap = type { i8, i32 }
%union.anon.3 = type { ptr addrspace(4), [8 x i8] }
%union.Wide = type { <4 x float>, [16 x i8] }

; CHECK: define spir_kernel void @k(i8 %o.0, <2 x i32> %o.4, <2 x i32> %o.12, ptr addrspace(1) %o.24, <8 x i8> %o.32, <2 x i64> %o.48, <2 x i64> %o.64, i32 %o.80, ptr addrspace(1) %out)
; CHECK: %o = alloca %captures
define spir_kernel void @k(ptr byval(%captures) align 16 %o, ptr addrspace(1) %out) {
  call void @llvm.memcpy.p1.p0.i64(ptr addrspace(1) %out, ptr %o, i64 96, i1 false)
  ret void
}
; CHECK: !{i32 0, i32 80, i32 4}
