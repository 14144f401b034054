// Arithmetic of half: polynomials on pairs, chains of fma, and a vector update.
#include "device.hpp"

int main() {
  using sycl::half;
  using half2 = sycl::vec<half, 2>;
  constexpr int kItems = 1 << 22, kSteps = 1024, kGroup = 256;
  constexpr std::size_t kSize = std::size_t(1) << 28;
  sycl::queue queue = makeQueue();
  const auto wait = [&] { queue.wait(); };
  const auto items = sycl::nd_range<1>(kItems, kGroup);

  half *values = makeInput<half>(queue, kSize), *sums = makeInput<half>(queue, kSize);
  half2 *pairs = reinterpret_cast<half2 *>(sums);
  measure(
      "half2_polynomial", 1e-9 * kItems * kSteps * 2 * 2, "GFLOP/s",
      [&] {
        queue.parallel_for(items, [=](sycl::nd_item<1> item) {
          const std::size_t i = item.get_global_id(0);
          const half2 x(values[i], values[i + 1]), a(half(0.25f)), b(half(0.125f));
          half2 y = x;
#pragma unroll 8
          for (int n = 0; n < kSteps; n += 2)
            y = (y * x + a) * x + b;
          pairs[i] = y;
        });
      },
      wait, [&] { return float(readElement(queue, sums, 1001)); });
  measure(
      "half_fma", 1e-9 * kItems * kSteps * 2, "GFLOP/s",
      [&] {
        queue.parallel_for(items, [=](sycl::nd_item<1> item) {
          const std::size_t i = item.get_global_id(0);
          const half x = values[i], a(0.25f);
          half y = x;
#pragma unroll 8
          for (int n = 0; n < kSteps; ++n)
            y = sycl::fma(y, x, a);
          sums[i] = y;
        });
      },
      wait, [&] { return float(readElement(queue, sums, 1001)); });
  measure(
      "half_axpy", 1e-9 * kSize * sizeof(half) * 3, "GB/s",
      [&] {
        queue.parallel_for(sycl::nd_range<1>(kSize, kGroup), [=](sycl::nd_item<1> item) {
          const std::size_t i = item.get_global_id(0);
          sums[i] = half(0.5f) * values[i] + half(0.25f) * sums[i];
        });
      },
      wait, [&] { return float(readElement(queue, sums, 1001)); });
}
