// Integers of all widths: arithmetic, shifts, conversions, saturation, counting of bits.
// RUN: %ursac %s --targets=vulkan1.2,host-x86_64 -o a.ursa
// RUN: %vulkan_run a.ursa narrow 'char[256]' 'uchar[256]' 'short[256]' 'ushort[256]' 'int[256]' --global 256 --local 64
// RUN: %vulkan_run a.ursa remainders 'long[128]' 'int[128]' 'int[512]=0' --global 128 --local 32
// RUN: %vulkan_run a.ursa wide 'long[128]' 'ulong[128]' long=-77777 --global 128 --local 32
// RUN: %vulkan_run a.ursa bits 'uint[128]' 'ulong[128]' 'uchar[128]' 'int[1024]=0' --global 128 --local 32
// RUN: %vulkan_run a.ursa saturate 'int[128]' 'int[128]' 'long[128]' 'int[1024]=0' 'long[256]=0' --global 128 --local 32
kernel void narrow(global char *a, global uchar *b, global short *c, global ushort *d,
                   global int *out) {
  size_t i = get_global_id(0);
  a[i] = a[i] * 3 + (b[i] >> 2);
  c[i] = c[i] / (char)(a[i] | 1) - d[i] % 77;
  d[i] = (ushort)(c[i] << 3) ^ b[i];
  b[i] = (uchar)(a[i] >> 1);
  out[i] = a[i] < (char)b[i] ? c[i] : -d[i];
}
kernel void wide(global long *a, global ulong *b, long k) {
  size_t i = get_global_id(0);
  ulong x = b[i];
  b[i] = (x * 6364136223846793005UL + 1442695040888963407UL) ^ (x >> 33) ^ (ulong)((long)x / k) ^
         (x % 1000003UL);
  a[i] = mul_hi(a[i], (long)x) + (a[i] >> (x & 63)) + (long)mul_hi(x, 0xFFFFFFFF12345678UL);
}
kernel void bits(global uint *a, global ulong *b, global uchar *c, global int *out) {
  size_t i = get_global_id(0);
  global int *o = out + 8 * i;
  o[0] = popcount(a[i]) + popcount(b[i]) * 100 + popcount(c[i]) * 10000;
  o[1] = clz(a[i] >> (i & 31)) + clz(b[i] >> (i & 63)) * 100 + clz(c[i]) * 10000;
  o[2] = ctz(a[i]) + ctz(b[i]) * 100 + ctz((uchar)(c[i] & 0xF0)) * 10000;
  o[3] = (int)rotate(a[i], (uint)i) ^ (int)rotate(b[i], (ulong)i) ^ rotate(c[i], (uchar)i);
  o[4] = abs_diff((int)a[i], (int)b[i]) + abs((char)c[i]);
  o[5] = hadd(a[i], (uint)b[i]) ^ rhadd(c[i], (uchar)i);
  o[6] = upsample((short)a[i], (ushort)b[i]);
  o[7] = mad24((int)a[i] & 0xFFFF, 77, (int)b[i]) + (clamp((int)a[i], -5, 1000));
}
kernel void saturate(global int *a, global int *b, global long *c, global int *out,
                     global long *wide) {
  size_t i = get_global_id(0);
  global int *o = out + 8 * i;
  o[0] = add_sat(a[i], b[i]);
  o[1] = sub_sat(a[i], b[i]);
  o[2] = add_sat((uint)a[i], (uint)b[i]);
  o[3] = sub_sat((uint)a[i], (uint)b[i]);
  o[4] = convert_char_sat(a[i] >> 20) + convert_uchar_sat(b[i] >> 18);
  o[5] = convert_int_sat(c[i] >> 20) ^ convert_uint_sat(c[i]);
  o[6] = mad_sat(a[i], 3, b[i]);
  o[7] = mul_hi(a[i], b[i]);
  wide[2 * i] = add_sat(c[i], (long)a[i] << 33);
  wide[2 * i + 1] = sub_sat((ulong)c[i], (ulong)b[i] << 30);
}
kernel void remainders(global const long *a, global const int *b, global int *out) {
  size_t i = get_global_id(0);
  global int *o = out + 4 * i;
  o[0] = (int)(a[i] % 1000003);
  o[1] = b[i] % ((int)i - 64 ? (int)i - 64 : 7);
  o[2] = (short)b[i] % (short)-13;
  o[3] = (char)b[i] % (char)11;
}
