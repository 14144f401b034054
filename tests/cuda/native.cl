// Kernels that the fake driver knows by name. It finds the value that `constant` stores in its PTX.
#include <ursa/spec_constants.h>

URSA_SPEC_CONSTANT(int, answer, 42)
URSA_SPEC_CONSTANT(int, rounds, 5)

kernel void constant_value(global int *out) { out[0] = ursa_get(answer); }

kernel void iota(global int *out, int start) {
  out[get_global_id(0)] = start + (int)get_global_id(0);
}

kernel void squares(global int *out) {
  for (int i = 0; i < ursa_get(rounds); ++i)
    out[i] = i * i;
}
