// Functions that enqueue commands by queues and by handlers (sycl_khr_free_function_commands).
#include "check.h"

#include <memory>
#include <numeric>
#include <vector>

namespace {

static_assert(SYCL_KHR_FREE_FUNCTION_COMMANDS == 1);
constexpr size_t kCount = 48;

class Scale;

template <int Dimensions>
void checkLaunches(sycl::queue &queue, sycl::range<Dimensions> extent, sycl::range<Dimensions> size,
                   int *numbers) {
  sycl::khr::launch(queue, extent, [=](sycl::item<Dimensions> item) {
    numbers[item.get_linear_id()] = int(item.get_linear_id());
  });
  queue.wait();
  sycl::khr::submit(queue, [&](sycl::handler &group) {
    sycl::khr::launch_grouped(group, extent, size, [=](sycl::nd_item<Dimensions> item) {
      numbers[item.get_global_linear_id()] *= int(item.get_local_range().size());
    });
  });
  queue.wait();
  for (size_t i = 0; i < kCount; ++i)
    CHECK_EQUAL(numbers[i], i * size.size());

  // One kernel function with reductions of two kinds.
  int onHost = 0;
  const auto addAll = [=](sycl::item<Dimensions> item, auto &sum) {
    sum += numbers[item.get_linear_id()];
  };
  const auto addGrouped = [=](sycl::nd_item<Dimensions> item, auto &sum) {
    sum += numbers[item.get_global_linear_id()];
  };
  const size_t expected = size.size() * kCount * (kCount - 1) / 2;
  if constexpr (Dimensions == 1) {
    sycl::buffer<int> sum(&onHost, sycl::range<1>(1));
    queue.submit([&](sycl::handler &group) {
      sycl::khr::launch_reduce(group, extent, addAll, sycl::reduction(sum, group, sycl::plus<>()));
    });
    sycl::khr::launch_reduce(queue, extent, addAll,
                             sycl::reduction(numbers + kCount, sycl::plus<>()));
    queue.wait();
    CHECK_EQUAL(numbers[kCount], expected);
    CHECK_EQUAL(sum.get_host_access()[0], expected);
  }
  numbers[kCount] = 0;
  sycl::khr::launch_grouped_reduce(queue, extent, size, addGrouped,
                                   sycl::reduction(numbers + kCount, sycl::plus<>()));
  queue.wait();
  CHECK_EQUAL(numbers[kCount], expected);
  numbers[kCount] = 0;
}

void checkTasks(sycl::queue &queue, int *numbers) {
  sycl::khr::launch_task(queue, [=] { numbers[0] = 1; });
  sycl::khr::submit_tracked(queue, [&](sycl::handler &group) {
    sycl::khr::launch_task(group, [=] { numbers[0] += 1; });
  }).wait();
  CHECK_EQUAL(numbers[0], 2);
  sycl::khr::launch<Scale>(queue, kCount, [=](sycl::id<1> i) { numbers[i] *= 2; });
  queue.wait();
  CHECK_EQUAL(numbers[0], 4);
  const sycl::kernel kernel =
      sycl::get_kernel_bundle<Scale, sycl::bundle_state::executable>(queue.get_context())
          .get_kernel<Scale>();
  CHECK_THROWS(kernel_argument, sycl::khr::launch(queue, kCount, kernel));
}

void checkMemory(sycl::queue &queue, int *numbers) {
  std::vector<int> source(kCount), result(kCount);
  std::iota(source.begin(), source.end(), 1);
  sycl::khr::memcpy(queue, numbers, source.data(), kCount * sizeof(int));
  sycl::khr::copy(queue, numbers, result.data(), kCount);
  queue.wait();
  CHECK(result == source);
  sycl::khr::submit(queue, [&](sycl::handler &group) { sycl::khr::fill(group, numbers, 7, 4); });
  sycl::khr::memset(queue, numbers + 4, 0, 4 * sizeof(int));
  sycl::khr::prefetch(queue, numbers, sizeof(int));
  sycl::khr::mem_advise(queue, numbers, sizeof(int), 0);
  queue.wait();
  CHECK(numbers[3] == 7 && numbers[4] == 0 && numbers[7] == 0 && numbers[8] == 9);

  sycl::buffer<int> buffer(result.data(), sycl::range<1>(kCount));
  sycl::accessor<int> all(buffer);
  const std::shared_ptr<int[]> shared(new int[kCount]());
  sycl::khr::fill(queue, all, 3);
  sycl::khr::copy(queue, all, shared);
  sycl::khr::update_host(queue, all);
  queue.wait();
  CHECK(shared[0] == 3 && result[kCount - 1] == 3);
  sycl::khr::submit(queue, [&](sycl::handler &group) {
    sycl::accessor<int> target(buffer, group);
    sycl::khr::copy(group, source.data(), target);
  });
  sycl::buffer<int> other{sycl::range<1>(kCount)};
  sycl::accessor<int> copied(other);
  sycl::khr::copy(queue, all, copied);
  CHECK_EQUAL(other.get_host_access()[kCount - 1], kCount);
}

void checkBarriers(sycl::queue &queue, int *numbers) {
  const sycl::event first = sycl::khr::submit_tracked(
      queue, [&](sycl::handler &group) { group.single_task([=] { numbers[0] = 1; }); });
  sycl::khr::command_barrier(queue);
  const sycl::event second = queue.single_task([=] { numbers[0] *= 4; });
  sycl::khr::event_barrier(queue, {first, second});
  sycl::khr::launch_task(queue, [=] { numbers[0] += 1; });
  queue.submit([&](sycl::handler &group) { sycl::khr::command_barrier(group); });
  queue.submit([&](sycl::handler &group) { sycl::khr::event_barrier(group, {second}); });
  queue.wait();
  CHECK_EQUAL(numbers[0], 5);
}

} // namespace

int main() {
  sycl::queue queue;
  int *const numbers = sycl::malloc_shared<int>(kCount + 1, queue);
  numbers[kCount] = 0;
  checkLaunches<1>(queue, {48}, {8}, numbers);
  checkLaunches<2>(queue, {6, 8}, {2, 4}, numbers);
  checkLaunches<3>(queue, {2, 4, 6}, {1, 2, 3}, numbers);
  sycl::queue inOrder(queue.get_context(), queue.get_device(), sycl::property::queue::in_order());
  checkTasks(inOrder, numbers);
  checkMemory(inOrder, numbers);
  checkBarriers(queue, numbers);
  sycl::free(numbers, queue);
  return failures ? 1 : 0;
}
