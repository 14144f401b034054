// The math library compared with the host's, with fma in double, because the driver of the tests does not fuse.
// RUN: %ursac %s --targets=vulkan1.2,host-x86_64 -Xursa-target=vulkan1.2 --fma=double -o a.ursa
// RUN: %vulkan_run a.ursa first 'float[512]=0.01..20' 'float[8192]=0' --global 512 --local 64 --ulps 4
// RUN: %vulkan_run a.ursa second 'float[512]=-5..5' 'float[8192]=0' 'int[512]=0' --global 512 --local 64 --ulps 4
// RUN: %vulkan_run a.ursa doubles 'double[128]=-20..20' 'double[1024]=0' --global 128 --local 64 --ulps 4
// RUN: %vulkan_run a.ursa approximate 'float[512]=0.1..3' 'float[4096]=0' --global 512 --local 64 --absolute 1e-4
// RUN: %ursac %s --targets=vulkan1.2,host-x86_64 -Xursa-target=vulkan1.2 --fast-relaxed-math -o fast.ursa
// RUN: %vulkan_run fast.ursa approximate 'float[512]=0.1..3' 'float[4096]=0' --global 512 --local 64 --absolute 1e-4
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
kernel void first(global const float *in, global float *out) {
  float x = in[get_global_id(0)];
  global float *o = out + 16 * get_global_id(0);
  o[0] = sin(x); o[1] = exp(x); o[2] = fma(x, 2.0f, 1.0f); o[3] = cos(x);
  o[4] = tan(x); o[5] = sqrt(x); o[6] = pow(x, 1.5f); o[7] = fmax(x, 0.5f);
  o[8] = floor(x); o[9] = log(x); o[10] = atan2(x, 2.0f); o[11] = tanh(x);
  o[12] = log2(x); o[13] = rsqrt(x); o[14] = fmod(x, 0.7f); o[15] = exp2(x);
}
kernel void second(global const float *in, global float *out, global int *io) {
  float x = in[get_global_id(0)];
  global float *o = out + 16 * get_global_id(0);
  int e;
  float whole, c;
  o[0] = frexp(x, &e); io[get_global_id(0)] = e + ilogb(x);
  o[1] = modf(x, &whole); o[2] = whole; o[3] = sincos(x, &c); o[4] = c;
  o[5] = ldexp(x, 3); o[6] = hypot(x, 2.f); o[7] = erf(x); o[8] = cbrt(x); o[9] = expm1(x);
  o[10] = log1p(fabs(x)); o[11] = remainder(x, 0.3f); o[12] = round(x); o[13] = nextafter(x, 10.f);
  o[14] = asin(x / 6); o[15] = sinh(x);
}
kernel void doubles(global const double *in, global double *out) {
  double x = in[get_global_id(0)];
  global double *o = out + 8 * get_global_id(0);
  o[0] = sin(x); o[1] = exp(x); o[2] = log(fabs(x)); o[3] = pow(fabs(x), 1.5);
  o[4] = floor(x); o[5] = fmod(x, 0.7); o[6] = atan(x); o[7] = cbrt(x);
}
kernel void approximate(global const float *in, global float *out) {
  float x = in[get_global_id(0)];
  global float *o = out + 8 * get_global_id(0);
  o[0] = native_sin(x); o[1] = native_exp(x) * 0.1f; o[2] = native_log2(x); o[3] = native_sqrt(x);
  o[4] = sin(x); o[5] = tanh(x); o[6] = log10(x); o[7] = pow(x, 1.5f);
}
