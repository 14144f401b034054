// Innermost loops are unrolled: eight times where the trip count is known, four times and the rest
// in a loop of its own where it is not. Loops with barriers, large ones and those with directives
// stay; one that cannot be unrolled as its source says draws no warning. rsqrt is the device's instruction.
// RUN: %ursac %s --targets=nvptx64-sm_70 --save-temps -o %t 2>%t.err && test ! -s %t.err && %FileCheck %s < %t.nvptx64-sm_70.ptx
// CHECK-LABEL: .entry known(
// CHECK-COUNT-8: rsqrt.approx.f32
// CHECK-NOT: rsqrt.approx.f32
// CHECK: ret;
kernel void known(global const float *x, global float *sum) {
  float all = 0;
  for (int i = 0; i < 4096; ++i)
    all += rsqrt(x[i]);
  *sum = all;
}
// CHECK-LABEL: .entry unknown(
// CHECK-COUNT-5: rsqrt.approx.f32
// CHECK-NOT: rsqrt.approx.f32
// CHECK: ret;
kernel void unknown(global const float *x, global float *sum, int n) {
  float all = 0;
  for (int i = 0; i < n; ++i)
    all += rsqrt(x[i]);
  *sum = all;
}
// CHECK-LABEL: .entry once(
// CHECK-COUNT-1: rsqrt.approx.f32
// CHECK-NOT: rsqrt.approx.f32
// CHECK: ret;
kernel void once(global const float *x, global float *sum, int n) {
  float all = 0;
#pragma nounroll
  for (int i = 0; i < n; ++i)
    all += rsqrt(x[i]);
  *sum = all;
}
// CHECK-LABEL: .entry barriers(
// CHECK-COUNT-1: bar.sync
// CHECK-NOT: bar.sync
// CHECK: ret;
kernel void barriers(global float *x, int n) {
  for (int i = 0; i < n; ++i) {
    x[get_local_id(0)] += x[i];
    barrier(CLK_GLOBAL_MEM_FENCE);
  }
}
// CHECK-LABEL: .entry vectors(
// CHECK-COUNT-3: rsqrt.approx.f32
kernel void vectors(global float3 *x) { *x = rsqrt(*x); }
// CHECK-LABEL: .entry steps(
kernel void steps(global int *x, int n) {
#pragma unroll
  for (int i = 0; i < n; i += x[i])
    x[3 * i] += i;
}
// The driver's compiler may unroll loops that only compute, unless their source forbids that.
// CHECK-LABEL: .entry computes(
// CHECK-NOT: .pragma
// CHECK: ret;
kernel void computes(global float *x, int n) {
  float all = *x;
  for (int i = 0; i < n; ++i)
    all = all * all - 2;
  *x = all;
}
// CHECK-LABEL: .entry computesRolled(
// CHECK: .pragma "nounroll";
kernel void computesRolled(global float *x, int n) {
  float all = *x;
#pragma nounroll
  for (int i = 0; i < n; ++i)
    all = all * all - 2;
  *x = all;
}
// CHECK-LABEL: .entry loads(
// CHECK: .pragma "nounroll";
kernel void loads(global const float *x, global float *sum, int n) {
  float all = 0;
  for (int i = 0; i < n; ++i)
    all += x[i];
  *sum = all;
}
