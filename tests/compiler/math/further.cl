// Functions that functions.def has no exact results for: that each is there, of all types and widths, and gives on
// Vulkan what it gives on the host.
// RUN: %ursac %s --targets=vulkan1.2,host-x86_64 -Xursa-target=vulkan1.2 --fma=double -o a.ursa
// RUN: %vulkan_run a.ursa scalars_float,vectors_float2,vectors_float3,vectors_float4 'float[512]=0.1..3' 'float[64]=0' --global 16 --local 16 --ulps 8
// RUN: %vulkan_run a.ursa scalars_double,vectors_double2,vectors_double3,vectors_double4 'double[512]=0.1..3' 'double[64]=0' --global 16 --local 16 --ulps 8
// RUN: %vulkan_run a.ursa approximate2,approximate3,approximate8 'float[512]=0.1..3' 'float[128]=0' --global 16 --local 16 --absolute 1e-3
// RUN: %ursac -DHALVES -DWIDE %s --targets=vulkan1.2,host-x86_64 -o b.ursa
// RUN: %vulkan_run b.ursa scalars_half,vectors_half2,vectors_half3,vectors_half4,vectors_half8,vectors_half16 'half[2048]=0.1..3' 'half[256]=0' --global 16 --local 16 --ulps 8
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL EXTENSION cl_khr_fp16 : enable

#define SCALARS(type, bits)                                                                        \
  kernel void scalars_##type(global const type *a, global type *o) {                               \
    const size_t i = get_global_id(0);                                                             \
    const type x = a[3 * i], y = a[3 * i + 1], z = a[3 * i + 2];                                   \
    o[i] = mad(x, y, z) + mix(x, y, z) + clamp(x, y, y + z) + smoothstep(x, x + y, z) +            \
           step(x, y) + min(x, y) + max(x, y) + select(x, y, (bits)i) +                            \
           (isnan(nan((u##bits)i)) ? bitselect(x, y, x) : x);                                      \
  }
#define VECTORS(type, bits, width)                                                                 \
  kernel void vectors_##type##width(global const type *a, global type *o) {                        \
    const size_t i = get_global_id(0);                                                             \
    const type##width x = vload##width(3 * i, a), y = vload##width(3 * i + 1, a);                  \
    const type##width z = vload##width(3 * i + 2, a);                                              \
    type##width r = mad(x, y, z) + mix(x, y, z) + mix(x, y, z.s0) + clamp(x, y, y + z) +           \
                    clamp(x, (type)1, (type)2) + smoothstep(x, x + y, z) +                         \
                    smoothstep((type)0, (type)4, z) + step(x, y) + step(x.s0, y) + min(x, y) +     \
                    min(x, y.s0) + max(x, y) + max(x, y.s0) + fmin(x, y.s0) + fmax(x, y.s0) +      \
                    ldexp(x, 2) + select(x, y, (bits##width)(i)) + bitselect(x, y, x);             \
    r += select(x, y, isnan(nan((u##bits##width)(i))));                                            \
    vstore##width(r, i, o);                                                                        \
  }
#define APPROXIMATE(width)                                                                         \
  kernel void approximate##width(global const float *a, global float *o) {                         \
    const size_t i = get_global_id(0);                                                             \
    const float##width x = vload##width(2 * i, a), y = vload##width(2 * i + 1, a);                 \
    float##width r = half_cos(x) + half_divide(x, y) + half_exp(x) + half_exp2(x) + half_log(x) +  \
                     half_log10(x) + half_log2(x) + half_powr(x, y) + half_recip(x) +              \
                     half_rsqrt(x) + half_sin(x) + half_sqrt(x) + 0.01f * half_exp10(x);           \
    r += native_cos(x) + native_divide(x, y) + native_exp(x) + native_exp2(x) + native_log(x) +    \
         native_log10(x) + native_log2(x) + native_powr(x, y) + native_recip(x) +                  \
         native_rsqrt(x) + native_sin(x) + native_sqrt(x) + 0.01f * native_exp10(x);               \
    r += half_tan(0.3f * x) + native_tan(0.3f * x);                                                \
    vstore##width(0.001f * r, i, o);                                                               \
  }

SCALARS(float, int)
VECTORS(float, int, 2)
VECTORS(float, int, 3)
VECTORS(float, int, 4)
SCALARS(double, long)
VECTORS(double, long, 2)
VECTORS(double, long, 3)
VECTORS(double, long, 4)
APPROXIMATE(2)
APPROXIMATE(3)
APPROXIMATE(8)
#ifdef WIDE
VECTORS(float, int, 8)
VECTORS(float, int, 16)
VECTORS(double, long, 8)
VECTORS(double, long, 16)
APPROXIMATE(4)
APPROXIMATE(16)
#endif
#ifdef HALVES
SCALARS(half, short)
VECTORS(half, short, 2)
VECTORS(half, short, 3)
VECTORS(half, short, 4)
VECTORS(half, short, 8)
VECTORS(half, short, 16)
#endif
