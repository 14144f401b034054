#include "filter.h"

#include <cstdio>

extern "C" int plain(int value);

int main() {
  sycl::queue queue{sycl::cpu_selector_v};
  int *data = sycl::malloc_shared<int>(1, queue);
  fill(queue, data);
  queue.parallel_for(sycl::range(1), [=](sycl::id<1> i) { data[i] *= 2; }).wait();
  std::printf("%d\n", plain(*data));
  sycl::free(data, queue);
}
