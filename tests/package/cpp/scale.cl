// Device headers are found without an -I.
#include <ursa/spec_constants.h>

kernel void scale(global float *data) { data[get_global_id(0)] *= 3; }
