// Writes a specialization constant, so that a launch shows which value it was built with.
#include <ursa/spec_constants.h>

URSA_SPEC_CONSTANT(int, value, 1)

kernel void write_value(global int *out) { out[get_global_id(0)] = ursa_get(value); }
