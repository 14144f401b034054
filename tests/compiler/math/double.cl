// Math of doubles on the host, and fma on Vulkan, against exact results.
// RUN: %ursac %s --targets=vulkan1.2,host-x86_64 -Xursa-target=vulkan1.2 --fma=double -o a.ursa
// RUN: %math_ulps a.ursa --type double --device host
// RUN: for f in fma sin cos tan exp log cbrt erf sqrt hypot ldexp pown rootn nextafter; do %math_ulps a.ursa --type double --device vulkan --function $f || exit 1; done
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#define real double
#include "functions.h"
