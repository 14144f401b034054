// Math of halves, on Vulkan, OpenCL and the host, against exact results; on the host also one work-item at a time, and by
// code for processors without conversions.
// RUN: %ursac %s --targets=vulkan1.2,host-x86_64 -Xursa-target=vulkan1.2 --fma=double -o a.ursa
// RUN: %math_ulps a.ursa --type half --device vulkan --device host
// RUN: %math_ulps a.ursa --type half --device host --flush
// RUN: URSA_HOST_VECTOR_WIDTH=1 %math_ulps a.ursa --type half --device host
// RUN: %ursac %s --targets=spirv64 -o c.ursa && %math_ulps c.ursa --type half --device opencl
// RUN: %ursac %s -DWIDTH=4 --targets=spirv64 -o d.ursa && %math_ulps d.ursa --type half --count 256 --device opencl
// RUN: %ursac %s --targets=host-x86_64-aot -o b.ursa && %math_ulps b.ursa --type half --device host
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#define real half
#include "functions.h"
