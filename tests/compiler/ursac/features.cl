// Kernels of one source that use different features: per source, each set of features is an image of its
// own, of which only one needs double precision. Automatically, one image, unless a target lacks something.
// RUN: %ursac %s -fsycl-device-code-split=per_source --targets=spirv64 -o a.ursa && %objdump a.ursa | %FileCheck %s --check-prefix=SOURCE
// RUN: %objdump a.ursa -extract=. && %spirv_dis a-0.spv | %not grep Float64 && %spirv_dis a-1.spv | grep -q 'OpCapability Float64'
// RUN: %ursac %s --targets=spirv64 -o b.ursa && %objdump b.ursa | %FileCheck %s --check-prefix=ONE
// RUN: %ursac %s --targets=spirv64,nvptx64-sm_50 -o c.ursa && %objdump c.ursa | %FileCheck %s --check-prefix=HALF
// A kernel that a target which was asked for cannot have is left out of its images.
// RUN: %ursac %s -DIMAGE --targets=spirv64,vulkan1.2 -o d.ursa 2>&1 | %FileCheck %s --check-prefix=IMAGE && %objdump d.ursa | grep -x ' *entries: .*shows.*' | wc -l | grep -x 1
// Each kernel runs from the file of several images.
// RUN: %ursac %s -fsycl-device-code-split=per_source -o e.ursa && printf '\0\0\200?\0\0\0\0' > in && %run e.ursa --kernel twice --global 1 --arg inout:in:out && od -An -f out | grep -w 2
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL EXTENSION cl_khr_fp16 : enable

// SOURCE: 4 images
// SOURCE: image 0: spirv64
// SOURCE-NEXT: entries: twice plain
// SOURCE: image 1: spirv64
// SOURCE-NEXT: entries: doubles through
// SOURCE: image 2: spirv64
// SOURCE-NEXT: entries: halves
// SOURCE: image 3: spirv64
// SOURCE-NEXT: entries: sized
// ONE: 1 image
// ONE: entries: twice doubles halves plain sized through
// HALF: 4 images
// HALF: image 0: spirv64
// HALF-NEXT: entries: twice doubles plain sized through
// HALF: image 1: spirv64
// HALF-NEXT: entries: halves
// HALF: image 2: nvptx64-sm_50
// HALF-NEXT: entries: twice doubles plain sized through
// IMAGE: warning: Kernel 'shows' is left out for vulkan1.2: 

double helper(double x) { return x * x; }
kernel void twice(global float *p) { p[0] *= 2; }
kernel void doubles(global double *p) { p[0] *= 2; }
kernel void halves(global half *p) { p[0] *= 2; }
kernel void plain(global int *p) { p[0] = 2; }
kernel __attribute__((reqd_work_group_size(8, 1, 1))) void sized(global int *p) { p[0] = 3; }
kernel void through(global int *p) { p[0] = helper(p[0]) > 3; }
#ifdef IMAGE
kernel void shows(read_only image2d_t image, global int *p) { p[0] = get_image_width(image); }
#endif
