// The kernels of kernels.cl in CUDA C++, as the peer of the benchmarks `nvcc`.
constexpr int kGroup = 256;
constexpr int kTile = 16;

extern "C" __global__ void vector_add(const float *__restrict__ a, const float *__restrict__ b,
                                      float *__restrict__ c) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  c[i] = a[i] + b[i];
}

extern "C" __global__ void convolution(const float *__restrict__ in,
                                       const float *__restrict__ weights, float *__restrict__ out,
                                       int width, int height) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  float sum = 0.0f;
  for (int dy = -2; dy <= 2; ++dy)
    for (int dx = -2; dx <= 2; ++dx)
      sum += weights[(dy + 2) * 5 + dx + 2] *
             in[min(max(row + dy, 0), height - 1) * width + min(max(column + dx, 0), width - 1)];
  out[row * width + column] = sum;
}

extern "C" __global__ void matmul_tiled(const float *__restrict__ a, const float *__restrict__ b,
                                        float *__restrict__ c, int n) {
  __shared__ float tileA[kTile][kTile], tileB[kTile][kTile];
  const int x = threadIdx.x, y = threadIdx.y;
  const int column = blockIdx.x * kTile + x, row = blockIdx.y * kTile + y;
  float sum = 0.0f;
  for (int k = 0; k < n; k += kTile) {
    tileA[y][x] = a[row * n + k + x];
    tileB[y][x] = b[(k + y) * n + column];
    __syncthreads();
    for (int i = 0; i < kTile; ++i)
      sum += tileA[y][i] * tileB[i][x];
    __syncthreads();
  }
  c[row * n + column] = sum;
}

extern "C" __global__ void reduction(const float *__restrict__ in, float *__restrict__ sums,
                                     int n) {
  __shared__ float parts[kGroup];
  const int id = threadIdx.x;
  float sum = 0.0f;
  for (int i = blockIdx.x * kGroup + id; i < n; i += gridDim.x * kGroup)
    sum += in[i];
  parts[id] = sum;
  __syncthreads();
  for (int width = kGroup / 2; width > 0; width /= 2) {
    if (id < width)
      parts[id] += parts[id + width];
    __syncthreads();
  }
  if (id == 0)
    sums[blockIdx.x] = parts[0];
}

extern "C" __global__ void nbody(const float4 *__restrict__ bodies,
                                 float4 *__restrict__ accelerations, int n) {
  __shared__ float4 tile[kGroup];
  const int id = threadIdx.x;
  const float4 own = bodies[blockIdx.x * kGroup + id];
  float3 sum = {0, 0, 0};
  for (int k = 0; k < n; k += kGroup) {
    tile[id] = bodies[k + id];
    __syncthreads();
    for (int i = 0; i < kGroup; ++i) {
      const float4 other = tile[i];
      const float3 d = {other.x - own.x, other.y - own.y, other.z - own.z};
      const float near = rsqrtf(d.x * d.x + d.y * d.y + d.z * d.z + 1e-3f);
      const float scale = other.w * near * near * near;
      sum.x += d.x * scale;
      sum.y += d.y * scale;
      sum.z += d.z * scale;
    }
    __syncthreads();
  }
  accelerations[blockIdx.x * kGroup + id] = {sum.x, sum.y, sum.z, 0};
}

extern "C" __global__ void transpose(const float *__restrict__ in, float *__restrict__ out, int n) {
  __shared__ float tile[32][33];
  const int x = threadIdx.x, y = threadIdx.y;
  const int column = blockIdx.x * 32, row = blockIdx.y * 32;
  for (int i = 0; i < 32; i += 8)
    tile[y + i][x] = in[(row + y + i) * n + column + x];
  __syncthreads();
  for (int i = 0; i < 32; i += 8)
    out[(column + y + i) * n + row + x] = tile[x][y + i];
}

extern "C" __global__ void histogram(const unsigned *__restrict__ in,
                                     unsigned *__restrict__ counts, int n) {
  __shared__ unsigned bins[256];
  const int id = threadIdx.x;
  bins[id] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + id; i < n; i += gridDim.x * blockDim.x)
    atomicAdd(&bins[in[i] & 255], 1u);
  __syncthreads();
  atomicAdd(&counts[id], bins[id]);
}
