// Unified shared memory: kinds, copies, fills, allocators, wrong use.
#include "check.h"

#include <vector>

#include <future>
#include <vector>

using namespace sycl;

// Programs free memory that commands still use, and then what those copy to.
void testEarlyFree() {
  constexpr size_t kMany = 4 << 20;
  queue q(property::queue::in_order{});
  std::vector<int> copied(kMany);
  int *memory = malloc_device<int>(kMany, q);
  q.parallel_for(range<1>(kMany), [=](id<1> i) { memory[i] = static_cast<int>(i[0]); });
  q.memcpy(copied.data(), memory, kMany * sizeof(int));
  free(memory, q);
  bool isRight = true;
  for (size_t i = 0; i < kMany; ++i)
    isRight &= copied[i] == static_cast<int>(i);
  CHECK(isRight);

  // Host tasks may wait for the program, or release memory themselves. On OpenCL the release waits
  // for all queues.
  if (q.get_backend() == backend::opencl)
    return;
  std::promise<void> goesOn;
  int *other = malloc_device<int>(1, q);
  int *last = malloc_device<int>(1, q);
  q.submit([&](handler &group) {
    group.host_task([&] {
      goesOn.get_future().wait();
      free(last, q);
    });
  });
  free(other, q);
  goesOn.set_value();
  q.wait();
}

int main() {
  if (!hasSharedMemory())
    return kSkipped;
  queue q;
  const context in = q.get_context();
  constexpr size_t kCount = 1000;
  int *shared = malloc_shared<int>(kCount, q);
  int *onHost = malloc_host<int>(kCount, q);
  int *onDevice = malloc_device<int>(kCount, q);
  CHECK(shared && onHost && onDevice);
  CHECK(get_pointer_type(shared, in) == usm::alloc::shared);
  CHECK(get_pointer_type(onHost, in) == usm::alloc::host);
  CHECK(get_pointer_type(onDevice, in) == usm::alloc::device);
  int local = 0;
  CHECK(get_pointer_type(&local, in) == usm::alloc::unknown);
  CHECK(get_pointer_device(onDevice, in) == q.get_device());
  CHECK_THROWS(invalid, get_pointer_device(&local, in));
  CHECK(malloc(16, q, usm::alloc::unknown) == nullptr);
  CHECK(malloc_shared<int>(0, q) == nullptr || true);
  void *aligned = aligned_alloc_shared(256, 64, q);
  CHECK(reinterpret_cast<size_t>(aligned) % 256 == 0);
  free(aligned, q);
  free(nullptr, q);

  event filled = q.fill(onDevice, 7, kCount);
  event computed = q.parallel_for(range<1>(kCount), filled,
                                  [=](id<1> i) { onDevice[i] += static_cast<int>(i[0]); });
  q.copy(onDevice, onHost, kCount, computed).wait();
  for (size_t i = 0; i < kCount; ++i)
    if (onHost[i] != 7 + static_cast<int>(i)) {
      CHECK_EQUAL(onHost[i], 7 + i);
      break;
    }
  std::vector<int> host(kCount, 3);
  q.memcpy(onDevice, host.data(), kCount * sizeof(int)).wait();
  q.memset(shared, 1, kCount * sizeof(int)).wait();
  CHECK_EQUAL(shared[kCount - 1], 0x01010101);
  q.submit([&](handler &group) {
     group.parallel_for(range<1>(kCount),
                        [=](item<1> i) { shared[i] = onDevice[i] + static_cast<int>(i[0]); });
   }).wait();
  CHECK_EQUAL(shared[10], 13);
  q.prefetch(shared, kCount * sizeof(int)).wait();
  q.mem_advise(shared, kCount * sizeof(int), 0).wait();
  q.memcpy(onDevice, host.data(), 0).wait();

  usm_allocator<int, usm::alloc::shared> allocator(q);
  std::vector<int, usm_allocator<int, usm::alloc::shared>> numbers(64, 2, allocator);
  int *data = numbers.data();
  q.parallel_for(range<1>(64), [=](id<1> i) { data[i] *= 21; }).wait();
  CHECK_EQUAL(numbers[63], 42);

  // In order, commands see the results of those before.
  queue ordered(q.get_context(), q.get_device(), property::queue::in_order());
  CHECK(ordered.is_in_order());
  ordered.single_task([=] { shared[0] = 1; });
  for (int round = 0; round < 50; ++round)
    ordered.single_task([=] { shared[0] = shared[0] * 3 + 1; });
  ordered.single_task([=] { shared[1] = shared[0]; });
  ordered.wait();
  unsigned expected = 1;
  for (int round = 0; round < 50; ++round)
    expected = expected * 3 + 1;
  CHECK_EQUAL(static_cast<unsigned>(shared[1]), expected);

  // Commands without work, and times.
  q.parallel_for(range<1>(0), [=](id<1>) { shared[0] = -1; }).wait();
  CHECK(shared[0] != -1);
  queue timed(q.get_device(), property::queue::enable_profiling());
  event run = timed.single_task([=] {});
  const auto begin = run.get_profiling_info<info::event_profiling::command_start>();
  const auto end = run.get_profiling_info<info::event_profiling::command_end>();
  CHECK(begin <= end && end != 0);
  CHECK_THROWS(invalid, filled.get_profiling_info<info::event_profiling::command_start>());
  CHECK_THROWS(nd_range, q.parallel_for(nd_range<1>(10, 4), [=](nd_item<1>) {}));
  CHECK_THROWS(nd_range, q.parallel_for(nd_range<1>(8, 0), [=](nd_item<1>) {}));
  CHECK_THROWS(nd_range, q.parallel_for(nd_range<1>(2048, 2048), [=](nd_item<1>) {}));
  CHECK(q.get_device().get_info<info::device::max_work_group_size>() <= 1024);
  testEarlyFree();
  free(shared, q);
  free(onHost, q);
  free(onDevice, q);
  return failures != 0;
}
