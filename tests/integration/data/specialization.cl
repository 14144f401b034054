// Constants whose values a launch writes.
#include <ursa/spec_constants.h>

typedef struct {
  char small;
  int large;
} Pair;

URSA_SPEC_CONSTANT(int, scale, 3)
URSA_SPEC_CONSTANT(Pair, pair, {7, 9})

kernel void show(global int *out) {
  const Pair p = ursa_get(pair);
  out[0] = ursa_get(scale);
  out[1] = p.small;
  out[2] = p.large;
}

// Waits until the host opens the gate, then writes the value of the launch.
kernel void show_late(global int *out, global const volatile int *gate) {
  while (*gate == 0)
    ;
  out[0] = ursa_get(scale);
}
