// The kernels of the benchmarks beside CUDA C++; kernels.cu does the same work in the same order.
#include "../vulkan/kernels.cl"

kernel void transpose(global const float *restrict in, global float *restrict out, int n) {
  local float tile[32][33];
  const int x = get_local_id(0), y = get_local_id(1);
  const int column = get_group_id(0) * 32, row = get_group_id(1) * 32;
  for (int i = 0; i < 32; i += 8)
    tile[y + i][x] = in[(row + y + i) * n + column + x];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = 0; i < 32; i += 8)
    out[(column + y + i) * n + row + x] = tile[x][y + i];
}

kernel void histogram(global const uint *restrict in, global uint *restrict counts, int n) {
  local uint bins[256];
  const int id = get_local_id(0);
  bins[id] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = get_global_id(0); i < n; i += get_global_size(0))
    atomic_inc(&bins[in[i] & 255]);
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_add(&counts[id], bins[id]);
}
