// Adds two vectors in memory of the device, on each device.
#include <sycl/sycl.hpp>

#include <cstdio>
#include <vector>

int main() {
  constexpr size_t kCount = 1 << 20;
  int failures = 0;
  for (const sycl::device &device : sycl::device::get_devices()) {
    sycl::queue queue(device, sycl::property::queue::in_order());
    float *a = sycl::malloc_device<float>(kCount, queue);
    float *b = sycl::malloc_device<float>(kCount, queue);
    queue.parallel_for(sycl::range(kCount), [=](sycl::id<1> i) {
      a[i] = static_cast<float>(i[0]);
      b[i] = 2.0f * static_cast<float>(i[0]);
    });
    queue.parallel_for(sycl::range(kCount), [=](sycl::id<1> i) { a[i] += b[i]; });
    std::vector<float> result(kCount);
    queue.copy(a, result.data(), kCount).wait();
    size_t wrong = 0;
    for (size_t i = 0; i < kCount; ++i)
      wrong += result[i] != 3.0f * static_cast<float>(i);
    failures += wrong != 0;
    std::printf("%-40s %zu of %zu elements are wrong\n",
                device.get_info<sycl::info::device::name>().c_str(), wrong, kCount);
    sycl::free(a, queue);
    sycl::free(b, queue);
  }
  return failures;
}
