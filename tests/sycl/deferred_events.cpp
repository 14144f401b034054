// Events of in-order queues, which are made when the program asks: they are those of their command,
// whatever the program enqueues behind it, and outlive queue and context.
#include "check.h"

#include <atomic>
#include <optional>
#include <thread>
#include <vector>

namespace {

const sycl::property_list inOrder{sycl::property::queue::in_order()};

bool isComplete(const sycl::event &event) {
  return event.get_info<sycl::info::event::command_execution_status>() ==
         sycl::info::event_command_status::complete;
}

sycl::event add(sycl::queue &queue, int *memory, int n) {
  return queue.single_task([=] { *memory += n; });
}

// A host task behind the kernel waits for the program, which waits for the kernel.
void checkWaitsForNothingBehind(sycl::queue &queue, int *memory) {
  for (int i = 0; i < 3; ++i) {
    *memory = 0;
    const sycl::event added = add(queue, memory, 1);
    std::atomic<bool> goOn = false;
    queue.submit([&](sycl::handler &group) {
      group.host_task([&] {
        while (!goOn)
          std::this_thread::yield();
      });
    });
    const sycl::event last = add(queue, memory, 10);
    added.wait();
    CHECK_EQUAL(*memory, 1);
    CHECK(isComplete(added));
    CHECK(!isComplete(last));
    goOn = true;
    last.wait();
    CHECK_EQUAL(*memory, 11);
  }
}

void checkKept(sycl::queue &queue, int *memory) {
  *memory = 0;
  std::vector<sycl::event> events;
  for (int i = 0; i < 500; ++i) {
    events.push_back(add(queue, memory, 1));
    if (i % 3 == 0)
      add(queue, memory, 1);
  }
  for (const sycl::event &each : events)
    each.wait();
  queue.wait();
  CHECK_EQUAL(*memory, 500 + 167);
  for (int i = 1; i <= 20; ++i) {
    add(queue, memory, 1).wait();
    CHECK_EQUAL(*memory, 667 + i);
  }
}

// Who has waited for the queue finds an event that nobody asked for before complete.
void checkCompleteAfterTheQueue(sycl::queue &queue, int *memory) {
  for (int i = 0; i < 600; ++i) {
    const sycl::event added = add(queue, memory, 1);
    queue.wait();
    CHECK(isComplete(added));
    for (int n = 0; n < i % 5; ++n)
      add(queue, memory, 1);
  }
  queue.wait();
}

void checkDependencies(sycl::queue &queue, int *memory) {
  *memory = 0;
  sycl::queue other(queue.get_context(), queue.get_device());
  sycl::queue elsewhere(sycl::context(queue.get_device()), queue.get_device());
  const sycl::event first = add(queue, memory, 1);
  const sycl::event second = other.single_task(first, [=] { *memory *= 10; });
  second.wait();
  CHECK_EQUAL(*memory, 10);
  const sycl::event third = add(queue, memory, 5);
  elsewhere.submit([&](sycl::handler &group) {
    group.depends_on(third);
    group.host_task([=] { *memory += 100; });
  });
  elsewhere.wait();
  CHECK_EQUAL(*memory, 115);
  const sycl::event fourth = queue.submit([&](sycl::handler &group) {
    group.depends_on(third);
    group.single_task([=] { *memory += 1; });
  });
  fourth.wait();
  CHECK_EQUAL(*memory, 116);
  CHECK_EQUAL(fourth.get_wait_list().size(), size_t{1});
}

void checkOutlivesQueue(const sycl::device &device) {
  std::optional<sycl::event> event;
  int *memory = nullptr;
  std::optional<sycl::context> context(std::in_place, device);
  {
    sycl::queue queue(*context, device, inOrder);
    memory = sycl::malloc_shared<int>(1, queue);
    *memory = 0;
    event = add(queue, memory, 3);
  }
  event->wait();
  CHECK_EQUAL(*memory, 3);
  sycl::free(memory, *context);
  context.reset();
  CHECK(isComplete(*event));
  sycl::event copy = *event;
  event.reset();
  copy.wait();
}

void checkThreads(sycl::queue &queue, int *memory) {
  *memory = 0;
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&, t] {
      for (int i = 0; i < 300; ++i) {
        const sycl::event event = add(queue, memory, 1);
        if (i % 16 == t)
          event.wait();
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  queue.wait();
  CHECK_EQUAL(*memory, 1200);
}

} // namespace

int main() {
  sycl::queue queue(inOrder);
  if (!hasSharedMemory())
    return kSkipped;
  int *const memory = sycl::malloc_shared<int>(1, queue);
  checkWaitsForNothingBehind(queue, memory);
  checkKept(queue, memory);
  checkCompleteAfterTheQueue(queue, memory);
  checkDependencies(queue, memory);
  checkOutlivesQueue(queue.get_device());
  checkThreads(queue, memory);
  sycl::free(memory, queue);
  return failures != 0;
}
