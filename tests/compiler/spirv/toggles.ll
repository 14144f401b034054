; Workarounds for drivers of OpenCL are in images unless they are turned off.
; RUN: %codegen %s -o a.spv && %spirv_val --target-env opencl2.2 a.spv && %spirv_dis a.spv | %FileCheck %s
; RUN: %codegen --no-toggle=drop_noinline --no-toggle=name_local_variables --no-toggle=sub_groups_of_one %s -o b.spv
; RUN: %spirv_val --target-env opencl2.2 b.spv && %spirv_dis b.spv | %FileCheck %s --check-prefix=OFF
; RUN: ! %codegen --no-toggle=sign_halves_by_masks %s -o c.spv 2> error.txt
; RUN: %FileCheck %s --check-prefix=ALWAYS < error.txt
; ALWAYS: The toggle 'sign_halves_by_masks' cannot be turned off.
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"
; CHECK-NOT: SubgroupSize
; CHECK: OpName %[[WORDS:.*]] "k.words"
; CHECK-NOT: SubgroupSize
; CHECK: %[[WORDS]] = OpVariable %{{.*}} Workgroup
; CHECK-NOT: DontInline
; OFF: OpName %words "words"
; OFF: BuiltIn SubgroupSize
; OFF: OpFunction %uint DontInline
@words = internal addrspace(3) global [64 x i32] undef

declare spir_func i32 @_Z18get_sub_group_sizev()

define internal spir_func i32 @helper(i32 %x) noinline {
  %y = mul i32 %x, %x
  ret i32 %y
}

define spir_kernel void @k(ptr addrspace(1) %p, i32 %i) !ursa_kernel_parameters !0 {
  %size = call spir_func i32 @_Z18get_sub_group_sizev()
  %square = call spir_func i32 @helper(i32 %i)
  %sum = add i32 %size, %square
  %word = getelementptr i32, ptr addrspace(3) @words, i32 %i
  store volatile i32 %sum, ptr addrspace(3) %word
  %again = load volatile i32, ptr addrspace(3) %word
  store i32 %again, ptr addrspace(1) %p
  ret void
}
!0 = !{}
