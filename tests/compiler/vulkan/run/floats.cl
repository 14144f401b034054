// Floats of all widths: arithmetic, conversions, comparisons with NaN.
// RUN: %ursac %s --targets=vulkan1.2,host-x86_64 -o a.ursa
// RUN: %vulkan_run a.ursa doubles 'double[128]=0..100' 'double[128]=0' double=1.5 --ulps 2 --global 128 --local 32
// RUN: %vulkan_run a.ursa halves 'half[128]' 'half[128]=0' 'float[128]=0' 'half[384]' 'float[1024]' --global 128 --local 32
// RUN: %vulkan_run a.ursa roundings 'ulong[1024]' 'ushort[8192]=0' --global 1024 --local 32
// RUN: %vulkan_run a.ursa conversions 'float[128]=-1000..1000' 'int[1024]=0' 'double[128]=0' --global 128 --local 32
// RUN: %vulkan_run a.ursa classes 'uint[128]' 'int[1024]=0' --global 128 --local 32
// RUN: %vulkan_run a.ursa limited 'float[128]=-10..10' 'float[128]=-1e5..1e5' 'float[128]=0' --ulps 3 --global 128 --local 32
// RUN: %vulkan_run a.ursa scaled 'float[32]=1' 'uint[32]=7' --global 32 --local 32 --expect '1=uint[32]=0'
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
kernel void doubles(global const double *a, global double *o, double k) {
  size_t i = get_global_id(0);
  double x = a[i];
  o[i] = (x * k + sqrt(x)) / (1.0 + x * x) + (double)(int)x + (double)(float)x + (double)(long)(x * 1e9);
}
kernel void halves(global const half *a, global half *o, global float *f, global half *v,
                   global const float *w) {
  size_t i = get_global_id(0);
  o[i] = a[i] * 2.0h + 1.0h;
  f[i] = vload_half(i, a) * 3.0f + vload_half3(i / 4, a).y;
  vstore_half(w[i], i, v);
  vstore_half_rtz(w[i + 128], i + 128, v);
  if (i < 32) vstore_half4_rtp(vload4(i + 64, w), i + 64, v);
}
// Encodings with exponents around those of half, and arbitrary ones.
kernel void roundings(global const ulong *in, global ushort *out) {
  size_t i = get_global_id(0);
  ulong n = in[i], exponent = n >> 52 & 63;
  float x = as_float(i < 64 ? (uint)n : ((uint)n & 0x807FFFFF) | (uint)(95 + exponent) << 23);
  double y = as_double(i < 64 ? n : (n & 0x800FFFFFFFFFFFFF) | (991 + exponent) << 52);
  if (i < 96) { x = as_float(as_uint(x) & 0xFFFFE000); y = as_double(as_ulong(y) & 0xFFFFFC0000000000); }
  if (i < 16) { x = i & 1 ? -INFINITY : INFINITY; y = i & 1 ? 0.0 : -0.0; }
  // The host uses libclc, which is wrong below the smallest half; half-functions.cl tests that.
  x = isnan(x) || fabs(x) < 0x1p-24f ? 1 : x;
  y = isnan(y) || fabs(y) < 0x1p-24 ? -0.0 : y;
  global half *o = (global half *)out + 8 * i;
  vstore_half_rtz(x, 0, o); vstore_half_rtp(x, 1, o); vstore_half_rtn(x, 2, o);
  vstore_half_rtz(y, 3, o); vstore_half_rtp(y, 4, o); vstore_half_rtn(y, 5, o);
  vstore_half_rtp(-y, 6, o);
  vstore_half_rtn(convert_float_rtz(y), 7, o);
}
kernel void conversions(global const float *a, global int *o, global double *d) {
  size_t i = get_global_id(0);
  global int *p = o + 8 * i;
  float x = a[i];
  p[0] = (int)x; p[1] = convert_int_rte(x); p[2] = convert_int_rtp(x); p[3] = convert_int_rtn(x);
  p[4] = convert_uchar_sat(x); p[5] = convert_short_sat(x * 100);
  p[6] = as_int((float)p[0] * 1.5f) ^ as_int((float)(uint)p[5]);
  p[7] = as_int(convert_float((long)p[6] * 12345));
  d[i] = convert_double(p[0]) * 0.5 + (double)(ulong)p[1];
}
kernel void classes(global const uint *in, global int *o) {
  size_t i = get_global_id(0);
  uint bits = i < 8 ? 0x7F800000 + (i & 1) : i < 16 ? 0xFFC00000 : i < 24 ? (i & 1) << 31 : in[i];
  float x = as_float(bits), y = as_float(in[127 - i] | 0x800000);
  global int *p = o + 8 * i;
  p[0] = isnan(x) | isinf(x) << 1 | isfinite(x) << 2 | isnormal(x) << 3 | signbit(x) << 4;
  if (i >= 24) x = as_float(bits | 0x800000); // a device may flush denormals
  p[1] = (x < y) | (x > y) << 1 | (x == y) << 2 | (x != y) << 3 | (x <= y) << 4 | (x >= y) << 5;
  p[2] = !(x < y) | !(x >= y) << 1 | isunordered(x, y) << 2 | isordered(x, y) << 3;
  p[3] = isless(x, y) | islessgreater(x, y) << 1 | isgreaterequal(x, y) << 2;
  p[4] = isnan(x) ? 1 : ilogb(fabs(x)) ;
  p[5] = fmax(x, y) == fmax(y, x);
  p[6] = as_int(copysign(1.0f, x)); p[7] = as_int(isnan(x) ? 0.0f : fmin(x, 1.0f));
}
// copysign from a value that the result also depends on.
kernel void limited(global const float *a, global const float *b, global float *o) {
  size_t i = get_global_id(0);
  float x = a[i], y = b[i];
  float distance = fabs(fabs(x) - 1);
  distance = distance < 1 ? distance : 1;
  float most = 4000 / distance;
  int isFar = fabs(y) > most && fabs(y) < INFINITY;
  float nearer = isFar ? copysign(most, y) : y;
  o[i] = nearer;
}
// The intrinsic rounds subnormal results once as well: slightly less than 1.5 times the smallest number. A device
// may flush the subnormal result of a conversion.
kernel void scaled(global const float *a, global uint *o) {
  size_t i = get_global_id(0);
  int n = -20 - (int)i;
  float x = a[i] * 0x1.7ffffep-100f;
  float exact = (float)((double)x * as_double((ulong)(n + 1023) << 52));
  uint bits = as_uint(__builtin_ldexpf(x, n));
  o[i] = exact == 0 && bits < 0x800000 && i < 31 ? 0 : bits ^ as_uint(exact);
}
