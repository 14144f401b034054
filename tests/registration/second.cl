#include <ursa/spec_constants.h>

URSA_SPEC_CONSTANT(float, summand, 1.0f)

kernel void plus(global float *p) { p[get_global_id(0)] = get_global_id(0) + ursa_get(summand); }
