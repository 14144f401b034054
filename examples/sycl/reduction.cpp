// Sums and the largest of many numbers by reductions.
#include <sycl/sycl.hpp>

#include <cstdio>
#include <vector>

int main() {
  constexpr size_t kCount = 100000;
  int failures = 0;
  for (const sycl::device &device : sycl::device::get_devices()) {
    sycl::queue queue(device);
    std::vector<int> numbers(kCount);
    for (size_t i = 0; i < kCount; ++i)
      numbers[i] = static_cast<int>(i * 7919 % 1000);
    int results[2] = {0, 0};
    {
      sycl::buffer<int> all(numbers);
      sycl::buffer<int> sums(&results[0], 1), maxima(&results[1], 1);
      queue.submit([&](sycl::handler &group) {
        sycl::accessor read(all, group, sycl::read_only);
        group.parallel_for(sycl::range<1>(kCount), sycl::reduction(sums, group, sycl::plus<int>()),
                           [=](sycl::id<1> i, auto &sum) { sum += read[i]; });
      });
      queue.submit([&](sycl::handler &group) {
        sycl::accessor read(all, group, sycl::read_only);
        group.parallel_for(sycl::range<1>(kCount),
                           sycl::reduction(maxima, group, sycl::maximum<int>()),
                           [=](sycl::id<1> i, auto &largest) { largest.combine(read[i]); });
      });
    } // the buffers write their contents back
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
  }
  return failures;
}
