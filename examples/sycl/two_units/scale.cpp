// The kernel of a library.
#include "scale.h"

SYCL_EXTERNAL float scaled(float value, float by) { return value * by; }

sycl::event scale(sycl::queue &queue, float *values, std::size_t count, float by) {
  return queue.submit([&](sycl::handler &handler) {
    handler.set_specialization_constant<factor>(by);
    handler.parallel_for<class Scale>(
        sycl::range<1>(count), [=](sycl::id<1> i, sycl::kernel_handler kernel) {
          values[i] = scaled(values[i], kernel.get_specialization_constant<factor>());
        });
  });
}
