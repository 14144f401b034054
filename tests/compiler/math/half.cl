// Math of halves, on Vulkan, against exact results.
// RUN: %ursac %s --targets=vulkan1.2 -Xursa-target=vulkan1.2 --fma=double -o a.ursa
// RUN: %math_ulps a.ursa --type half --device vulkan
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#define real half
#include "functions.h"
