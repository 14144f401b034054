// A unit without SYCL.
#include <cstddef>
#include <cstdio>

void print(const float *values, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i)
    std::printf("%g%c", values[i], i + 1 == count ? '\n' : ' ');
}
