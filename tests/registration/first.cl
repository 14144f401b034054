#include <ursa/spec_constants.h>

URSA_SPEC_CONSTANT(float, factor, 1.0f)

kernel void times(global float *p) { p[get_global_id(0)] = (get_global_id(0) + 1) * ursa_get(factor); }
