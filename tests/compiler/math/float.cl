// Math of floats, on Vulkan and on the host, against exact results.
// RUN: %ursac %s --targets=vulkan1.2,host-x86_64 -Xursa-target=vulkan1.2 --fma=double -o a.ursa
// RUN: %math_ulps a.ursa --type float --device vulkan --device host
// RUN: %math_ulps a.ursa --type float --device host --flush
#define real float
#include "functions.h"
