// Specialization constants, native and emulated; constant tables and variables in global memory.
// RUN: %ursac %s --targets=vulkan1.2,host-x86_64 -o a.ursa
// RUN: for mode in native emulated; do \
// RUN:   %vulkan_run a.ursa scaled 'float[64]' 'double[64]=0' --mode $mode && \
// RUN:   %vulkan_run a.ursa scaled 'float[64]' 'double[64]=0' --mode $mode --set scale=float=-0.5 --set flag=char=1 --set big=long=-123456789012 --set matrix=int=9,8,7,6,5,4,3,2,1 && \
// RUN:   %vulkan_run a.ursa looped 'float[64]' 'float[64]=0' --mode $mode --set radius=int=5 --ulps 4 || exit 1; done
// RUN: %vulkan_run a.ursa tables 'float[64]' 'float[64]=0' --absolute 1e-4 --mode emulated
// RUN: %vulkan_run a.ursa tables 'float[64]' 'float[64]=0' --absolute 1e-4
// RUN: %vulkan_run a.ursa variables 'int[64]' 'int[64]'
#include <ursa/spec_constants.h>
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
typedef struct { int m[9]; } Matrix;
URSA_SPEC_CONSTANT(float, scale, 2.5f)
URSA_SPEC_CONSTANT(double, offset, 0.125)
URSA_SPEC_CONSTANT(char, flag, 0)
URSA_SPEC_CONSTANT(long, big, 5)
URSA_SPEC_CONSTANT(short, unset, -3)
URSA_SPEC_CONSTANT(int, radius, 1)
URSA_SPEC_CONSTANT(Matrix, matrix, {{ 1, 2, 3, 4, 5, 6, 7, 8, 9 }})

kernel void scaled(global const float *in, global double *out) {
  size_t i = get_global_id(0);
  Matrix m = ursa_get(matrix);
  double x = in[i] * ursa_get(scale) + ursa_get(offset) + m.m[i % 9] * 100;
  out[i] = ursa_get(flag) ? x : (double)ursa_get(big) + ursa_get(unset);
}
kernel void looped(global const float *in, global float *out) {
  int i = get_global_id(0), r = ursa_get(radius);
  float sum = 0;
  for (int k = -r; k <= r; ++k) sum += in[clamp(i + k, 0, 63)];
  out[i] = sum;
}
constant float table[8] = {1.f, 2.5f, 3.f, 4.f, 5.f, 6.5f, 7.f, 8.f};
constant struct { int a; short b; char c[3]; } records[2] = {{1, 2, {3, 4, 5}}, {10, 20, {30, 40, 50}}};
kernel void tables(constant float *c, global float *o) {
  size_t i = get_global_id(0);
  constant float *either = i & 8 ? table : c;
  o[i] = table[i & 7] * c[i] + records[i & 1].b + records[i & 1].c[i % 3] + either[i & 7];
}
global int counter = 7;
global int *global where = &counter;
constant int *constant names[2] = {&records[0].a, &records[1].a};
kernel void variables(global const int *in, global int *out) {
  size_t i = get_global_id(0);
  atomic_add(&counter, 0);
  out[i] = *where + in[i] + *names[i & 1];
}
