// Neighbours in grids, and work-groups that share local memory.

kernel void stencil(global const float *in, global float *out, int n) {
  const int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
  const int i = (z * n + y) * n + x;
  if (x > 0 && x < n - 1 && y > 0 && y < n - 1 && z > 0 && z < n - 1)
    out[i] = 0.4f * in[i] + 0.1f * (in[i - 1] + in[i + 1] + in[i - n] + in[i + n] + in[i - n * n] +
                                    in[i + n * n]);
  else
    out[i] = in[i];
}

kernel void transpose(global const float *in, global float *out, int n) {
  const int x = get_global_id(0), y = get_global_id(1);
  out[x * n + y] = in[y * n + x];
}

// The border of the picture is one element wide, and each tile's, too.
kernel void jacobi(global const float *in, global float *out, int n) {
  local float tile[18][18];
  const int x = get_local_id(0), y = get_local_id(1), pitch = n + 2;
  const int at = (get_global_id(1) + 1) * pitch + get_global_id(0) + 1;
  tile[y + 1][x + 1] = in[at];
  if (x == 0)
    tile[y + 1][0] = in[at - 1];
  if (x == 15)
    tile[y + 1][17] = in[at + 1];
  if (y == 0)
    tile[0][x + 1] = in[at - pitch];
  if (y == 15)
    tile[17][x + 1] = in[at + pitch];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(1) * n + get_global_id(0)] =
      0.25f * (tile[y][x + 1] + tile[y + 2][x + 1] + tile[y + 1][x] + tile[y + 1][x + 2]);
}

// Each group counts the bytes of its own part.
kernel void histogram(global const uchar *in, global uint *counts, int each) {
  local uint own[256];
  const int id = get_local_id(0);
  own[id] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = 0; i < each; ++i)
    atomic_inc(&own[in[(get_group_id(0) * each + i) * 256 + id]]);
  barrier(CLK_LOCAL_MEM_FENCE);
  counts[get_global_id(0)] = own[id];
}

// A tree whose steps follow from the size of the group.
kernel void tree(global const float *in, global float *sums) {
  local float parts[256];
  const uint id = get_local_id(0);
  parts[id] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint width = get_local_size(0) / 2; width > 0; width /= 2) {
    if (id < width)
      parts[id] += parts[id + width];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (id == 0)
    sums[get_group_id(0)] = parts[0];
}

// Each work-item takes every n-th element of all, so that a group reads a row of its own in each round.
kernel void strided_sums(global const float *in, global float *sums, uint count) {
  local float parts[256];
  const uint id = get_local_id(0);
  float sum = 0;
  for (size_t i = get_global_id(0); i < count; i += get_global_size(0))
    sum += in[i];
  parts[id] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint width = 128; width > 0; width /= 2) {
    if (id < width)
      parts[id] += parts[id + width];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (id == 0)
    sums[get_group_id(0)] = parts[0];
}
