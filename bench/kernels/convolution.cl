// Convolution of a picture that has a margin, so that no access needs a check.
#include <ursa/spec_constants.h>

URSA_SPEC_CONSTANT(int, radius, 1)

#define MARGIN 3

kernel void convolution(global const float *in, global const float *weights, global float *out,
                        int width) {
  const int x = get_global_id(0), y = get_global_id(1);
  const int r = ursa_get(radius), pitch = width + 2 * MARGIN;
  float sum = 0.0f;
  for (int dy = -r; dy <= r; ++dy)
    for (int dx = -r; dx <= r; ++dx)
      sum += weights[(dy + r) * (2 * r + 1) + dx + r] *
             in[(y + dy + MARGIN) * pitch + x + dx + MARGIN];
  out[y * width + x] = sum;
}
