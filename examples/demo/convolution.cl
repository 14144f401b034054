// Convolution of a picture with a square filter whose size and coefficients are specialization
// constants: if they are known when the kernel is compiled, the loops unroll and the coefficients
// become literals.
#include <ursa/spec_constants.h>

// Large enough for the largest radius, 3; a smaller filter uses the upper left corner of 2 * radius
// + 1 rows.
typedef struct {
  float m[7][7];
} Coefficients;

URSA_SPEC_CONSTANT(int, radius, 1)

// The identity filter: 1 in the centre of 3 by 3.
URSA_SPEC_CONSTANT(Coefficients, coefficients, {{{0.0f}, {0.0f, 1.0f}}})

kernel void convolve(global const uchar4 *in, global uchar4 *out, int width, int height) {
  const int x = get_global_id(0);
  const int y = get_global_id(1);
  if (x >= width || y >= height)
    return;

  const int r = ursa_get(radius);
  const Coefficients c = ursa_get(coefficients);
  float4 sum = 0.0f;
  for (int dy = -r; dy <= r; ++dy) {
    const int row = clamp(y + dy, 0, height - 1);
    for (int dx = -r; dx <= r; ++dx) {
      const int column = clamp(x + dx, 0, width - 1);
      sum += c.m[dy + r][dx + r] * convert_float4(in[row * width + column]);
    }
  }
  uchar4 result = convert_uchar4_sat_rte(sum);
  result.w = in[y * width + x].w;
  out[y * width + x] = result;
}
