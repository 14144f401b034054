// Conversions between all scalar types, with saturation and in all rounding modes, and of vectors.
// RUN: %ursac %s --targets=vulkan1.2,host-x86_64 -o a.ursa
// RUN: %vulkan_run a.ursa of_char,of_uchar 'uchar[64]' 'long[2560]=0' 'double[2560]=0' --global 64 --local 32
// RUN: %vulkan_run a.ursa of_short,of_ushort 'short[64]' 'long[2560]=0' 'double[2560]=0' --global 64 --local 32
// RUN: %vulkan_run a.ursa of_int,of_uint 'int[64]' 'long[2560]=0' 'double[2560]=0' --global 64 --local 32
// RUN: %vulkan_run a.ursa of_long,of_ulong 'long[64]' 'long[2560]=0' 'double[2560]=0' --global 64 --local 32
// RUN: %vulkan_run a.ursa of_float 'float[64]=-200..400' 'long[2560]=0' 'double[2560]=0' --global 64 --local 32
// RUN: %vulkan_run a.ursa of_float 'float[64]=-1e20..1e20' 'long[2560]=0' 'double[2560]=0' --global 64 --local 32
// RUN: %vulkan_run a.ursa of_double 'double[64]=-70000..70000' 'long[2560]=0' 'double[2560]=0' --global 64 --local 32
// RUN: %vulkan_run a.ursa vectors 'int[256]' 'float[256]=-500..500' 'long[1024]=0' 'float[1024]=0' --global 16 --local 16
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#define ROUNDED(to) \
  *p++ = convert_##to##_sat(x); *p++ = convert_##to##_sat_rte(x); *p++ = convert_##to##_sat_rtz(x); \
  *p++ = convert_##to##_sat_rtp(x);
#define SATURATED \
  ROUNDED(char) ROUNDED(uchar) ROUNDED(short) ROUNDED(ushort) ROUNDED(int) ROUNDED(uint) ROUNDED(long) \
  ROUNDED(ulong) *p++ = convert_int_sat_rtn(x); *p++ = convert_uchar_sat_rtn(x);
#define FLOATS \
  *q++ = convert_float(x); *q++ = convert_float_rtz(x); *q++ = convert_float_rtp(x); \
  *q++ = convert_float_rtn(x); *q++ = convert_double(x); *q++ = convert_double_rtz(x); \
  *q++ = convert_double_rtp(x); *q++ = convert_double_rtn(x);
#define BEGIN(from) \
  kernel void of_##from(global const from *in, global long *o, global double *d) { \
    from x = in[get_global_id(0)]; \
    global long *p = o + 40 * get_global_id(0); \
    global double *q = d + 40 * get_global_id(0);
#define OF_INTEGER(from) \
  BEGIN(from) SATURATED FLOATS \
  *p++ = convert_char(x); *p++ = convert_ushort(x); *p++ = convert_int(x); *p++ = convert_ulong(x); }
#define OF_FLOAT(from) BEGIN(from) SATURATED FLOATS }
OF_INTEGER(char) OF_INTEGER(uchar) OF_INTEGER(short) OF_INTEGER(ushort)
OF_INTEGER(int) OF_INTEGER(uint) OF_INTEGER(long) OF_INTEGER(ulong)
OF_FLOAT(float) OF_FLOAT(double)
kernel void vectors(global const int16 *a, global const float16 *b, global long16 *o, global float16 *f) {
  size_t i = get_global_id(0);
  o[i] = convert_long16(convert_short16_sat(a[i])) + convert_long16_sat(b[i]);
  o[i].lo += convert_long8(convert_uchar8_sat_rte(b[i].hi)) * convert_long8_rtp(b[i].lo);
  f[i] = convert_float16(a[i]);
  f[i].s012 += convert_float3(convert_char3_sat(a[i].s345));
  o[i].hi.hi ^= as_long4(as_double4(o[i].lo.hi)) + as_long4(as_short16(o[i].hi.hi)) +
                as_int((short2)((short)a[i].x, 3));
}
