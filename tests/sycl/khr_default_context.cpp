// The context that queues without one share (sycl_khr_default_context).
#include "check.h"

#include <type_traits>

static_assert(SYCL_KHR_DEFAULT_CONTEXT == 1);

int main() {
  for (const sycl::platform &platform : sycl::platform::get_platforms()) {
    const sycl::context context = platform.khr_get_default_context();
    static_assert(std::is_same_v<decltype(platform.khr_get_default_context()), sycl::context>);
    CHECK(context == platform.khr_get_default_context());
    CHECK(context.get_platform() == platform);
    const auto devices = platform.get_devices();
    CHECK(context.get_devices() == devices);
    for (const sycl::device &device : devices) {
      CHECK(sycl::queue(device).get_context() == context);
      CHECK(sycl::queue(sycl::context(device), device).get_context() != context);
    }
  }
  // Memory of the context is for all its queues.
  const sycl::context context = sycl::platform().khr_get_default_context();
  sycl::queue queue;
  int *const one = sycl::malloc_host<int>(1, context);
  *one = 0;
  queue.single_task([=] { *one = 7; }).wait();
  CHECK_EQUAL(*one, 7);
  sycl::free(one, context);
  return failures != 0;
}
