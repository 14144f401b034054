// Four of the Vulkan benchmarks in CUDA C++, with their sizes on a GPU: prints the rate of each
// from its median launch. Not part of the build: nvcc -O3 -arch=native cuda_peer.cu -o cuda_peer
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <vector>

#include "../cuda/kernels.cu"

namespace {

constexpr int kRuns = 50;

void check(cudaError_t code, const char *doing) {
  if (code == cudaSuccess)
    return;
  std::fprintf(stderr, "error: %s failed: %s\n", doing, cudaGetErrorString(code));
  std::exit(1);
}

// Allocates device memory, filled with small positive numbers unless it is for results.
float *allocate(size_t count, bool isResult = false) {
  float *memory = nullptr;
  check(cudaMalloc(&memory, count * sizeof(float)), "cudaMalloc");
  if (isResult)
    return memory;
  std::vector<float> values(count);
  unsigned state = 1;
  for (float &value : values) {
    state = state * 1664525u + 1013904223u;
    value = static_cast<float>(state >> 8) / static_cast<float>(1u << 24);
  }
  check(cudaMemcpy(memory, values.data(), count * sizeof(float), cudaMemcpyHostToDevice),
        "cudaMemcpy");
  return memory;
}

// @param work bytes or operations of one launch
void report(const char *name, double work, const char *unit, const std::function<void()> &launch) {
  cudaEvent_t begin, end;
  check(cudaEventCreate(&begin), "cudaEventCreate");
  check(cudaEventCreate(&end), "cudaEventCreate");
  launch();
  std::vector<float> times;
  for (int i = 0; i < kRuns; ++i) {
    check(cudaEventRecord(begin), "cudaEventRecord");
    launch();
    check(cudaEventRecord(end), "cudaEventRecord");
    check(cudaEventSynchronize(end), name);
    float milliseconds = 0;
    check(cudaEventElapsedTime(&milliseconds, begin, end), "cudaEventElapsedTime");
    times.push_back(milliseconds);
  }
  std::sort(times.begin(), times.end());
  const double seconds = times[kRuns / 2] * 1e-3;
  std::printf("%-14s %10.1f %s  (%.3f ms, %.3f to %.3f)\n", name, work / seconds * 1e-9, unit,
              seconds * 1e3, times[kRuns / 4], times[kRuns * 3 / 4]);
}

void requireClose(const char *name, double is, double should) {
  if (std::fabs(is - should) <= 1e-3 * std::fabs(should))
    return;
  std::fprintf(stderr, "error: %s gave %g; %g is right.\n", name, is, should);
  std::exit(1);
}

float read(const float *memory) {
  float value = 0;
  check(cudaMemcpy(&value, memory, sizeof(value), cudaMemcpyDeviceToHost), "cudaMemcpy");
  return value;
}

void runVectorAdd() {
  constexpr size_t kCount = size_t{1} << 27;
  float *a = allocate(kCount), *b = allocate(kCount), *c = allocate(kCount, true);
  report("vector_add", 3.0 * sizeof(float) * kCount, "GB/s",
         [&] { vector_add<<<kCount / kGroup, kGroup>>>(a, b, c); });
  requireClose("vector_add", read(c), read(a) + read(b));
  for (float *memory : {a, b, c})
    cudaFree(memory);
}

void runConvolution() {
  constexpr int kSide = 8192;
  constexpr size_t kCount = size_t{kSide} * kSide;
  float *in = allocate(kCount), *weights = allocate(25), *out = allocate(kCount, true);
  report("convolution", 50.0 * kCount, "GFLOP/s", [&] {
    convolution<<<dim3(kSide / 16, kSide / 16), dim3(16, 16)>>>(in, weights, out, kSide, kSide);
  });
  double sum = 0;
  for (int dy = -2; dy <= 2; ++dy)
    for (int dx = -2; dx <= 2; ++dx)
      sum += double{read(weights + (dy + 2) * 5 + dx + 2)} *
             read(in + std::max(dy, 0) * kSide + std::max(dx, 0));
  requireClose("convolution", read(out), sum);
  for (float *memory : {in, weights, out})
    cudaFree(memory);
}

void runMatmulTiled() {
  constexpr int kSide = 4096;
  constexpr size_t kCount = size_t{kSide} * kSide;
  float *a = allocate(kCount), *b = allocate(kCount), *c = allocate(kCount, true);
  report("matmul_tiled", 2.0 * kCount * kSide, "GFLOP/s", [&] {
    matmul_tiled<<<dim3(kSide / kTile, kSide / kTile), dim3(kTile, kTile)>>>(a, b, c, kSide);
  });
  double sum = 0;
  for (int k = 0; k < kSide; ++k)
    sum += double{read(a + k)} * read(b + size_t{kSide} * k);
  requireClose("matmul_tiled", read(c), sum);
  for (float *memory : {a, b, c})
    cudaFree(memory);
}

void runNbody() {
  constexpr int kBodies = 1 << 16;
  float *bodies = allocate(4 * kBodies), *accelerations = allocate(4 * kBodies, true);
  report("nbody", 20.0 * kBodies * kBodies, "GFLOP/s", [&] {
    nbody<<<kBodies / kGroup, kGroup>>>(reinterpret_cast<float4 *>(bodies),
                                        reinterpret_cast<float4 *>(accelerations), kBodies);
  });
  std::vector<float> all(4 * size_t{kBodies});
  check(cudaMemcpy(all.data(), bodies, all.size() * sizeof(float), cudaMemcpyDeviceToHost),
        "cudaMemcpy");
  double sum = 0;
  for (size_t i = 0; i < all.size(); i += 4) {
    const double dx = all[i] - all[0], dy = all[i + 1] - all[1], dz = all[i + 2] - all[2];
    sum += dx * all[i + 3] / std::pow(dx * dx + dy * dy + dz * dz + 1e-3, 1.5);
  }
  requireClose("nbody", read(accelerations), sum);
  cudaFree(bodies);
  cudaFree(accelerations);
}

} // namespace

int main() {
  cudaDeviceProp device;
  check(cudaGetDeviceProperties(&device, 0), "cudaGetDeviceProperties");
  std::printf("%s, CUDA C++\n", device.name);
  runVectorAdd();
  runConvolution();
  runMatmulTiled();
  runNbody();
}
