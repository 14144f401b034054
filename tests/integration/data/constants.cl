// A specialization constant of each type, and kernels that write the values that they read.
#include <ursa/spec_constants.h>

typedef struct {
  char tag;
  float4 color;
  short grid[2][3];
  struct {
    double weight;
    uchar level;
  } inner;
} Everything;

URSA_SPEC_CONSTANT(bool, flag, true)
URSA_SPEC_CONSTANT(char, tiny, -5)
URSA_SPEC_CONSTANT(ushort, little, 60000)
URSA_SPEC_CONSTANT(int, number, 42)
URSA_SPEC_CONSTANT(long, large, -7000000000L)
URSA_SPEC_CONSTANT(float, real, 1.5f)
URSA_SPEC_CONSTANT(double, precise, 0.1)
URSA_SPEC_CONSTANT(float3, direction, (float3)(1.0f, 2.0f, 3.0f))
URSA_SPEC_CONSTANT(Everything, everything,
                   {'a', (float4)(1.0f, 2.0f, 3.0f, 4.0f), {{1, 2, 3}, {4, 5, 6}}, {0.5, 200}})

kernel void scalars(global double *out) {
  out[0] = ursa_get(flag);
  out[1] = ursa_get(tiny);
  out[2] = ursa_get(little);
  out[3] = ursa_get(number);
  out[4] = ursa_get(large);
  out[5] = ursa_get(real);
  out[6] = ursa_get(precise);
}

kernel void composites(global double *out) {
  const float3 direction = ursa_get(direction);
  const Everything all = ursa_get(everything);
  out[0] = direction.x;
  out[1] = direction.y;
  out[2] = direction.z;
  out[3] = all.tag;
  out[4] = all.color.x;
  out[5] = all.color.w;
  for (int i = 0; i < 6; ++i)
    out[6 + i] = all.grid[i / 3][i % 3];
  out[12] = all.inner.weight;
  out[13] = all.inner.level;
}
