; Built-in functions of sub-groups.
; RUN: %opt -S -passes=ursa-vulkan-sub-groups %s | %FileCheck %s
target triple = "spirv64-unknown-unknown"

declare spir_func i32 @_Z18get_sub_group_sizev()
declare spir_func i32 @_Z18get_num_sub_groupsv()
declare spir_func float @_Z20sub_group_reduce_addf(float)
declare spir_func i32 @_Z28sub_group_scan_exclusive_maxj(i32)
declare spir_func i32 @_Z13sub_group_alli(i32)
declare spir_func i32 @_Z19sub_group_broadcastij(i32, i32)
declare spir_func <2 x half> @_Z19sub_group_broadcastDv2_Dhj(<2 x half>, i32)
declare spir_func i16 @_Z28sub_group_scan_exclusive_mins(i16)

; CHECK-LABEL: define {{.*}}@_Z18get_sub_group_sizev(
; CHECK: call i32 @__vk.subgroup.36()
; CHECK-LABEL: define {{.*}}@_Z18get_num_sub_groupsv(
; CHECK: [[SIZE:%.*]] = call i32 @__vk.subgroup.36()
; CHECK: udiv i32 {{.*}}, [[SIZE]]
; CHECK-LABEL: define {{.*}}@_Z20sub_group_reduce_addf(
; CHECK: call float @__vk.group_op.350.0.float(float %0)
; CHECK-LABEL: define {{.*}}@_Z28sub_group_scan_exclusive_maxj(
; CHECK: call i32 @__vk.group_op.357.2.i32(i32 %0)
; CHECK-LABEL: define {{.*}}@_Z13sub_group_alli(
; CHECK: call i1 @__vk.group_op.334.-.i1(i1
; CHECK-LABEL: define {{.*}}@_Z19sub_group_broadcastij(
; CHECK: call i32 @__vk.group_op.337.-.i32(i32 %0, i32 %1)
; CHECK-LABEL: define {{.*}}@_Z19sub_group_broadcastDv2_Dhj(
; CHECK: fpext half {{.*}} to float
; CHECK: call float @__vk.group_op.337.-.float(float {{.*}}, i32 %1)
; CHECK: call float @__vk.group_op.337.-.float(float {{.*}}, i32 %1)
; CHECK-LABEL: define {{.*}}@_Z28sub_group_scan_exclusive_mins(
; CHECK: sext i16 %0 to i32
; CHECK: call i32 @__vk.group_op.353.2.i32(
; CHECK: icmp slt i32 32767, {{.*}}
define spir_kernel void @k(float %x, i32 %i) {
  %a = call spir_func i32 @_Z18get_sub_group_sizev()
  %n = call spir_func i32 @_Z18get_num_sub_groupsv()
  %b = call spir_func float @_Z20sub_group_reduce_addf(float %x)
  %c = call spir_func i32 @_Z28sub_group_scan_exclusive_maxj(i32 %i)
  %d = call spir_func i32 @_Z13sub_group_alli(i32 %i)
  %e = call spir_func i32 @_Z19sub_group_broadcastij(i32 %i, i32 0)
  %f = call spir_func <2 x half> @_Z19sub_group_broadcastDv2_Dhj(<2 x half> zeroinitializer, i32 0)
  %g = call spir_func i16 @_Z28sub_group_scan_exclusive_mins(i16 3)
  ret void
}
