// Reads one member of a composite: the leaves of the others are not in the code.
#include <ursa/spec_constants.h>

typedef struct {
  int value[4];
} Four;

URSA_SPEC_CONSTANT(Four, four, {{1, 2, 3, 4}})

kernel void one_member(global int *out) { *out = ursa_get(four).value[2]; }
