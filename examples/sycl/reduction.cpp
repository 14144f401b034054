// Sums and the largest of many numbers by reductions.
#include <sycl/sycl.hpp>

#include <cstdio>

int main() {
  constexpr size_t kCount = 100000;
  int failures = 0;
  for (const sycl::device &device : sycl::device::get_devices()) {
    sycl::queue queue(device);
    int *numbers = sycl::malloc_shared<int>(kCount, queue);
    int *results = sycl::malloc_shared<int>(2, queue);
    results[0] = 0;
    results[1] = 0;
    for (size_t i = 0; i < kCount; ++i)
      numbers[i] = static_cast<int>(i * 7919 % 1000);
    queue
        .submit([&](sycl::handler &group) {
          group.parallel_for(sycl::range<1>(kCount), sycl::reduction(results, sycl::plus<int>()),
                             [=](sycl::id<1> i, auto &sum) { sum += numbers[i]; });
        })
        .wait();
    queue
        .submit([&](sycl::handler &group) {
          group.parallel_for(sycl::range<1>(kCount),
                             sycl::reduction(results + 1, sycl::maximum<int>()),
                             [=](sycl::id<1> i, auto &largest) { largest.combine(numbers[i]); });
        })
        .wait();
    int sum = 0, largest = 0;
    for (size_t i = 0; i < kCount; ++i) {
      sum += numbers[i];
      largest = numbers[i] > largest ? numbers[i] : largest;
    }
    const bool isRight = sum == results[0] && largest == results[1];
    failures += !isRight;
    std::printf("%-40s sum %d, largest %d: %s\n",
                device.get_info<sycl::info::device::name>().c_str(), results[0], results[1],
                isRight ? "right" : "WRONG");
    sycl::free(numbers, queue);
    sycl::free(results, queue);
  }
  return failures;
}
