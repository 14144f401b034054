#include <ursa/spec_constants.h>

URSA_SPEC_CONSTANT(float, whole, 1.0f)

kernel void fill(global float *p) { p[get_global_id(0)] = ursa_get(whole); }
