// See math.cpp.
#include "device.cuh"
#include "math_calls.h"

template <typename T, typename Function>
__global__ void kernel(T *out, double low, double high, Function function) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  T x = MATH_FIRST(T, low, high, i), sum = 0;
#pragma unroll 1
  for (unsigned n = 0; n < kCalls; ++n) {
    sum += function(x);
    x = MATH_NEXT(T, high, x);
  }
  out[i] = sum;
}

template <typename T, typename Function>
void run(void *memory, const char *name, double low, double high, Function function) {
  T *out = static_cast<T *>(memory);
  measure(
      name, 1e-9 * kItems * kCalls, "Gcall/s",
      [&] { kernel<<<kItems / kGroup, kGroup>>>(out, low, high, function); }, waitForDevice,
      [&] { return readElement(out, 12345); });
}

int main() {
  void *memory = makeInput<double>(kItems);
#define RUN(name, type, low, high)                                                                 \
  run<type>(memory, #name "_" #type, low, high, [] __device__(type x) { return name(x); });
#define RUN_PAIR(name, type, low, high)                                                            \
  run<type>(memory, #name "_" #type, low, high,                                                    \
            [] __device__(type x) { return name(x, x * type(0.7) + type(0.3)); });
  MATH_FLOAT(RUN)
  MATH_DOUBLE(RUN)
  MATH_PAIRS(RUN_PAIR)
}
