// Whether all commands of a queue are complete (sycl_khr_queue_empty_query).
#include "check.h"

#include <atomic>
#include <thread>
#include <type_traits>

static_assert(SYCL_KHR_QUEUE_EMPTY_QUERY == 1);

namespace {

// A command that ends when the program says so.
template <class Submit> void check(const sycl::queue &queue, const Submit &submit) {
  std::atomic<bool> mayEnd = false;
  CHECK(queue.khr_empty());
  submit(mayEnd);
  CHECK(!queue.khr_empty());
  CHECK(!queue.khr_empty());
  mayEnd = true;
  while (!queue.khr_empty())
    std::this_thread::yield();
  CHECK(queue.khr_empty());
}

void testQueue(sycl::queue queue) {
  static_assert(std::is_same_v<decltype(queue.khr_empty()), bool>);
  int *const numbers = sycl::malloc_shared<int>(64, queue);
  for (int i = 0; i < 64; ++i)
    numbers[i] = 0;
  check(queue, [&](std::atomic<bool> &mayEnd) {
    const sycl::event before = queue.submit([&](sycl::handler &group) {
      group.host_task([&mayEnd] {
        while (!mayEnd)
          std::this_thread::yield();
      });
    });
    queue.submit([&](sycl::handler &group) {
      group.depends_on(before);
      group.parallel_for(64, [=](sycl::id<1> i) { numbers[i] = static_cast<int>(i) + 1; });
    });
  });
  // Nobody has waited: an empty queue has what its commands wrote.
  for (int i = 0; i < 64; ++i)
    CHECK_EQUAL(numbers[i], i + 1);

  for (int round = 0; round < 20; ++round) {
    queue.parallel_for(64, [=](sycl::id<1> i) { numbers[i] += 1; });
    while (!queue.khr_empty())
      std::this_thread::yield();
    CHECK_EQUAL(numbers[round], round + 1 + round + 1);
  }
  sycl::free(numbers, queue);
}

} // namespace

int main() {
  testQueue(sycl::queue());
  testQueue(sycl::queue(sycl::property::queue::in_order()));
  return failures != 0;
}
