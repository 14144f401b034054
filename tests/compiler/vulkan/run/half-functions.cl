// Functions on halves other than math: vectors, comparisons, shuffles, conversions. Each work-item sets a bit for
// each result that equals that of floats or of single elements.
// RUN: %ursac %s --targets=vulkan1.2,host-x86_64 -o a.ursa
// RUN: %vulkan_run a.ursa vectors,pointerResults,conversions 'half[512]=-4..4' 'int[64]=0' 'local[1024]' --global 64 --local 32 --expect '1=int[64]=1023'
// RUN: %vulkan_run a.ursa vectors,pointerResults,conversions 'half[512]=-4..4' 'int[64]=0' 'local[1024]' --global 64 --local 32
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#define BIT(bit, truth) r |= (truth) ? 1 << bit : 0;
kernel void vectors(global const half4 *a, global int *o, local half *unused) {
  size_t i = get_global_id(0);
  half4 x = a[i], y = a[127 - i];
  int r = 0;
  BIT(0, all(fma(x, y, x.wzyx) == (half4)(fma(x.x, y.x, x.w), fma(x.y, y.y, x.z), fma(x.z, y.z, x.y), fma(x.w, y.w, x.x))))
  BIT(1, all(shuffle(x, (ushort4)(3, 1, 0, 6)) == x.wyxz))
  BIT(2, all(shuffle2(x, y, (ushort4)(7, 0, 5, 2)) == (half4)(y.w, x.x, y.y, x.z)))
  BIT(3, all(select(x, y, x < y) == fmax(x, y)))
  BIT(4, all(bitselect(x, y, (half4)(as_half((short)-1))) == y))
  BIT(5, all(isless(x, y) == (x < y)) && !any(isnan(x)) && all(isequal(x, x)) && isgreater(x.x, y.x) == (x.x > y.x))
  BIT(6, all(clamp(x, -1.0h, 1.0h) == min(max(x, -1.0h), 1.0h)) && all(maxmag(x, y) == select(y, x, fabs(x) > fabs(y))))
  BIT(7, all(sqrt(fabs(x)) == convert_half4(sqrt(convert_float4(fabs(x))))) && sign(x.z) == (x.z > 0 ? 1.0h : -1.0h))
  BIT(8, isnan(nan((ushort)3)) && signbit(x.y) == (x.y < 0) && isfinite(x.x) && fabs(dot(x, y) - (half)(x.x * y.x + x.y * y.y + x.z * y.z + x.w * y.w)) < 0.1h)
  BIT(9, all(nextafter(x, x + 1.0h) > x) && all(mix(x, y, 0.0h) == x) && fdim(x.x, y.x) == fmax((half)(x.x - y.x), 0.0h))
  o[i] = r;
}
kernel void pointerResults(global const half *a, global int *o, local half4 *own) {
  size_t i = get_global_id(0);
  half x = a[i] + 0.125h, y = a[i + 64], c, whole;
  local half4 *mine = own + get_local_id(0);
  int n, q, r = 0;
  BIT(0, sincos(x, &c) == sin(x)) BIT(1, c == cos(x))
  half fraction = frexp(x, &n);
  BIT(2, ldexp(fraction, n) == x && fabs(fraction) >= 0.5h) BIT(3, modf(y, &whole) + whole == y)
  BIT(4, remquo(x, 0.5h, &q) == remainder(x, 0.5h)) BIT(5, ((q ^ (int)rint(x * 2.0h)) & 7) == 0)
  half4 f = fract(vload4(i, a), mine);
  BIT(6, fabs(f.x + (*mine).x - vload4(i, a).x) < 0.002h) BIT(7, (*mine).z == floor(vload4(i, a).z))
  BIT(8, ilogb(x) == n - 1) BIT(9, pown(y, 2) == y * y && half_sqrt(4.0f) == 2.0f)
  o[i] = r;
}
kernel void conversions(global const half4 *a, global int *o, local half *unused) {
  size_t i = get_global_id(0);
  half4 x = a[i] * 40.0h;
  int r = 0, k = (int)i * 1001;
  BIT(0, convert_int(x.x) == (int)(float)x.x && convert_uchar_sat(x.y) == clamp((int)x.y, 0, 255))
  BIT(1, convert_short_rtn(x.z) == (short)floor((float)x.z) && convert_long_rtp(x.z) == (long)ceil((float)x.z))
  BIT(2, all(convert_int4_rte(x) == convert_int4_rte(convert_float4(x))))
  BIT(3, convert_double(x.x) == (double)x.x && convert_float(x.y) == (float)x.y)
  BIT(4, (float)convert_half_rtz(k) <= (float)k && (float)convert_half_rtp(k) >= (float)k)
  BIT(5, convert_half_rtz(70000) == 65504.0h && isinf(convert_half(70000)) && isinf(convert_half_rtp(65505L)))
  BIT(6, convert_half_rtn(-65505.0) == (half)-INFINITY && convert_half_rtz(-1e10f) == -65504.0h)
  BIT(7, convert_half(0x1.002p0) == 1.0h && convert_half(0x1.00200001p0) == 0x1.004p0h)
  BIT(8, all(convert_half4(convert_uchar4_sat(x)) >= 0.0h) && convert_half((uchar)200) == 200.0h)
  float tiny = -0x1p-32f * (float)(i + 1);
  BIT(9, convert_half_rtp(0x1p-30) == 0x1p-24h && convert_half_rtz(0x1.8p-24) == 0x1p-24h &&
             convert_half_rtn(tiny) == -0x1p-24h && convert_half_rtp(-(double)tiny) == 0x1p-24h &&
             convert_half_rtz(tiny) == 0.0h)
  o[i] = r;
}
