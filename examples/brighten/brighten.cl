#include <ursa/spec_constants.h>

URSA_SPEC_CONSTANT(float, gain, 1.0f)

kernel void brighten(global float *pixels) { pixels[get_global_id(0)] *= ursa_get(gain); }
