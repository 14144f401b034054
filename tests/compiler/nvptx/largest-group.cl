// No device has work-groups of such sizes. ptxas divides by zero where a size does not fit in 32 bits any more when it
// is rounded up to warps.
// RUN: %ursac %s --targets=nvptx64-sm_80 --save-temps -o %t && %FileCheck %s < %t.nvptx64-sm_80.ptx
// RUN: %ptxas -arch=sm_80 %t.nvptx64-sm_80.ptx -o %t.cubin
// CHECK: .entry everything(
// CHECK: .reqntid 1048576, 1, 1
kernel __attribute__((reqd_work_group_size(4294967295, 1, 1))) void everything(global int *out) { *out = 1; }
