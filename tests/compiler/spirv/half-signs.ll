; The signs of halves are bits: some drivers have halves but no fabs and copysign of them.
; RUN: %codegen %s -o a.spv && %spirv_val --target-env spv1.2 a.spv && %spirv_dis a.spv | %FileCheck %s "--implicit-check-not=OpExtInst %"
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"
declare half @llvm.fabs.f16(half)
declare half @llvm.copysign.f16(half, half)
declare <4 x half> @llvm.fabs.v4f16(<4 x half>)

; CHECK: %k = OpFunction
; CHECK: OpBitwiseAnd %{{.*}} %{{.*}} %ushort_32767
; CHECK: OpBitwiseOr
; CHECK: OpBitwiseAnd %v4ushort
define spir_kernel void @k(ptr addrspace(1) %p, ptr addrspace(1) %v) {
  %x = load half, ptr addrspace(1) %p
  %absolute = call half @llvm.fabs.f16(half %x)
  %signed = call half @llvm.copysign.f16(half %absolute, half %x)
  store half %signed, ptr addrspace(1) %p
  %x4 = load <4 x half>, ptr addrspace(1) %v
  %absolute4 = call <4 x half> @llvm.fabs.v4f16(<4 x half> %x4)
  store <4 x half> %absolute4, ptr addrspace(1) %v
  ret void
}
