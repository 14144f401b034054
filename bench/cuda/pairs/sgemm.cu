// See sgemm.cpp.
#include "device.cuh"

constexpr int kSize = 4096, kTile = 128, kDepth = 8, kOwn = 8;

__global__ void sgemm(const float *a, const float *b, float *c) {
  __shared__ float tileA[kDepth][kTile], tileB[kDepth][kTile];
  const int x = threadIdx.x, y = threadIdx.y;
  const int id = y * (kTile / kOwn) + x;
  const int row = blockIdx.y * kTile, column = blockIdx.x * kTile;
  float sums[kOwn][kOwn] = {};
  for (int k = 0; k < kSize; k += kDepth) {
#pragma unroll
    for (int i = 0; i < 4; ++i) {
      tileA[(id & 1) * 4 + i][id / 2] = a[(row + id / 2) * kSize + k + (id & 1) * 4 + i];
      tileB[id / 32][(id & 31) * 4 + i] = b[(k + id / 32) * kSize + column + (id & 31) * 4 + i];
    }
    __syncthreads();
#pragma unroll
    for (int n = 0; n < kDepth; ++n)
#pragma unroll
      for (int i = 0; i < kOwn; ++i)
#pragma unroll
        for (int j = 0; j < kOwn; ++j)
          sums[i][j] += tileA[n][y * kOwn + i] * tileB[n][x * kOwn + j];
    __syncthreads();
  }
#pragma unroll
  for (int i = 0; i < kOwn; ++i)
#pragma unroll
    for (int j = 0; j < kOwn; ++j)
      c[(row + y * kOwn + i) * kSize + column + x * kOwn + j] = sums[i][j];
}

int main() {
  constexpr std::size_t kElements = std::size_t(kSize) * kSize;
  const float *a = makeInput<float>(kElements), *b = makeInput<float>(kElements);
  float *c = makeInput<float>(kElements);
  const dim3 group(kTile / kOwn, kTile / kOwn), groups(kSize / kTile, kSize / kTile);
  measure(
      "sgemm_tiles_128", 2e-9 * kSize * kElements, "GFLOP/s",
      [&] { sgemm<<<groups, group>>>(a, b, c); }, waitForDevice,
      [&] { return readElement(c, 12345); });
}
