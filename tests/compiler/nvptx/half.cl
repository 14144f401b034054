// Functions of halves, which libclc lacks: what the device has on halves, and the rest by floats. All functions of the
// other tests are there.
// RUN: %ursac %s --save-temps --targets=nvptx64-sm_75 -o a.ursa && %FileCheck %s < a.ursa.nvptx64-sm_75.ptx
// RUN: %ptxas -arch=sm_75 a.ursa.nvptx64-sm_75.ptx -o a.cubin
// RUN: %ursac %S/../math/half.cl --save-temps --targets=nvptx64-sm_75 -o b.ursa
// RUN: %ptxas -arch=sm_75 b.ursa.nvptx64-sm_75.ptx -o b.cubin
// RUN: %ursac -DHALVES %S/../math/further.cl --save-temps --targets=nvptx64-sm_75 -o c.ursa
// RUN: %ptxas -arch=sm_75 c.ursa.nvptx64-sm_75.ptx -o c.cubin
// RUN: %ursac %S/../vulkan/run/half-functions.cl --save-temps --targets=nvptx64-sm_75 -o d.ursa
// RUN: %ptxas -arch=sm_75 d.ursa.nvptx64-sm_75.ptx -o d.cubin
// RUN: %ursac %s -DCONSTANT --save-temps --targets=nvptx64 -o e.ursa && cp e.ursa.nvptx64.bc e.bc
// RUN: %nvptx_compile e.bc --inspect | %FileCheck %s --check-prefix=CONTENTS
// RUN: %nvptx_compile e.bc --capability=90 0=0041 | %FileCheck %s --check-prefix=VALUE
#pragma OPENCL EXTENSION cl_khr_fp16 : enable

// CHECK-LABEL: .entry on_halves(
// CHECK: fma.rn.f16
// CHECK: abs.f
// CHECK: cvt.rmi.f16.f16
// CHECK: cvt.rpi.f16.f16
// CHECK: cvt.rzi.f16.f16
// CHECK: cvt.rni.f16.f16
kernel void on_halves(global half *a) {
  a[0] = fma(a[1], a[2], a[3]);
  a[4] = fabs(a[5]);
  a[6] = floor(a[7]);
  a[8] = ceil(a[9]);
  a[10] = trunc(a[11]);
  a[12] = rint(a[13]);
}

// CHECK-LABEL: .entry pairs(
// CHECK: fma.rn.f16x2
kernel void pairs(global half2 *a) { a[0] = fma(a[1], a[2], a[3]); }

// CHECK-LABEL: .entry by_floats(
// CHECK: cvt.f32.f16
// CHECK: sqrt.rn.f32
// CHECK: cvt.rn.f16.f32
kernel void by_floats(global half *a) { *a = sqrt(*a); }

// CONTENTS: constant 0: 2 bytes
// VALUE-LABEL: .entry constant_half(
// VALUE: {{0x4100|16640}}
#ifdef CONSTANT
#include <ursa/spec_constants.h>
URSA_SPEC_CONSTANT(half, number, 1.0h)
kernel void constant_half(global half *a) { *a = ursa_get(number); }
#endif

// CHECK-LABEL: .entry exponentials(
// CHECK: mul.{{.*}}f32 {{.*}}, 0f3FB8AA3B
// CHECK: ex2.approx
kernel void exponentials(global float *a) { *a = native_exp(*a); }
