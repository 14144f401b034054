// Commands make progress although nobody waits for them (sycl_khr_queue_flush).
#include "check.h"

#include <thread>
#include <type_traits>

static_assert(SYCL_KHR_QUEUE_FLUSH == 1);

namespace {

void waitFor(const sycl::event &command) {
  while (command.get_info<sycl::info::event::command_execution_status>() !=
         sycl::info::event_command_status::complete)
    std::this_thread::yield();
}

void testQueue(sycl::queue queue) {
  const sycl::queue &same = queue;
  static_assert(std::is_void_v<decltype(same.khr_flush())>);
  same.khr_flush(); // nothing to do

  int *const numbers = sycl::malloc_shared<int>(64, queue);
  for (int round = 0; round < 10; ++round) {
    const sycl::event first =
        queue.parallel_for(64, [=](sycl::id<1> i) { numbers[i] = static_cast<int>(i) + round; });
    const sycl::event last = queue.submit([&](sycl::handler &group) {
      group.depends_on(first);
      group.parallel_for(64, [=](sycl::id<1> i) { numbers[i] *= 2; });
    });
    same.khr_flush();
    waitFor(last);
    for (int i = 0; i < 64; ++i)
      CHECK_EQUAL(numbers[i], 2 * (i + round));
  }

  // Commands of another queue, behind a host task.
  sycl::queue other(queue.get_context(), queue.get_device());
  const sycl::event task =
      queue.submit([&](sycl::handler &group) { group.host_task([=] { numbers[0] = 5; }); });
  const sycl::event behind = other.submit([&](sycl::handler &group) {
    group.depends_on(task);
    group.single_task([=] { numbers[0] += 1; });
  });
  queue.khr_flush();
  other.khr_flush();
  waitFor(behind);
  CHECK_EQUAL(numbers[0], 6);
  sycl::free(numbers, queue);
}

} // namespace

int main() {
  testQueue(sycl::queue());
  testQueue(sycl::queue(sycl::property::queue::in_order()));
  return failures != 0;
}
