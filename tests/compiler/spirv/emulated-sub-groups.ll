; Sub-groups of a required size: the kernel runs in rounds, between which values go through local memory.
; RUN: %split_file %s %t
; RUN: for n in uniform branch loop parts shaped; do %codegen %t/$n.ll -o $n.spv && %spirv_val --target-env opencl2.2 $n.spv && %spirv_dis $n.spv | %FileCheck %t/$n.ll || exit 1; done
; RUN: for n in uniform branch loop parts; do %codegen -O0 --spirv-version=1.0 %t/$n.ll -o plain.spv && %spirv_val --target-env opencl1.2 plain.spv || exit 1; done
; RUN: ! %codegen %t/group.ll -o bad.spv 2> error.txt
; RUN: %FileCheck %t/group.ll < error.txt
; RUN: ! %codegen %t/wide.ll -o bad.spv 2> error.txt
; RUN: %FileCheck %t/wide.ll < error.txt
; RUN: %codegen %t/odd.ll -o odd.spv && %spirv_dis odd.spv | %FileCheck %t/odd.ll
; RUN: %codegen --no-toggle=emulate_sub_groups %t/branch.ll -o native.spv && %spirv_dis native.spv | %FileCheck %t/odd.ll

;--- uniform.ll
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"
; Ids and sizes follow from those of the work-group; values of the entry need no frame.
; CHECK-NOT: SubgroupSize
; CHECK: ; Version: 1.2
; CHECK-NOT: OpCapability Groups
; CHECK-NOT: SubgroupSize
; CHECK-DAG: %[[ROUNDS:.*]] = OpConstant %{{.*}} 2048
; CHECK-DAG: %[[FLAGS:.*]] = OpConstant %{{.*}} 16
; CHECK-DAG: OpTypeArray %ulong %[[ROUNDS]]
; CHECK-DAG: OpTypeArray %uint %[[FLAGS]]
; CHECK: = OpFunction
; CHECK-NOT: OpVariable %{{.*}} Function
; CHECK: OpControlBarrier
; CHECK: OpSwitch
; CHECK: OpControlBarrier
; CHECK-NOT: OpControlBarrier
declare spir_func i32 @_Z17sub_group_shufflejj(i32, i32) convergent
declare spir_func i32 @_Z22get_sub_group_local_idv()
define spir_kernel void @k(ptr addrspace(1) %p, i32 %i) !ursa_kernel_parameters !0 !intel_reqd_sub_group_size !1 {
  %lane = call spir_func i32 @_Z22get_sub_group_local_idv()
  %x = call spir_func i32 @_Z17sub_group_shufflejj(i32 %lane, i32 3)
  store i32 %x, ptr addrspace(1) %p
  ret void
}
!0 = !{}
!1 = !{i32 32}

;--- branch.ll
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"
; All barriers are in the loop, whoever takes the branch. %y is used behind the operation.
; CHECK: = OpFunction
; CHECK: %frame = OpVariable %{{.*}} Function
; CHECK: OpControlBarrier
; CHECK: OpSwitch %{{.*}} %{{.*}} 1 %{{.*}} 2 %{{.*}} 4
; CHECK-COUNT-1: OpControlBarrier
; CHECK-NOT: OpControlBarrier
declare spir_func i32 @_Z20sub_group_reduce_addi(i32) convergent
declare spir_func i32 @_Z16get_sub_group_idv()
declare spir_func void @_Z7barrierj(i32) convergent
define internal spir_func i32 @sum(i32 %x) convergent noinline {
  %y = call spir_func i32 @_Z20sub_group_reduce_addi(i32 %x)
  ret i32 %y
}
define spir_kernel void @k(ptr addrspace(1) %p, i32 %i) !ursa_kernel_parameters !0 !intel_reqd_sub_group_size !1 {
entry:
  %id = call spir_func i32 @_Z16get_sub_group_idv()
  %isFirst = icmp eq i32 %id, 0
  br i1 %isFirst, label %first, label %all
first:
  %y = load i32, ptr addrspace(1) %p
  %x = call spir_func i32 @sum(i32 %i)
  %z = mul i32 %x, %y
  store i32 %z, ptr addrspace(1) %p
  br label %all
all:
  call spir_func void @_Z7barrierj(i32 1)
  ret void
}
!0 = !{}
!1 = !{i32 32}

;--- loop.ll
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"
; CHECK: = OpFunction
; CHECK: %frame = OpVariable %{{.*}} Function
; CHECK: OpSwitch
; CHECK: OpControlBarrier
; CHECK-NOT: OpControlBarrier
declare spir_func float @_Z21sub_group_shuffle_xorfj(float, i32) convergent
declare spir_func i32 @_Z16get_sub_group_idv()
define spir_kernel void @k(ptr addrspace(1) %p, float %f) !ursa_kernel_parameters !0 !intel_reqd_sub_group_size !1 {
entry:
  %id = call spir_func i32 @_Z16get_sub_group_idv()
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %more ]
  %x = phi float [ %f, %entry ], [ %sum, %more ]
  %end = icmp eq i32 %i, %id
  br i1 %end, label %out, label %more
