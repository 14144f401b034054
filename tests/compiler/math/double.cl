// Math of doubles, on Vulkan and on the host, against exact results.
// RUN: %ursac %s --targets=vulkan1.2,host-x86_64 -Xursa-target=vulkan1.2 --fma=double -o a.ursa
// RUN: %math_ulps a.ursa --type double --device vulkan --device host
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#define real double
#include "functions.h"
