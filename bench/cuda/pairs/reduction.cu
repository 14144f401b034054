// See reduction.cpp.
#include "device.cuh"

#include <cub/device/device_reduce.cuh>

int main() {
  constexpr std::size_t kSize = std::size_t(1) << 28;
  const float *values = makeInput<float>(kSize);
  float *sum = makeInput<float>(1);
  const auto result = [&] { return readElement(sum, 0); };
  const double amount = 1e-9 * kSize * sizeof(float);
  std::size_t bytes = 0;
  check(cub::DeviceReduce::Sum(nullptr, bytes, values, sum, kSize));
  char *scratch = makeInput<char>(bytes);
  for (const char *name : {"sum_of_range", "sum_of_nd_range"})
    measure(
        name, amount, "GB/s",
        [&] { check(cub::DeviceReduce::Sum(scratch, bytes, values, sum, kSize)); }, waitForDevice,
        result);
  measure(
      "maximum_of_range", amount, "GB/s",
      [&] { check(cub::DeviceReduce::Max(scratch, bytes, values, sum, kSize)); }, waitForDevice,
      result);
}
