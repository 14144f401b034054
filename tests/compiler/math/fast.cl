// Fast-relaxed math of floats on Vulkan against exact results, with the bounds that OpenCL has for it.
// RUN: %ursac %s --targets=vulkan1.2 -Xursa-target=vulkan1.2 --fast-relaxed-math -Xursa-target=vulkan1.2 --fma=double -o a.ursa
// RUN: %math_ulps a.ursa --type float --fast --device vulkan
#define real float
#include "functions.h"
