// Kernels that the fake driver knows by name. It finds the value that `constant` stores in its PTX.
#include <ursa/spec_constants.h>

URSA_SPEC_CONSTANT(int, answer, 42)
URSA_SPEC_CONSTANT(float, unused, 1.0f)

kernel void constant_value(global int *out) { out[0] = ursa_get(answer); }

kernel void iota(global int *out, int start) {
  out[get_global_id(0)] = start + (int)get_global_id(0) + (ursa_get(unused) > 1e30f ? 1 : 0);
}
