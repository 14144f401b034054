// A specialization constant of every scalar type that all devices support. The kernel writes them as doubles.
#include <ursa/spec_constants.h>

URSA_SPEC_CONSTANT(bool, c_bool, true)
URSA_SPEC_CONSTANT(char, c_char, -2)
URSA_SPEC_CONSTANT(uchar, c_uchar, 200)
URSA_SPEC_CONSTANT(short, c_short, -300)
URSA_SPEC_CONSTANT(ushort, c_ushort, 60000)
URSA_SPEC_CONSTANT(int, c_int, -70000)
URSA_SPEC_CONSTANT(uint, c_uint, 4000000000u)
URSA_SPEC_CONSTANT(long, c_long, -5000000000L)
URSA_SPEC_CONSTANT(ulong, c_ulong, 5000000000UL)
URSA_SPEC_CONSTANT(float, c_float, 2.25f)
URSA_SPEC_CONSTANT(double, c_double, -3.125)

kernel void scalars(global double *out) {
  out[0] = ursa_get(c_bool) ? 1.0 : 0.0;
  out[1] = ursa_get(c_char);
  out[2] = ursa_get(c_uchar);
  out[3] = ursa_get(c_short);
  out[4] = ursa_get(c_ushort);
  out[5] = ursa_get(c_int);
  out[6] = ursa_get(c_uint);
  out[7] = ursa_get(c_long);
  out[8] = ursa_get(c_ulong);
  out[9] = ursa_get(c_float);
  out[10] = ursa_get(c_double);
}
