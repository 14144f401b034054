// See range.cpp.
#include "device.cuh"

#include <cuda_fp16.h>

constexpr std::size_t kSize = std::size_t(1) << 26, kSide = 8192, kGroup = 256;

__global__ void triad(float *a, const float *b, const float *c) {
  const std::size_t i = std::size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < kSize)
    a[i] = b[i] + 0.5f * c[i];
}

__global__ void stencil(const float *b, float *c) {
  const std::size_t y = blockIdx.y, x = std::size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (x == 0 || y == 0 || x >= kSide - 1 || y == kSide - 1)
    return;
  const float *at = b + y * kSide + x;
  c[y * kSide + x] = 0.2f * (at[0] + at[-1] + at[1] + at[-int(kSide)] + at[kSide]);
}

__global__ void scale(const half *from, half *to) {
  const std::size_t i = std::size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < kSize)
    to[i] = from[i] * half(0.5f);
}

int main() {
  float *a = makeInput<float>(kSize), *b = makeInput<float>(kSize), *c = makeInput<float>(kSize);
  measure(
      "triad", 1e-9 * kSize * sizeof(float) * 3, "GB/s",
      [&] { triad<<<kSize / kGroup, kGroup>>>(a, b, c); }, waitForDevice,
      [&] { return readElement(a, 12345); });
  measure(
      "stencil_5_points", 1e-9 * kSize * sizeof(float) * 2, "GB/s",
      [&] { stencil<<<dim3(kSide / kGroup, kSide), kGroup>>>(b, c); }, waitForDevice,
      [&] { return readElement(c, 12345678); });
  half *from = makeInput<half>(kSize), *to = makeInput<half>(kSize);
  measure(
      "scale_half", 1e-9 * kSize * sizeof(half) * 2, "GB/s",
      [&] { scale<<<kSize / kGroup, kGroup>>>(from, to); }, waitForDevice,
      [&] { return float(readElement(to, 12345)); });
}
