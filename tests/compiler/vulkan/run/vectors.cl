// Vectors: swizzles, geometric functions, loads and stores, conversions, casts to other vector types.
// RUN: %ursac %s --targets=vulkan1.2,host-x86_64 -o a.ursa
// RUN: %vulkan_run a.ursa mixed 'float[256]' 'float[256]=0' 'float[512]' 'float[1024]=0' 'float[256]' 'uchar[1024]' 'int[128]=-100..100' --ulps 8 --absolute 1e-3
// RUN: %vulkan_run a.ursa casts 'uint[256]' 'uchar[1024]=0' 'ulong[128]=0' 'float[256]=0'
// RUN: %vulkan_run a.ursa selects 'int[256]=-3..3' 'int[256]=-3..3' 'int[256]'
kernel void mixed(global const float4 *a, global float4 *b, global const float8 *c,
                  global float16 *d, global const float3 *e, global uchar16 *f,
                  global const int2 *g) {
  size_t i = get_global_id(0);
  float4 v = a[i] * 2.0f + c[i].lo;
  b[i] = v.wzyx + (float4)(dot(v, a[i]), length(v.xyz), v.x, 1.0f);
  d[i] = (float16)(c[i], c[i].hi, v);
  d[i].xyz += e[i] + vload3(i, (global const float *)e);
  f[i] = convert_uchar16_sat(d[i]) + (uchar16)(f[i].s0);
  b[i] += convert_float4((int4)(g[i], g[i].yx));
  b[i] = select(b[i], v, isless(v, a[i]));
  vstore4(b[i], i, (global float *)b);
}
kernel void casts(global const uint4 *a, global uchar16 *b, global ulong2 *c, global float4 *d) {
  size_t i = get_global_id(0);
  uint4 x = a[i];
  b[i] = as_uchar16(x) ^ as_uchar16(x.wzyx);
  c[i] = as_ulong2(x) + (ulong2)(as_ulong(as_uchar8(x.xy)), as_ulong(x.zw));
  d[i] = convert_float4(x) * (float4)(0.5f, 0.25f, 2.0f, 1.0f);
  uint parts[4] = {x.x, x.y, x.z, x.w};
  x[i & 3] = parts[(i + 1) & 3];
  c[i].x ^= shuffle(x, (uint4)(3, 1, 2, 0)).x + upsample(x.y, x.z);
}
kernel void selects(global const int4 *a, global const int4 *b, global int4 *o) {
  size_t i = get_global_id(0);
  int4 c = a[i] < b[i];
  o[i] = (a[i] == b[i]) | (c & (int4)(any(c), all(c), 1, 2)) | max(a[i], b[i]) << 4;
  o[i] += bitselect(a[i], b[i], c) + convert_int4(abs_diff(a[i], b[i])).yxwz;
}
