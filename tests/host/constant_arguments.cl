// Kernels whose arguments would pay as constants, and one whose arguments would not.

/// The sum of a square around each element, weighted like a Gaussian, of rows of `width`.
kernel void convolve(global const float *in, global float *out, int radius, int width) {
  const int x = get_global_id(0), y = get_global_id(1);
  float sum = 0;
  for (int dy = -radius; dy <= radius; ++dy)
    for (int dx = -radius; dx <= radius; ++dx) {
      const float near = dx * dx + dy * dy, size = 2.0f * radius * radius + 0.1f;
      sum += exp(-near / size) * in[(y + dy + 8) * width + x + dx + 8];
    }
  out[y * get_global_size(0) + x] = sum;
}

/// Each argument decides a branch or how often a loop runs.
kernel void types(global int *out, char small, ushort middle, long large, float real, double exact,
                  int2 pair, uchar flag) {
  int sum = get_global_id(0);
  for (int i = 0; i < small; ++i)
    sum = sum * 3 + out[i];
  for (int i = 0; i < middle; ++i)
    sum = sum * 5 + out[i];
  for (long i = large; i < 3; ++i)
    sum = sum * 7 + out[i];
  if (real > 0.5f)
    sum = sum * 11 + out[1];
  if (exact < 0.25)
    sum ^= out[2] % 13;
  for (int i = pair.x; i < pair.y; ++i)
    sum = sum * 17 + out[i];
  if (pair.x < pair.y)
    sum = sum * 23 + out[4] / pair.y;
  if (flag)
    sum = sum * 19 + out[3];
  out[16 + get_global_id(0)] = sum;
}

kernel void scale(global float *values, float factor) { values[get_global_id(0)] *= factor; }

/// The work-group's sum of the elements, `steps` times.
kernel void sums(global int *values, int steps, local int *all) {
  const int i = get_local_id(0), size = get_local_size(0);
  for (int step = 0; step < steps; ++step) {
    all[i] = values[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    int sum = step;
    for (int j = 0; j < size; ++j)
      sum += all[j];
    barrier(CLK_LOCAL_MEM_FENCE);
    values[get_global_id(0)] = sum & 0xffff;
  }
}
