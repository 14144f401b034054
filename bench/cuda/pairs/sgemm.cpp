// SGEMM with tiles of 128 x 128 in registers: 256 work-items compute 8 x 8 elements each.
#include "device.hpp"

constexpr int kSize = 4096, kTile = 128, kDepth = 8, kOwn = 8;

int main() {
  sycl::queue queue = makeQueue();
  constexpr std::size_t kElements = std::size_t(kSize) * kSize;
  const float *a = makeInput<float>(queue, kElements), *b = makeInput<float>(queue, kElements);
  float *c = makeInput<float>(queue, kElements);
  const sycl::range<2> group(kTile / kOwn, kTile / kOwn);
  const sycl::range<2> groups(kSize / kTile, kSize / kTile);
  measure(
      "sgemm_tiles_128", 2e-9 * kSize * kElements, "GFLOP/s",
      [&] {
        queue.submit([&](sycl::handler &handler) {
          sycl::local_accessor<float, 1> tileA(kDepth * kTile, handler);
          sycl::local_accessor<float, 1> tileB(kDepth * kTile, handler);
          handler.parallel_for(
              sycl::nd_range<2>(groups * group, group), [=](sycl::nd_item<2> item) {
                const int x = item.get_local_id(1), y = item.get_local_id(0);
                const int id = y * (kTile / kOwn) + x;
                const int row = item.get_group(0) * kTile, column = item.get_group(1) * kTile;
                float sums[kOwn][kOwn] = {};
                for (int k = 0; k < kSize; k += kDepth) {
#pragma unroll
                  for (int i = 0; i < 4; ++i) {
                    tileA[((id & 1) * 4 + i) * kTile + id / 2] =
                        a[(row + id / 2) * kSize + k + (id & 1) * 4 + i];
                    tileB[id / 32 * kTile + (id & 31) * 4 + i] =
                        b[(k + id / 32) * kSize + column + (id & 31) * 4 + i];
                  }
                  sycl::group_barrier(item.get_group());
#pragma unroll
                  for (int n = 0; n < kDepth; ++n)
#pragma unroll
                    for (int i = 0; i < kOwn; ++i)
#pragma unroll
                      for (int j = 0; j < kOwn; ++j)
                        sums[i][j] +=
                            tileA[n * kTile + y * kOwn + i] * tileB[n * kTile + x * kOwn + j];
                  sycl::group_barrier(item.get_group());
                }
#pragma unroll
                for (int i = 0; i < kOwn; ++i)
#pragma unroll
                  for (int j = 0; j < kOwn; ++j)
                    c[(row + y * kOwn + i) * kSize + column + x * kOwn + j] = sums[i][j];
              });
        });
      },
      [&] { queue.wait(); }, [&] { return readElement(queue, c, 12345); });
}
