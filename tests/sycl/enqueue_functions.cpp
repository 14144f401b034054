// Functions that enqueue commands in queues and handlers (sycl_ext_oneapi_enqueue_functions).
#include "check.h"

namespace {

namespace ext = sycl::ext::oneapi::experimental;
constexpr size_t kCount = 64;

class Fill;

void checkKernels(sycl::queue &queue, int *numbers) {
  ext::single_task(queue, [=] { numbers[0] = 1; });
  ext::submit(queue,
              [&](sycl::handler &group) { ext::single_task(group, [=] { numbers[0] += 1; }); });
  ext::parallel_for(queue, sycl::range<1>(1), [=](sycl::id<1>) { numbers[0] += 1; });
  ext::submit(queue, ext::properties(), [&](sycl::handler &group) {
    ext::parallel_for(group, sycl::range<2>(1, 1), [=](sycl::id<2>) { numbers[0] += 1; });
  });
  const ext::launch_config config(sycl::nd_range<1>(8, 4),
                                  ext::properties(ext::work_group_size<4>));
  CHECK(config.get_range().get_local_range() == sycl::range<1>(4));
  ext::nd_launch(queue, config, [=](sycl::nd_item<1> item) {
    if (item.get_global_id(0) == 7)
      numbers[0] += static_cast<int>(item.get_local_range(0));
  });
  ext::submit_with_event(queue, [&](sycl::handler &group) {
    ext::nd_launch<Fill>(group, sycl::nd_range<1>(1, 1),
                         [=](sycl::nd_item<1>) { numbers[0] += 1; });
  }).wait();
  CHECK_EQUAL(numbers[0], 9);
  ext::nd_launch(
      queue, ext::launch_config(sycl::nd_range<1>(8, 8), ext::properties(ext::work_group_size<8>)),
      [=](sycl::nd_item<1>) { numbers[0] = 10; });
  queue.wait();
  CHECK_EQUAL(numbers[0], 10);

  const auto launchInEights = [&](sycl::nd_range<1> space) {
    ext::nd_launch(
        queue, ext::launch_config(space, ext::properties(ext::work_group_size<8>)),
        [=](sycl::nd_item<1>, auto &sum) { sum += 1; }, sycl::reduction(numbers, sycl::plus<>()));
  };
  launchInEights({16, 8});
  CHECK_THROWS(nd_range, launchInEights({16, 4}));
  queue.wait();
  CHECK_EQUAL(numbers[0], 26);

  // Reductions come after the kernel function.
  numbers[1] = 0;
  ext::parallel_for(
      queue, sycl::range<1>(kCount), [=](sycl::id<1>, auto &sum) { sum += 1; },
      sycl::reduction(numbers + 1, sycl::plus<>()));
  queue.wait();
  CHECK_EQUAL(numbers[1], kCount);

  const sycl::kernel kernel =
      sycl::get_kernel_bundle<Fill, sycl::bundle_state::executable>(queue.get_context())
          .get_kernel<Fill>();
  CHECK_THROWS(kernel_argument, ext::nd_launch(queue, sycl::nd_range<1>(1, 1), kernel));
}

void checkCommands(sycl::queue &queue, int *numbers) {
  int *device = sycl::malloc_device<int>(kCount, queue);
  ext::fill(queue, device, 5, kCount);
  ext::prefetch(queue, device, kCount * sizeof(int));
  ext::prefetch(queue, device, kCount * sizeof(int), ext::prefetch_type::host);
  ext::mem_advise(queue, device, kCount * sizeof(int), 0);
  ext::barrier(queue);
  ext::memset(queue, device, 1, sizeof(int));
  ext::partial_barrier(queue, {});
  ext::copy(queue, device, numbers, kCount);
  ext::memcpy(queue, device, numbers + 1, sizeof(int));
  queue.wait();
  CHECK(numbers[0] == 0x01010101 && numbers[kCount - 1] == 5);
  const sycl::event filled = ext::submit_with_event(
      queue, ext::properties(), [&](auto &group) { ext::fill(group, device, 6, kCount); });
  ext::submit(queue, [&](sycl::handler &group) { ext::partial_barrier(group, {filled}); });
  ext::submit(queue, [&](sycl::handler &group) { ext::copy(group, device, numbers, kCount); });
  ext::submit(queue, [&](sycl::handler &group) { ext::barrier(group); });
  queue.wait();
  CHECK(numbers[0] == 6 && numbers[kCount - 1] == 6);

  ext::command_graph graph(queue);
  graph.add([&](sycl::handler &group) { ext::memset(group, device, 2, kCount * sizeof(int)); });
  auto executable = graph.finalize();
  ext::execute_graph(queue, executable);
  ext::memcpy(queue, numbers, device, sizeof(int));
  queue.wait();
  CHECK_EQUAL(numbers[0], 0x02020202);
  sycl::free(device, queue);
}

} // namespace

int main() {
  if (!hasSharedMemory())
    return kSkipped;
  static_assert(SYCL_EXT_ONEAPI_ENQUEUE_FUNCTIONS == 1);
  sycl::queue queue(sycl::property::queue::in_order{});
  int *numbers = sycl::malloc_shared<int>(kCount, queue);
  checkKernels(queue, numbers);
  checkCommands(queue, numbers);
  sycl::free(numbers, queue);
  return failures != 0;
}
