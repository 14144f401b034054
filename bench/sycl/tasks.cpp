#include "bench/sycl/tasks.h"

#include <sycl/sycl.hpp>

#include <vector>

namespace ursa::bench {
namespace {

class Nothing;
class NothingOfAPage;

constexpr size_t kPageSize = 16; // elements
constexpr size_t kStride = 7919; // pages, a prime number

} // namespace

struct SyclTasks::State {
  State()
      : queue([](const sycl::device &device) {
          return device.get_backend() == sycl::backend::ext_ursa_host ? 1 : -1;
        }),
        paged(sycl::range<1>(kPages * kPageSize),
              sycl::property::buffer::AdaptiveCpp_page_size<1>(sycl::range<1>(kPageSize))) {
    for (size_t i = 0; i < kBuffers; ++i)
      buffers.emplace_back(sycl::range<1>(1));
  }

  void write(sycl::buffer<int> &buffer) {
    queue.submit([&](sycl::handler &group) {
      const sycl::accessor to(buffer, group, sycl::read_write);
      group.single_task<Nothing>([=] { (void)to; });
    });
  }

  sycl::queue queue;
  std::vector<sycl::buffer<int>> buffers;
  sycl::buffer<int> paged;
};

SyclTasks::SyclTasks() : state_(std::make_unique<State>()) {}
SyclTasks::~SyclTasks() = default;

void SyclTasks::chain(size_t count) {
  for (size_t i = 0; i < count; ++i)
    state_->write(state_->buffers[0]);
  state_->queue.wait();
}

void SyclTasks::wide(size_t count) {
  for (size_t i = 0; i < count; ++i)
    state_->write(state_->buffers[i % kBuffers]);
  state_->queue.wait();
}

void SyclTasks::onePage(size_t count) {
  State &state = *state_;
  for (size_t i = 0; i < count; ++i)
    state.queue.submit([&](sycl::handler &group) {
      const size_t page = i * kStride % kPages;
      const sycl::accessor to(state.paged, group, sycl::range<1>(kPageSize),
                              sycl::id<1>(page * kPageSize), sycl::read_write);
      group.single_task<NothingOfAPage>([=] { (void)to; });
    });
  state.queue.wait();
}

} // namespace ursa::bench
