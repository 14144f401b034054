// Code that Vulkan does not support and unknown options are errors that name the cause.
// RUN: %not %ursac %s -DRECURSION --targets=vulkan1.2 -o bad.ursa 2>&1 | %FileCheck %s --check-prefix=RECURSION
// RUN: %not %ursac %s -DIMAGE --targets=vulkan1.2 -o bad.ursa 2>&1 | %FileCheck %s --check-prefix=IMAGE
// RUN: %not %ursac %s -DUNDEFINED --targets=vulkan1.2 -o bad.ursa 2>&1 | %FileCheck %s --check-prefix=UNDEFINED
// RUN: %not %ursac %s --targets=vulkan1.2 -Xursa-target=vulkan1.2 --fma=triple -o bad.ursa 2>&1 | %FileCheck %s --check-prefix=OPTION
// RUN: %not %ursac %s --targets=vulkan1.2 -Xursa-target=vulkan1.2 --skip-pass=nothing -o bad.ursa 2>&1 | %FileCheck %s --check-prefix=PASS
// RUN: %not %ursac %s --targets=vulkan1.2 -Xursa-target=spirv64 --x -o bad.ursa 2>&1 | %FileCheck %s --check-prefix=TARGET
// RUN: %not %ursac %s --targets=vulkan1.2 -Xursa-target=vulkan1.2 --skip-pass=merges -o bad.ursa 2>&1 | %FileCheck %s --check-prefix=SKIPPED
// RUN: %not %ursac %s -DCHOICE --targets=vulkan1.2 -Xursa-target=vulkan1.2 --skip-pass=pointers -o bad.ursa 2>&1 | %FileCheck %s --check-prefix=CHOICE
// RUN: %not %ursac %s -DUNAVAILABLE --targets=vulkan1.2 -o bad.ursa 2>&1 | %FileCheck %s --check-prefix=UNAVAILABLE
// RUN: %not %ursac %s -DGROUPS --targets=vulkan1.2 -o bad.ursa 2>&1 | %FileCheck %s --check-prefix=GROUPS
// RUN: test ! -e bad.ursa
// RECURSION: {{^}}error: {{.*}}bad-input.cl:24: Function 'down' calls itself, and devices have no recursion; kernel 'k' reaches it.
// IMAGE: {{^}}error: Kernel 'k' has an image or sampler as argument 1, which the target 'vulkan1.2' does not support.
// UNDEFINED: {{^}}error: {{.*}}bad-input.cl:32:39: Kernel 'k' calls 'elsewhere', which is not defined in any input.
// OPTION: {{^}}error: The target 'vulkan1.2' does not know the option '--fma=triple'; it has --fma=double,
// PASS: {{^}}error: The target 'vulkan1.2' has no pass 'nothing' to skip; it has work-items,
// TARGET: {{^}}error: The option -Xursa-target is for 'spirv64', which is not among the targets.
// SKIPPED: {{^}}error: The SPIR-V module of kernel 'k' is not valid, which is a defect of ursac: block %
// CHOICE: {{^}}error: Kernel 'k' has a select or phi of pointers after lowering, which is a defect of ursac: {{.*}} = {{phi|select}}
// UNAVAILABLE: {{^}}error: Kernel 'k' uses 'sub_group_ballot(int)'; kernel 'l' uses 'sub_group_clustered_reduce_add(unsigned int, unsigned int)': the target 'vulkan1.2' does not provide these functions; define them in a source, or compile the kernel for another target.{{$}}
// GROUPS: {{^}}error: Kernel 'k' requires sub-groups of 96 work-items; those of Vulkan have a power of two, at most 1024.{{$}}
#ifdef RECURSION
int down(int n) { return n < 1 ? 1 : n * down(n - 1); }
kernel void k(global int *o) { o[0] = down(o[1]); }
#elif defined(IMAGE)
kernel void k(global float4 *o, read_only image2d_t i) { o[0] = (float4)(get_global_id(0)); }
#elif defined(GROUPS)
__attribute__((intel_reqd_sub_group_size(96))) kernel void k(global int *o) { o[0] = 1; }
#elif defined(UNDEFINED)
int elsewhere(int);
kernel void k(global int *o) { o[0] = elsewhere(o[1]); }
#elif defined(UNAVAILABLE)
kernel void k(global uint4 *o) { o[0] = sub_group_ballot(o[1].x); }
kernel void l(global uint *o) { o[0] = sub_group_clustered_reduce_add(o[1], 4); }
#elif defined(CHOICE)
kernel void k(global int *a, global int *b) { global int *p = a[0] ? a : b; p[1] = 1; }
#else
kernel void k(global int *o, int n) { for (int i = 0; i < n; ++i) { if (o[i] == 3) o[i + 1] += i; } }
#endif
