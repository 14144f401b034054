#include "bench/sycl/launches.h"

#include <sycl/sycl.hpp>

#include <string>

namespace ursa::bench {

class WriteOne;

struct SyclLaunches::State {
  explicit State(sycl::backend wanted)
      : queue([wanted](
                  const sycl::device &device) { return device.get_backend() == wanted ? 1 : -1; },
              sycl::property::queue::in_order()),
        memory(sycl::malloc_shared<float>(1, queue)) {}
  ~State() { sycl::free(memory, queue); }

  sycl::queue queue;
  float *memory;
};

SyclLaunches::SyclLaunches(bool isCuda)
    : state_(std::make_unique<State>(isCuda ? sycl::backend::cuda : sycl::backend::ext_ursa_host)) {
}
SyclLaunches::~SyclLaunches() = default;

const char *SyclLaunches::kernelName() {
  static const std::string name = sycl::get_kernel_id<WriteOne>().get_name();
  return name.c_str();
}

void SyclLaunches::launch(size_t count) {
  for (size_t i = 0; i < count; ++i)
    state_->queue.parallel_for<WriteOne>(
        sycl::range<1>(1), [memory = state_->memory](sycl::id<1> at) { memory[at] = 1.0f; });
  state_->queue.wait();
}

} // namespace ursa::bench
