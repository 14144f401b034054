// NaN on the host device at every vector width: fmin and fmax return the other operand, also where the compiler knows
// that it is a number, and saturating conversions return 0. Each work-item writes which results are wrong.
// RUN: %ursac %s --targets=host-x86_64 -o a.ursa
// RUN: awk 'BEGIN { for (i = 0; i < 80; ++i) printf "\377\377\377\377\377\377\377\177" }' | LC_ALL=C head -c 640 > nan.bin && head -c 320 /dev/zero > zeros.bin
// RUN: export URSA_CACHE=1 XDG_CACHE_HOME=$PWD/cache; for width in 1 4 8 16 32; do for kernel in extrema saturated; do URSA_HOST_VECTOR_WIDTH=$width %run a.ursa --device host:0 --kernel $kernel --global 80 --local 40 --arg in:nan.bin --arg out:320:wrong.bin && cmp wrong.bin zeros.bin || exit 1; done; done
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

kernel void extrema(global const double *in, global uint *wrong) {
  const int i = (int)get_global_id(0);
  const double x = in[i];
  const float y = (float)x;
  uint bad = 0;
  bad |= fmax(x, (double)i) == (double)i ? 0u : 1u;
  bad |= fmin((double)i, x) == (double)i ? 0u : 2u;
  bad |= fmax((float)i, y) == (float)i ? 0u : 4u;
  bad |= fmin(y, (float)i) == (float)i ? 0u : 8u;
  bad |= fmin(y, 1.5f) == 1.5f ? 0u : 16u;
  bad |= fmax((float4)(y, 1.0f, y, y), (float)i).w == (float)i ? 0u : 32u;
  bad |= isnan(fmax(y, y)) && isnan(fmin(x, x)) ? 0u : 64u;
  wrong[i] = bad;
}

#define SATURATED(type, bit)                                                                       \
  bad |= (convert_##type##_sat(x) | convert_##type##_sat_rte(y)) == 0 ? 0u : 1u << bit;            \
  bad |= any(convert_##type##4_sat((float4)(y)) != (type##4)(0)) ? 1u << bit : 0u;

kernel void saturated(global const double *in, global uint *wrong) {
  const int i = (int)get_global_id(0);
  const double x = in[i];
  const float y = (float)x;
  uint bad = 0;
  SATURATED(char, 0) SATURATED(uchar, 1) SATURATED(short, 2) SATURATED(ushort, 3)
  SATURATED(int, 4) SATURATED(uint, 5) SATURATED(long, 6) SATURATED(ulong, 7)
  wrong[i] = bad;
}
