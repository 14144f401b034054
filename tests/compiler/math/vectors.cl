// Math of vectors: of two elements against exact results, of the other widths that all is there.
// RUN: for t in half float double; do %ursac %s -Dreal=$t -DWIDTH=2 --targets=vulkan1.2,host-x86_64 -Xursa-target=vulkan1.2 --fma=double -o $t.ursa && %math_ulps $t.ursa --type $t --count 128 --device vulkan --device host || exit 1; done
// RUN: for t in half float double; do for w in 4 8; do %ursac %s -Dreal=$t -DWIDTH=$w --targets=host-x86_64 -o wide.ursa || exit 1; done; done
// RUN: for t in half float double; do %ursac %s -Dreal=$t -DWIDTH=3 --targets=vulkan1.2 -o wide.ursa || exit 1; done
// RUN: for t in half float; do %ursac %s -Dreal=$t -DWIDTH=16 --targets=host-x86_64 -o wide.ursa || exit 1; done
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#include "functions.h"
