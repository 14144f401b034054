// A composite specialization constant with inner gaps and tail padding, read by a helper function and
// by two kernels, and a vector of three elements.
#include <ursa/spec_constants.h>

typedef struct {
  short weight;
  double scale;
  char tag;
} Nested;

typedef struct {
  bool enabled;
  double factor;
  float4 color;
  Nested nested[2];
  float3 direction;
  char last;
} Composite;

URSA_SPEC_CONSTANT(Composite, composite,
                   {true,
                    0.5,
                    (float4)(1.0f, 2.0f, 3.0f, 4.0f),
                    {{10, 20.0, 30}, {11, 21.0, 31}},
                    (float3)(5.0f, 6.0f, 7.0f),
                    8})
URSA_SPEC_CONSTANT(float3, axis, (float3)(0.25f, 0.5f, 0.75f))

double nested_sum(int i) {
  const Nested n = ursa_get(composite).nested[i];
  return n.weight + n.scale + n.tag;
}

kernel void members(global double *out) {
  const Composite c = ursa_get(composite);
  out[0] = c.enabled ? 1.0 : 0.0;
  out[1] = c.factor;
  out[2] = c.color.x;
  out[3] = c.color.w;
  out[4] = nested_sum(0);
  out[5] = nested_sum(1);
  out[6] = c.direction.z;
  out[7] = c.last;
  out[8] = ursa_get(axis).y;
}

kernel void nested_sums(global double *out) {
  out[get_global_id(0)] = nested_sum(get_global_id(0) & 1);
}
