// See local.cpp.
#include "device.cuh"

constexpr int kSize = 1 << 24, kBlock = 2048, kGroup = 256, kBodies = 1 << 15;

__global__ void sortBlocks(const float *values, float *sorted) {
  __shared__ float block[kBlock];
  const int id = threadIdx.x, first = blockIdx.x * kBlock;
  block[id] = values[first + id];
  block[id + kBlock / 2] = values[first + id + kBlock / 2];
  for (int size = 2; size <= kBlock; size *= 2)
    for (int stride = size / 2; stride > 0; stride /= 2) {
      __syncthreads();
      const int at = 2 * id - (id & (stride - 1));
      const bool up = (at & size) == 0;
      const float low = block[at], high = block[at + stride];
      if ((low > high) == up) {
        block[at] = high;
        block[at + stride] = low;
      }
    }
  __syncthreads();
  sorted[first + id] = block[id];
  sorted[first + id + kBlock / 2] = block[id + kBlock / 2];
}

__global__ void attract(const float4 *bodies, float4 *out) {
  __shared__ float4 tile[kGroup];
  const int id = threadIdx.x;
  const float4 own = bodies[blockIdx.x * kGroup + id];
  float x = 0, y = 0, z = 0;
  for (int k = 0; k < kBodies; k += kGroup) {
    tile[id] = bodies[k + id];
    __syncthreads();
    for (int i = 0; i < kGroup; ++i) {
      const float4 other = tile[i];
      const float dx = other.x - own.x, dy = other.y - own.y, dz = other.z - own.z;
      const float near = rsqrtf(dx * dx + dy * dy + dz * dz + 1e-3f);
      const float scale = other.w * near * near * near;
      x += dx * scale;
      y += dy * scale;
      z += dz * scale;
    }
    __syncthreads();
  }
  out[blockIdx.x * kGroup + id] = {x, y, z, 0};
}

int main() {
  const float *values = makeInput<float>(kSize);
  float *sorted = makeInput<float>(kSize);
  measure(
      "bitonic_blocks", 1e-9 * kSize, "Gelement/s",
      [&] { sortBlocks<<<kSize / kBlock, kBlock / 2>>>(values, sorted); }, waitForDevice,
      [&] { return readElement(sorted, 12345); });
  const float4 *bodies = reinterpret_cast<const float4 *>(makeInput<float>(4 * kBodies));
  float *accelerations = makeInput<float>(4 * kBodies);
  measure(
      "n_body", 20e-9 * kBodies * kBodies, "GFLOP/s",
      [&] {
        attract<<<kBodies / kGroup, kGroup>>>(bodies, reinterpret_cast<float4 *>(accelerations));
      },
      waitForDevice, [&] { return readElement(accelerations, 12344); });
}
