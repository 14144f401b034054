// Kernels over a range, whose work-group size the runtime chooses; CUDA has groups of 256.
#include "device.hpp"

int main() {
  constexpr std::size_t kSize = std::size_t(1) << 26, kSide = 8192;
  sycl::queue queue = makeQueue();
  const auto wait = [&] { queue.wait(); };
  float *a = makeInput<float>(queue, kSize), *b = makeInput<float>(queue, kSize),
        *c = makeInput<float>(queue, kSize);
  measure(
      "triad", 1e-9 * kSize * sizeof(float) * 3, "GB/s",
      [&] {
        queue.parallel_for(sycl::range<1>(kSize),
                           [=](sycl::id<1> i) { a[i] = b[i] + 0.5f * c[i]; });
      },
      wait, [&] { return readElement(queue, a, 12345); });
  measure(
      "stencil_5_points", 1e-9 * kSize * sizeof(float) * 2, "GB/s",
      [&] {
        queue.parallel_for(sycl::range<2>(kSide, kSide), [=](sycl::item<2> item) {
          const std::size_t y = item.get_id(0), x = item.get_id(1);
          if (x == 0 || y == 0 || x == kSide - 1 || y == kSide - 1)
            return;
          const float *at = b + y * kSide + x;
          c[y * kSide + x] = 0.2f * (at[0] + at[-1] + at[1] + at[-int(kSide)] + at[kSide]);
        });
      },
      wait, [&] { return readElement(queue, c, 12345678); });
  sycl::half *from = makeInput<sycl::half>(queue, kSize), *to = makeInput<sycl::half>(queue, kSize);
  measure(
      "scale_half", 1e-9 * kSize * sizeof(sycl::half) * 2, "GB/s",
      [&] {
        queue.parallel_for(sycl::range<1>(kSize),
                           [=](sycl::id<1> i) { to[i] = from[i] * sycl::half(0.5f); });
      },
      wait, [&] { return float(readElement(queue, to, 12345)); });
}
