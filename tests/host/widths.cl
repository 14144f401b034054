// Kernels whose best width of packs depends on sizes and caches, and some that keep their width.

/// Each work-item walks a row of its own.
kernel void row_sums(global const float *a, global const float *x, global float *out, int n) {
  const int i = get_global_id(0);
  float sum = 0;
  for (int j = 0; j < n; ++j)
    sum += a[i * n + j] * x[j];
  out[i] = sum;
}

/// A loop that diverges.
kernel void steps(global const uint *in, global uint *out) {
  const size_t i = get_global_id(0);
  uint value = in[i];
  uint count = 0;
  while (value != 1 && count < 200) {
    value = value & 1 ? 3 * value + 1 : value / 2;
    ++count;
  }
  out[i] = count;
}

#pragma OPENCL EXTENSION cl_khr_subgroups : enable
/// The result depends on the size of sub-groups.
kernel void sub_group_sums(global const int *in, global int *out, int n) {
  const int i = get_global_id(0);
  int sum = 0;
  for (int j = 0; j < n; ++j)
    sum += in[i * n + j];
  out[i] = sub_group_reduce_add(sum);
}
