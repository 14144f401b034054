// Fast-relaxed math of floats on Vulkan and the host against exact results, with the bounds that OpenCL has for it, and by
// instructions of GLSL.std.450, which are not exact: of kernels that are compiled so, and of all by the target's option.
// RUN: %ursac %s -cl-fast-relaxed-math --targets=vulkan1.2 -Xursa-target=vulkan1.2 --fma=double -o a.ursa
// RUN: %math_ulps a.ursa --type float --fast --device vulkan
// RUN: %not %math_ulps a.ursa --type float --device vulkan --function atan2 2>&1 | %FileCheck %s --check-prefix=EXACT
// RUN: %ursac %s --targets=vulkan1.2 -Xursa-target=vulkan1.2 --fast-relaxed-math -Xursa-target=vulkan1.2 --fma=double -o b.ursa
// RUN: %math_ulps b.ursa --type float --fast --device vulkan
// On the host, functions that have approximations, or share them with native_*.
// RUN: %ursac %s -cl-fast-relaxed-math --targets=host-x86_64 -o c.ursa
// RUN: export URSA_CACHE=1 XDG_CACHE_HOME=$PWD/cache; for name in sin cos tan exp exp2 exp10 log log2 log10 pow powr; do %math_ulps c.ursa --type float --fast --device host --function $name || exit 1; done
// EXACT-DAG: {{^}}atan2 {{.*}} times the bound
// EXACT-DAG: {{^}}error: 1 functions are not as exact as OpenCL has them.
#define real float
#include "functions.h"
