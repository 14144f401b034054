// Math functions by the device's approximations: without calls, tables in memory and branches but for large angles.
// RUN: %ursac --save-temps %s --targets=nvptx64-sm_75 -o a.ursa && cp a.ursa.nvptx64-sm_75.ptx a.ptx
// RUN: %FileCheck %s < a.ptx
// RUN: %ptxas -arch=sm_75 a.ptx -o a.cubin
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

// CHECK-NOT: .global .align
// CHECK-LABEL: .entry exponentials(
// CHECK-NOT: call
// CHECK-NOT: bra
// CHECK-COUNT-3: ex2.approx
// CHECK: rcp.approx.ftz.f32
kernel void exponentials(global float *f) { f[0] = exp(f[1]) + exp10(f[2]) + exp2(f[3]) + tanh(f[4]); }

// CHECK-LABEL: .entry errors(
// CHECK-NOT: call
// CHECK-NOT: bra
// CHECK: ex2.approx.ftz.f32
kernel void errors(global float *f) { f[0] = erf(f[1]) + erfc(f[2]); }

// CHECK-LABEL: .entry logarithms(
// CHECK-NOT: call
// CHECK-NOT: bra
// CHECK-NOT: ld.global{{.*}}[_
kernel void logarithms(global float *f) { f[0] = log(f[1]) + log2(f[2]) + log10(f[3]); }

// CHECK-LABEL: .entry powers(
// CHECK-NOT: call
// CHECK-NOT: bra
// CHECK: rcp.approx.ftz.f32
// CHECK: ex2.approx.ftz.f32
kernel void powers(global float *f) { vstore2(pow(vload2(0, f), vload2(1, f)), 2, f); }

// CHECK-LABEL: .entry arcs(
// CHECK-NOT: call
// CHECK-NOT: bra
// CHECK-NOT: div
// CHECK-COUNT-2: rcp.approx.ftz.f32
kernel void arcs(global float *f) { f[0] = atan(f[1]) + atan2(f[2], f[3]); }

// The tables of libclc's large angles are not read on the way of small ones.
// CHECK-LABEL: .entry angles(
// CHECK: setp.lt.f32 {{.*}}, 0f473BA700
kernel void angles(global float *f) { f[0] = sin(f[1]); }

// CHECK-LABEL: .entry doubles(
// CHECK-NOT: call
// CHECK-NOT: bra
// CHECK: rcp.approx.ftz.f64
kernel void doubles(global double *d) { d[0] = log(d[1]) + atan2(d[2], d[3]); }

// What is out of range has a branch of its own.
// CHECK-LABEL: .entry exponentialsOfDouble(
// CHECK-NOT: call
// CHECK-COUNT-14: fma.rn.f64
// CHECK: setp.gt.u64
kernel void exponentialsOfDouble(global double *d) { d[0] = exp(d[1]); }

// CHECK-LABEL: .entry powersOfDouble(
// CHECK-NOT: call
// CHECK-NOT: ld.global{{.*}}[_
// CHECK: rcp.approx.ftz.f64
kernel void powersOfDouble(global double *d) { d[0] = pow(d[1], d[2]); }

// CHECK-LABEL: .entry roots(
// CHECK-NOT: call
// CHECK: rsqrt.approx.ftz.f64
// CHECK: lg2.approx.ftz.f32
kernel void roots(global double *d, global float *f) {
  d[0] = rsqrt(d[1]);
  f[0] = cbrt(f[1]);
}
