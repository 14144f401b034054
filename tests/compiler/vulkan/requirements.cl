// The properties of an image have what kernels require beyond what every Vulkan device supports; selecting an image
// for a device that lacks it fails with a message that names it.
// RUN: %ursac %s --targets=vulkan1.2 -o a.ursa && %objdump --json a.ursa | %FileCheck %s --check-prefix=PROPERTIES
// RUN: %ursac %s --targets=vulkan1.2 -DALONE -o b.ursa && head -c 32 %s > in && %not %run b.ursa --kernel wide --device vulkan:0 --global 8 --arg inout:in:out 2>&1 | %FileCheck %s
// PROPERTIES-LABEL: Ursa/kernel requirements
// PROPERTIES-NOT: plain
// PROPERTIES: wide
// CHECK: error: {{.*}}No device image is for device '{{.*}}'; there are images for: 'vulkan1.2'. Kernel 'wide' requires sub-groups of 512, which '{{.*}}' does not support; it supports 8.
#ifndef ALONE
kernel void plain(global int *o) { o[get_global_id(0)] = 1; }
#endif
__attribute__((intel_reqd_sub_group_size(512))) kernel void wide(global int *o) { o[get_global_id(0)] = get_sub_group_size(); }
