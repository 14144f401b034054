// Math functions: 64 calls a work-item.
#include "device.hpp"
#include "math_calls.h"

template <typename T, typename Function>
void run(sycl::queue &queue, void *memory, const char *name, double low, double high,
         Function function) {
  T *out = static_cast<T *>(memory);
  measure(
      name, 1e-9 * kItems * kCalls, "Gcall/s",
      [&] {
        queue.parallel_for(sycl::nd_range<1>(kItems, kGroup), [=](sycl::nd_item<1> item) {
          const unsigned i = item.get_global_id(0);
          T x = MATH_FIRST(T, low, high, i), sum = 0;
#pragma unroll 1
          for (unsigned n = 0; n < kCalls; ++n) {
            sum += function(x);
            x = MATH_NEXT(T, high, x);
          }
          out[i] = sum;
        });
      },
      [&] { queue.wait(); }, [&] { return readElement(queue, out, 12345); });
}

int main() {
  sycl::queue queue = makeQueue();
  void *memory = makeInput<double>(queue, kItems);
#define RUN(name, type, low, high)                                                                 \
  run<type>(queue, memory, #name "_" #type, low, high, [](type x) { return sycl::name(x); });
#define RUN_PAIR(name, type, low, high)                                                            \
  run<type>(queue, memory, #name "_" #type, low, high,                                             \
            [](type x) { return sycl::name(x, x * type(0.7) + type(0.3)); });
  MATH_FLOAT(RUN)
  MATH_DOUBLE(RUN)
  MATH_PAIRS(RUN_PAIR)
}
