// See half.cpp.
#include "device.cuh"

#include <cuda_fp16.h>

constexpr int kItems = 1 << 22, kSteps = 1024, kGroup = 256;
constexpr std::size_t kSize = std::size_t(1) << 28;

__global__ void polynomial(const half *values, half2 *pairs) {
  const std::size_t i = blockIdx.x * blockDim.x + threadIdx.x;
  const half2 x(values[i], values[i + 1]), a(0.25f, 0.25f), b(0.125f, 0.125f);
  half2 y = x;
#pragma unroll 8
  for (int n = 0; n < kSteps; n += 2)
    y = (y * x + a) * x + b;
  pairs[i] = y;
}

__global__ void chain(const half *values, half *sums) {
  const std::size_t i = blockIdx.x * blockDim.x + threadIdx.x;
  const half x = values[i], a(0.25f);
  half y = x;
#pragma unroll 8
  for (int n = 0; n < kSteps; ++n)
    y = __hfma(y, x, a);
  sums[i] = y;
}

__global__ void axpy(const half *values, half *sums) {
  const std::size_t i = std::size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  sums[i] = half(0.5f) * values[i] + half(0.25f) * sums[i];
}

int main() {
  half *values = makeInput<half>(kSize), *sums = makeInput<half>(kSize);
  half2 *pairs = reinterpret_cast<half2 *>(sums);
  const auto element = [&] { return float(readElement(sums, 1001)); };
  measure(
      "half2_polynomial", 1e-9 * kItems * kSteps * 2 * 2, "GFLOP/s",
      [&] { polynomial<<<kItems / kGroup, kGroup>>>(values, pairs); }, waitForDevice, element);
  measure(
      "half_fma", 1e-9 * kItems * kSteps * 2, "GFLOP/s",
      [&] { chain<<<kItems / kGroup, kGroup>>>(values, sums); }, waitForDevice, element);
  measure(
      "half_axpy", 1e-9 * kSize * sizeof(half) * 3, "GB/s",
      [&] { axpy<<<kSize / kGroup, kGroup>>>(values, sums); }, waitForDevice, element);
}
