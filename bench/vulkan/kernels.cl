// The kernels of the benchmarks of Vulkan. NAME.comp and cuda_peer.cu do the same work in the same
// order: buffers that are read, the buffer of results, then values.
#define GROUP 256
#define TILE 16

kernel void empty() {}

kernel void vector_add(global const float *restrict a, global const float *restrict b,
                       global float *restrict c) {
  const int i = get_global_id(0);
  c[i] = a[i] + b[i];
}

kernel void saxpy(global const float *restrict x, global float *restrict y, float a) {
  const int i = get_global_id(0);
  y[i] = a * x[i] + y[i];
}

kernel void mandelbrot(global float *restrict counts, int width, float step, int limit) {
  const int column = get_global_id(0), row = get_global_id(1);
  const float x0 = -2.0f + column * step, y0 = -1.5f + row * step;
  float x = 0.0f, y = 0.0f;
  int count = 0;
  while (count < limit && x * x + y * y <= 4.0f) {
    const float next = x * x - y * y + x0;
    y = 2.0f * x * y + y0;
    x = next;
    ++count;
  }
  counts[row * width + column] = count;
}

kernel void convolution(global const float *restrict in, global const float *restrict weights,
                        global float *restrict out, int width, int height) {
  const int column = get_global_id(0), row = get_global_id(1);
  float sum = 0.0f;
  for (int dy = -2; dy <= 2; ++dy)
    for (int dx = -2; dx <= 2; ++dx)
      sum += weights[(dy + 2) * 5 + dx + 2] *
             in[clamp(row + dy, 0, height - 1) * width + clamp(column + dx, 0, width - 1)];
  out[row * width + column] = sum;
}

kernel void matmul(global const float *restrict a, global const float *restrict b,
                   global float *restrict c, int n) {
  const int column = get_global_id(0), row = get_global_id(1);
  float sum = 0.0f;
  for (int k = 0; k < n; ++k)
    sum += a[row * n + k] * b[k * n + column];
  c[row * n + column] = sum;
}

kernel void matmul_tiled(global const float *restrict a, global const float *restrict b,
                         global float *restrict c, int n) {
  local float tileA[TILE][TILE], tileB[TILE][TILE];
  const int x = get_local_id(0), y = get_local_id(1);
  const int column = get_global_id(0), row = get_global_id(1);
  float sum = 0.0f;
  for (int k = 0; k < n; k += TILE) {
    tileA[y][x] = a[row * n + k + x];
    tileB[y][x] = b[(k + y) * n + column];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = 0; i < TILE; ++i)
      sum += tileA[y][i] * tileB[i][x];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  c[row * n + column] = sum;
}

kernel void reduction(global const float *restrict in, global float *restrict sums, int n) {
  local float parts[GROUP];
  const int id = get_local_id(0);
  float sum = 0.0f;
  for (int i = get_global_id(0); i < n; i += get_global_size(0))
    sum += in[i];
  parts[id] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int width = GROUP / 2; width > 0; width /= 2) {
    if (id < width)
      parts[id] += parts[id + width];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (id == 0)
    sums[get_group_id(0)] = parts[0];
}

kernel void nbody(global const float4 *restrict bodies, global float4 *restrict accelerations,
                  int n) {
  local float4 tile[GROUP];
  const int id = get_local_id(0);
  const float4 own = bodies[get_global_id(0)];
  float3 sum = 0.0f;
  for (int k = 0; k < n; k += GROUP) {
    tile[id] = bodies[k + id];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = 0; i < GROUP; ++i) {
      const float4 other = tile[i];
      const float3 d = other.xyz - own.xyz;
      const float near = rsqrt(d.x * d.x + d.y * d.y + d.z * d.z + 1e-3f);
      sum += d * (other.w * near * near * near);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  accelerations[get_global_id(0)] = (float4)(sum, 0.0f);
}
