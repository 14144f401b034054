; Sub-groups of the driver, whose work-items exchange values, need SPIR-V 1.3, whatever version was asked for below that.
; RUN: %split_file %s %t && for v in "" --spirv-version=1.0 --spirv-version=1.3; do %codegen --no-toggle=emulate_sub_groups $v %t/shuffle.ll -o a.spv && %spirv_val --target-env spv1.3 a.spv && %spirv_dis a.spv | %FileCheck %t/shuffle.ll || exit 1; done
; RUN: %codegen --no-toggle=emulate_sub_groups --spirv-version=1.4 %t/shuffle.ll -o b.spv && %spirv_dis b.spv | grep -x '; Version: 1.4'
; RUN: %codegen --no-toggle=emulate_sub_groups %t/reduce.ll -o c.spv && %spirv_dis c.spv | %FileCheck %t/reduce.ll
; RUN: %codegen --no-toggle=emulate_sub_groups %t/part.ll -o d.spv && %spirv_val --target-env spv1.3 d.spv && %spirv_dis d.spv | %FileCheck %t/part.ll

;--- shuffle.ll
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"
; CHECK: ; Version: 1.3
; CHECK: OpCapability GroupNonUniformShuffle
; CHECK: OpExecutionMode %{{.*}} SubgroupSize 16
; CHECK: OpGroupNonUniformShuffle %uint
declare spir_func i32 @_Z17sub_group_shufflejj(i32, i32)
define spir_kernel void @k(ptr addrspace(1) %p, i32 %i) !ursa_kernel_parameters !0 !intel_reqd_sub_group_size !1 {
  %x = call spir_func i32 @_Z17sub_group_shufflejj(i32 %i, i32 3)
  store i32 %x, ptr addrspace(1) %p
  ret void
}
!0 = !{}
!1 = !{i32 16}

;--- reduce.ll
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"
; CHECK: ; Version: 1.2
; CHECK: OpGroupIAdd %uint
declare spir_func i32 @_Z20sub_group_reduce_addj(i32)
define spir_kernel void @k(ptr addrspace(1) %p, i32 %i) !ursa_kernel_parameters !0 !intel_reqd_sub_group_size !1 {
  %x = call spir_func i32 @_Z20sub_group_reduce_addj(i32 %i)
  store i32 %x, ptr addrspace(1) %p
  ret void
}
!0 = !{}
!1 = !{i32 16}

;--- part.ll
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"
; CHECK: ; Version: 1.3
; CHECK: OpGroupNonUniformBitwiseOr %uint
; CHECK: OpGroupNonUniformShuffle %uint
declare spir_func i32 @_Z29sub_group_non_uniform_shufflejjj(i32, i32, i32)
declare spir_func i32 @_Z31sub_group_non_uniform_reduce_orj(i32)
define spir_kernel void @k(ptr addrspace(1) %p, i32 %i) !ursa_kernel_parameters !0 !intel_reqd_sub_group_size !1 {
  %members = call spir_func i32 @_Z31sub_group_non_uniform_reduce_orj(i32 %i)
  %x = call spir_func i32 @_Z29sub_group_non_uniform_shufflejjj(i32 %i, i32 3, i32 %members)
  store i32 %x, ptr addrspace(1) %p
  ret void
}
!0 = !{}
!1 = !{i32 16}
