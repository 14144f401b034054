// What Vulkan cannot do, and options that do not exist, are refused with a sentence.
// RUN: %not %ursac %s -DRECURSION --targets=vulkan1.2 -o bad.ursa 2>&1 | %FileCheck %s --check-prefix=RECURSION
// RUN: %not %ursac %s -DIMAGE --targets=vulkan1.2 -o bad.ursa 2>&1 | %FileCheck %s --check-prefix=IMAGE
// RUN: %not %ursac %s -DUNDEFINED --targets=vulkan1.2 -o bad.ursa 2>&1 | %FileCheck %s --check-prefix=UNDEFINED
// RUN: %not %ursac %s --targets=vulkan1.2 -Xursa-target=vulkan1.2 --fma=triple -o bad.ursa 2>&1 | %FileCheck %s --check-prefix=OPTION
// RUN: %not %ursac %s --targets=vulkan1.2 -Xursa-target=vulkan1.2 --skip-pass=nothing -o bad.ursa 2>&1 | %FileCheck %s --check-prefix=PASS
// RUN: %not %ursac %s --targets=vulkan1.2 -Xursa-target=spirv64 --x -o bad.ursa 2>&1 | %FileCheck %s --check-prefix=TARGET
// RUN: %not %ursac %s --targets=vulkan1.2 -Xursa-target=vulkan1.2 --skip-pass=merges -o bad.ursa 2>&1 | %FileCheck %s --check-prefix=SKIPPED
// RUN: %not %ursac %s -DCHOICE --targets=vulkan1.2 -Xursa-target=vulkan1.2 --skip-pass=pointers -o bad.ursa 2>&1 | %FileCheck %s --check-prefix=CHOICE
// RUN: test ! -e bad.ursa
// RECURSION: {{^}}error: {{.*}}bad-input.cl:20: Function 'down' calls itself, and devices have no recursion; kernel 'k' reaches it.
// IMAGE: {{^}}error: Kernel 'k': argument 1 is an image or sampler, which Vulkan images do not have.
// UNDEFINED: {{^}}error: {{.*}}bad-input.cl:26:39: Kernel 'k' calls 'elsewhere', which is not defined in any input.
// OPTION: {{^}}error: The target 'vulkan1.2' does not know the option '--fma=triple'; it has --fma=double,
// PASS: {{^}}error: The target 'vulkan1.2' has no pass 'nothing' to skip; it has work-items,
// TARGET: {{^}}error: The option -Xursa-target is for 'spirv64', which is not among the targets.
// SKIPPED: {{^}}error: Kernel 'k': The SPIR-V module is not valid:
// CHOICE: {{^}}error: Kernel 'k' has a choice between pointers that was not lowered: {{.*}} = {{phi|select}}
#ifdef RECURSION
int down(int n) { return n < 1 ? 1 : n * down(n - 1); }
kernel void k(global int *o) { o[0] = down(o[1]); }
#elif defined(IMAGE)
kernel void k(global float4 *o, read_only image2d_t i) { o[0] = (float4)(get_global_id(0)); }
#elif defined(UNDEFINED)
int elsewhere(int);
kernel void k(global int *o) { o[0] = elsewhere(o[1]); }
#elif defined(CHOICE)
kernel void k(global int *a, global int *b) { global int *p = a[0] ? a : b; p[1] = 1; }
#else
kernel void k(global int *o, int n) { for (int i = 0; i < n; ++i) { if (o[i] == 3) o[i + 1] += i; } }
#endif
