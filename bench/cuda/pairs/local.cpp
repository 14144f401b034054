// Kernels with local memory: bitonic sort of blocks, n-body.
#include "device.hpp"

int main() {
  constexpr int kSize = 1 << 24, kBlock = 2048, kGroup = 256, kBodies = 1 << 15;
  sycl::queue queue = makeQueue();
  const auto wait = [&] { queue.wait(); };
  const float *values = makeInput<float>(queue, kSize);
  float *sorted = makeInput<float>(queue, kSize);
  measure(
      "bitonic_blocks", 1e-9 * kSize, "Gelement/s",
      [&] {
        queue.submit([&](sycl::handler &handler) {
          sycl::local_accessor<float, 1> block(kBlock, handler);
          handler.parallel_for(
              sycl::nd_range<1>(kSize / 2, kBlock / 2), [=](sycl::nd_item<1> item) {
                const int id = item.get_local_id(0), first = item.get_group(0) * kBlock;
                block[id] = values[first + id];
                block[id + kBlock / 2] = values[first + id + kBlock / 2];
                for (int size = 2; size <= kBlock; size *= 2)
                  for (int stride = size / 2; stride > 0; stride /= 2) {
                    sycl::group_barrier(item.get_group());
                    const int at = 2 * id - (id & (stride - 1));
                    const bool up = (at & size) == 0;
                    const float low = block[at], high = block[at + stride];
                    if ((low > high) == up) {
                      block[at] = high;
                      block[at + stride] = low;
                    }
                  }
                sycl::group_barrier(item.get_group());
                sorted[first + id] = block[id];
                sorted[first + id + kBlock / 2] = block[id + kBlock / 2];
              });
        });
      },
      wait, [&] { return readElement(queue, sorted, 12345); });

  const sycl::float4 *bodies =
      reinterpret_cast<const sycl::float4 *>(makeInput<float>(queue, 4 * kBodies));
  float *accelerations = makeInput<float>(queue, 4 * kBodies);
  sycl::float4 *out = reinterpret_cast<sycl::float4 *>(accelerations);
  measure(
      "n_body", 20e-9 * kBodies * kBodies, "GFLOP/s",
      [&] {
        queue.submit([&](sycl::handler &handler) {
          sycl::local_accessor<sycl::float4, 1> tile(kGroup, handler);
          handler.parallel_for(sycl::nd_range<1>(kBodies, kGroup), [=](sycl::nd_item<1> item) {
            const int id = item.get_local_id(0);
            const sycl::float4 own = bodies[item.get_global_id(0)];
            float x = 0, y = 0, z = 0;
            for (int k = 0; k < kBodies; k += kGroup) {
              tile[id] = bodies[k + id];
              sycl::group_barrier(item.get_group());
              for (int i = 0; i < kGroup; ++i) {
                const sycl::float4 other = tile[i];
                const float dx = other.x() - own.x(), dy = other.y() - own.y(),
                            dz = other.z() - own.z();
                const float near = sycl::rsqrt(dx * dx + dy * dy + dz * dz + 1e-3f);
                const float scale = other.w() * near * near * near;
                x += dx * scale;
                y += dy * scale;
                z += dz * scale;
              }
              sycl::group_barrier(item.get_group());
            }
            out[item.get_global_id(0)] = {x, y, z, 0};
          });
        });
      },
      wait, [&] { return readElement(queue, accelerations, 12344); });
}
