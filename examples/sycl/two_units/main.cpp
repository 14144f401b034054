// Calls a kernel of another translation unit, and has one that calls a device function of it.
#include "scale.h"

#include <cstdio>

void print(const float *values, std::size_t count);

int main() {
  constexpr std::size_t kCount = 4;
  try {
    sycl::queue queue{sycl::property::queue::in_order{}};
    float *values = sycl::malloc_device<float>(kCount, queue);
    float numbers[kCount] = {0, 1, 2, 3};
    queue.copy(numbers, values, kCount);

    scale(queue, values, kCount, 10.0f).wait();
    queue
        .submit([&](sycl::handler &handler) { // with the constant's default, 2
          handler.parallel_for<class Add>(
              sycl::range<1>(kCount), [=](sycl::id<1> i, sycl::kernel_handler kernel) {
                values[i] += scaled(1.0f, kernel.get_specialization_constant<factor>());
              });
        })
        .wait();
    queue.copy(values, numbers, kCount).wait();
    print(numbers, kCount); // 2 12 22 32
    const bool isRight = numbers[3] == 32.0f;
    sycl::free(values, queue);
    return isRight ? 0 : 1;
  } catch (const sycl::exception &error) {
    std::fprintf(stderr, "error: %s\n", error.what());
    return 1;
  }
}
