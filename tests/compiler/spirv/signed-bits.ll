; A bit with a sign is -1 as a floating-point number.
; RUN: %codegen %s -o a.spv && %spirv_val --target-env spv1.2 a.spv && %spirv_dis a.spv | %FileCheck %s "--implicit-check-not=OpConvertSToF"
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"

; CHECK-DAG: [[MINUS:%[a-z0-9_]+]] = OpConstant %float -1
; CHECK-DAG: [[ALL:%[0-9]+]] = OpConstantComposite %v4float [[MINUS]] [[MINUS]] [[MINUS]] [[MINUS]]
; CHECK: %k = OpFunction
; CHECK: OpSelect %float %{{.*}} [[MINUS]]
; CHECK: OpSelect %v4float %{{.*}} [[ALL]]
define spir_kernel void @k(ptr addrspace(1) %p, ptr addrspace(1) %v) {
  %x = load float, ptr addrspace(1) %p
  %isOrdered = fcmp ord float %x, %x
  %number = sitofp i1 %isOrdered to float
  store float %number, ptr addrspace(1) %p
  %x4 = load <4 x float>, ptr addrspace(1) %v
  %areOrdered = fcmp ord <4 x float> %x4, %x4
  %numbers = sitofp <4 x i1> %areOrdered to <4 x float>
  store <4 x float> %numbers, ptr addrspace(1) %v
  ret void
}