more:
  %y = call spir_func float @_Z21sub_group_shuffle_xorfj(float %x, i32 %i)
  %sum = fadd float %x, %y
  %next = add i32 %i, 1
  br label %loop
out:
  store float %x, ptr addrspace(1) %p
  ret void
}
!0 = !{}
!1 = !{i32 8}

;--- parts.ll
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"
; Marks tell which operation the work-items of a sub-group are at.
; CHECK-DAG: "k.ursa.sub_group_marks"
; CHECK-DAG: "k.ursa.sub_group_values"
; CHECK-DAG: "k.ursa.sub_group_flags"
declare spir_func i32 @_Z29sub_group_non_uniform_shufflejjj(i32, i32, i32) convergent
declare spir_func i32 @_Z31sub_group_non_uniform_reduce_orj(i32) convergent
define spir_kernel void @k(ptr addrspace(1) %p, i32 %i) !ursa_kernel_parameters !0 !intel_reqd_sub_group_size !1 {
  %members = call spir_func i32 @_Z31sub_group_non_uniform_reduce_orj(i32 %i)
  %x = call spir_func i32 @_Z29sub_group_non_uniform_shufflejjj(i32 %i, i32 3, i32 %members)
  store i32 %x, ptr addrspace(1) %p
  ret void
}
!0 = !{}
!1 = !{i32 16}

;--- shaped.ll
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"
; A required size of work-groups bounds the memory: 96 work-items are rounded to 128, for two rounds.
; CHECK: %[[ROUNDS:.*]] = OpConstant %{{.*}} 256
; CHECK: OpTypeArray %ulong %[[ROUNDS]]
declare spir_func i32 @_Z17sub_group_shufflejj(i32, i32) convergent
define spir_kernel void @k(ptr addrspace(1) %p, i32 %i) !ursa_kernel_parameters !0 !intel_reqd_sub_group_size !1 !reqd_work_group_size !2 {
  %x = call spir_func i32 @_Z17sub_group_shufflejj(i32 %i, i32 3)
  store i32 %x, ptr addrspace(1) %p
  ret void
}
!0 = !{}
!1 = !{i32 32}
!2 = !{i32 48, i32 2, i32 1}

;--- group.ll
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"
; CHECK: Kernel 'k' requires sub-groups, which are run by barriers of the work-group, and calls 'work_group_reduce_add(int)', which all work-items of a group must call together.
declare spir_func i32 @_Z21work_group_reduce_addi(i32) convergent
declare spir_func i32 @_Z20sub_group_reduce_addi(i32) convergent
define spir_kernel void @k(ptr addrspace(1) %p, i32 %i) !ursa_kernel_parameters !0 !intel_reqd_sub_group_size !1 {
  %x = call spir_func i32 @_Z20sub_group_reduce_addi(i32 %i)
  %y = call spir_func i32 @_Z21work_group_reduce_addi(i32 %x)
  store i32 %y, ptr addrspace(1) %p
  ret void
}
!0 = !{}
!1 = !{i32 32}

;--- wide.ll
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"
; CHECK: Kernel 'k' requires sub-groups, which are run by barriers of the work-group, and calls '{{.*sub_group_broadcast.*}}' with a value that is no number.
declare spir_func <4 x float> @_Z19sub_group_broadcastDv4_fj(<4 x float>, i32) convergent
define spir_kernel void @k(ptr addrspace(1) %p, <4 x float> %f) !ursa_kernel_parameters !0 !intel_reqd_sub_group_size !1 {
  %x = call spir_func <4 x float> @_Z19sub_group_broadcastDv4_fj(<4 x float> %f, i32 0)
  store <4 x float> %x, ptr addrspace(1) %p
  ret void
}
!0 = !{}
!1 = !{i32 32}

;--- odd.ll
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"
; Sub-groups of other sizes are the driver's, as those of all sizes without the toggle.
; CHECK: OpCapability Groups
; CHECK: OpExecutionMode %{{.*}} SubgroupSize
; CHECK: OpGroupIAdd
declare spir_func i32 @_Z20sub_group_reduce_addj(i32) convergent
define spir_kernel void @k(ptr addrspace(1) %p, i32 %i) !ursa_kernel_parameters !0 !intel_reqd_sub_group_size !1 {
  %x = call spir_func i32 @_Z20sub_group_reduce_addj(i32 %i)
  store i32 %x, ptr addrspace(1) %p
  ret void
}
!0 = !{}
!1 = !{i32 12}
