// 64-bit quotients and remainders of numbers of all magnitudes and of limits, also by constants. 64-bit
// addresses, sums and comparisons in the same kernels must stay correct (see divisions.h).
// RUN: %ursac %s --targets=vulkan1.2,host-x86_64 -o a.ursa
// RUN: %vulkan_run a.ursa quotients 'ulong[4096]' 'ulong[4096]' 'ulong[24576]=0' --global 4096 --local 64
// RUN: %vulkan_run a.ursa by_constants 'ulong[512]' 'ulong[16384]=0' --global 512 --local 64
// RUN: %vulkan_run a.ursa addresses 'uint[256]' 'ulong[512]=0' ulong=3 --global 256 --local 64
// Random bits, powers of two, and powers of two plus or minus one.
ulong number(ulong random, uint shift, uint kind) {
  ulong power = 1UL << shift;
  return kind == 0 ? random >> shift : kind == 1 ? power : kind == 2 ? power - 1 : kind == 3 ? power + 1
       : kind == 4 ? 0 - power : kind == 5 ? ~power : kind == 6 ? 0 - (random & 7) : power | random >> 40;
}
kernel void quotients(global const ulong *a, global const ulong *b, global ulong *out) {
  size_t i = get_global_id(0);
  uint kinds = (uint)(a[i] >> 7), shifts = (uint)(b[i] >> 11);
  ulong x = number(a[i], shifts & 63, kinds & 7), y = number(b[i], shifts >> 6 & 63, kinds >> 3 & 7);
  long s = (long)x, t = (long)y;
  y = y ? y : 1;
  t = t == 0 || t == -1 ? 5 : t;
  global ulong *o = out + 6 * i;
  o[0] = x / y; o[1] = x % y; o[2] = (ulong)(s / t); o[3] = (ulong)(s % t);
  o[4] = (x >> 32) / (y >> 32 | 1) + (x >> 20) % (y >> 60 | 1); o[5] = add_sat(x, y) ^ (x < y);
}
kernel void by_constants(global const ulong *a, global ulong *out) {
  size_t i = get_global_id(0);
  ulong x = number(a[i], (uint)(a[i] >> 11) & 63, i & 7);
  long s = (long)x;
  global ulong *o = out + 32 * i;
  *o++ = x / 3; *o++ = x % 3; *o++ = x / 7; *o++ = x % 10; *o++ = x / 641; *o++ = x % 1000003; *o++ = x / 28;
  *o++ = x % 0xFFFFFFFFFFFFFFFF; *o++ = x / 0x8000000000000001; *o++ = x % 0xFFFFFFFF; *o++ = x / 0x100000001;
  *o++ = (x >> 31) / 3; *o++ = (x >> 31) % 12345; *o++ = (x >> 3) / 7; *o++ = (x >> 32) % 11; *o++ = x >> 60 == 7 ? x / 19 : 1;
  *o++ = s / 3; *o++ = s % 3; *o++ = s / -7; *o++ = s % -10; *o++ = s / 1000003; *o++ = s % 0x7FFFFFFFFFFFFFFF;
  *o++ = s / 16; *o++ = s % 16; *o++ = s / -0x8000000000000000; *o++ = (s >> 40) / 77; *o++ = (s >> 40) % 5;
  *o++ = (ulong)(((long)(int)s) / 9) + (ulong)((short)s % 7L);
}
constant struct { int a; short b; char c[3]; } records[4] = {
    {1, 2, {3, 4, 5}}, {10, 20, {30, 40, 50}}, {11, 12, {13, 14, 15}}, {17, 27, {37, 47, 57}}};
kernel void addresses(global const uint *in, global ulong *out, ulong three) {
  size_t i = get_global_id(0);
  out[2 * i] = records[i & 1].b + records[i & 1].c[i % 3] + in[(i * 7) % 255];
  out[2 * i + 1] = records[i & 3].b + (i % three) * 1000 + (in[i] + ((ulong)in[i % three] << 32)) / (i + 1);
}
