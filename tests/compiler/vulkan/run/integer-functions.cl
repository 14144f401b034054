// Integer functions of all types, scalar and vector, and relational ones.
// RUN: %ursac %s --targets=vulkan1.2,host-x86_64 -o a.ursa
// RUN: %vulkan_run a.ursa of_char,of_uchar,of_short,of_ushort,of_int,of_uint,of_long,of_ulong 'long[128]' 'ulong[2560]=0' --global 32 --local 32
// RUN: %vulkan_run a.ursa mixed 'int[1024]' 'int[1024]=0' --global 32 --local 32
#define OF(type, utype) \
  kernel void of_##type(global const type *in, global ulong *o) { \
    size_t i = get_global_id(0); \
    type a = in[i], b = in[i + 32], c = in[i + 64]; \
    type##4 u = vload4(i, in), v = vload4(31 - i, in); \
    type##3 w = vload3(i, in); \
    o += 80 * i; \
    *o++ = hadd(a, b); *o++ = rhadd(a, b); *o++ = rotate(a, b); *o++ = clz(a); *o++ = ctz(b); \
    *o++ = popcount(a); *o++ = mul_hi(a, b); *o++ = mad_hi(a, b, c); *o++ = mad_sat(a, b, c); \
    *o++ = add_sat(a, b); *o++ = sub_sat(a, b); *o++ = abs(a); *o++ = abs_diff(a, b); \
    *o++ = max(a, b); *o++ = min(a, b); *o++ = clamp(a, min(b, c), max(b, c)); *o++ = bitselect(a, b, c); \
    *o++ = select(a, b, c); \
    type##4 r = hadd(u, v) ^ rhadd(v, u) ^ rotate(u, v) ^ clz(u) ^ popcount(v) ^ mul_hi(u, v) ^ add_sat(u, v); \
    r ^= sub_sat(u, v) ^ max(u, v) ^ min(u, a) ^ clamp(u, min(v, b), max(v, b)) ^ bitselect(u, v, r) ^ mad_sat(u, v, r); \
    utype##4 s = abs(u) ^ abs_diff(u, v) ^ convert_##utype##4(u < v) ^ convert_##utype##4(select(u, v, r)); \
    type##16 x = (type##16)(u, v, r, w, a); \
    x = x / (x.s0123456789abcdef | (type##16)(1)) + x % (x.sfedcba9876543210 | (type)3) + (x << (type)3) + (x >> (type)2); \
    *o++ = r.x; *o++ = r.y; *o++ = r.z; *o++ = r.w; *o++ = s.x; *o++ = s.w; *o++ = any(u > v); *o++ = all(u > v); \
    for (int k = 0; k < 16; ++k) *o++ = ((type *)&x)[k]; \
    w += w.zxy; *o++ = w.x; *o++ = w.y; \
  }
OF(char, uchar) OF(uchar, uchar) OF(short, ushort) OF(ushort, ushort)
OF(int, uint) OF(uint, uint) OF(long, ulong) OF(ulong, ulong)
kernel void mixed(global const int *in, global int *out) {
  size_t i = get_global_id(0);
  global int *o = out + 32 * i;
  int a = in[i], b = in[i + 32], c = in[i + 64];
  o[0] = mul24(a & 0x7FFFFF, b & 0xFF); o[1] = mad24(a & 0xFFFF, b & 0xFF, c); o[2] = mul24((uint)a & 0xFFFF, 3u);
  o[3] = upsample((char)a, (uchar)b); o[4] = upsample((ushort)a, (ushort)b); o[5] = (int)(upsample(a, (uint)b) >> 7);
  int4 v = vload4(i, in), m = (int4)(2, 3, 0, 1) ^ (v & 1);
  int8 two = shuffle2(v, v.wzyx, (uint8)(7, 0, 3, 5, 1, 2, 4, 6));
  vstore8(two, 1, o); vstore4(shuffle(v, as_uint4(m)), 4, o); vstore3(v.zyx, 7, o);
  vstore2(as_int2(upsample(v.xy, as_uint2(v.zw)).y), 12, o);
  o[28] = as_int((uchar4)(a, b, c, 7)); o[29] = as_char4(a).z + as_ushort2(b).y; o[30] = (a < b) + (a == a) * 4;
  o[31] = any(v < m) + all(v == v) * 2 + isequal((float)a, (float)a) * 4 + (int)step(0.0f, 1.0f) * 8;
}
