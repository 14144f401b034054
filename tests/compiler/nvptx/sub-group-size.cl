// A kernel's required size of sub-groups, which the run time answers, is in a comment.
// RUN: %ursac %s --targets=nvptx64-sm_75 --save-temps -o %t && cat %t.*-warps.*.ptx %t.*-any.*.ptx | %FileCheck %s
// CHECK: .entry warps(
// CHECK: {{^}}// ursa-sub-group-size warps 32{{$}}
// CHECK: .entry any(
// CHECK-NOT: ursa-sub-group-size
__attribute__((intel_reqd_sub_group_size(32))) kernel void warps(global int *out) { *out = get_sub_group_size(); }
kernel void any(global int *out) { *out = get_sub_group_size(); }
