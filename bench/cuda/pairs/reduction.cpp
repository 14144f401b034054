// Sums by sycl::reduction, beside CUB.
#include "device.hpp"

int main() {
  constexpr std::size_t kSize = std::size_t(1) << 28;
  constexpr std::size_t kGroup = 256, kGroups = 2048;
  sycl::queue queue = makeQueue();
  const float *values = makeInput<float>(queue, kSize);
  float *sum = makeInput<float>(queue, 1);
  const auto wait = [&] { queue.wait(); };
  const auto result = [&] { return readElement(queue, sum, 0); };
  const sycl::property_list fromZero{sycl::property::reduction::initialize_to_identity()};
  const double amount = 1e-9 * kSize * sizeof(float);
  measure(
      "sum_of_range", amount, "GB/s",
      [&] {
        queue.parallel_for(sycl::range<1>(kSize),
                           sycl::reduction(sum, sycl::plus<float>(), fromZero),
                           [=](sycl::id<1> i, auto &total) { total += values[i]; });
      },
      wait, result);
  measure(
      "sum_of_nd_range", amount, "GB/s",
      [&] {
        queue.parallel_for(sycl::nd_range<1>(kGroup * kGroups, kGroup),
                           sycl::reduction(sum, sycl::plus<float>(), fromZero),
                           [=](sycl::nd_item<1> item, auto &total) {
                             for (std::size_t i = item.get_global_id(0); i < kSize;
                                  i += kGroup * kGroups)
                               total += values[i];
                           });
      },
      wait, result);
  measure(
      "maximum_of_range", amount, "GB/s",
      [&] {
        queue.parallel_for(sycl::range<1>(kSize),
                           sycl::reduction(sum, sycl::maximum<float>(), fromZero),
                           [=](sycl::id<1> i, auto &total) { total.combine(values[i]); });
      },
      wait, result);
}
