// Properties of command groups and queues, and functions of queues, that AdaptiveCpp has.
#include "check.h"

#include <vector>

static_assert(ACPP_EXT_COARSE_GRAINED_EVENTS && ACPP_EXT_CG_PROPERTY_PREFER_GROUP_SIZE &&
              ACPP_EXT_CG_PROPERTY_RETARGET && ACPP_EXT_CG_PROPERTY_PREFER_EXECUTION_LANE &&
              ACPP_EXT_QUEUE_WAIT_LIST && ACPP_EXT_PREFETCH_HOST &&
              ACPP_EXT_SYNCHRONOUS_MEM_ADVISE && ACPP_EXT_QUEUE_PRIORITY);

namespace {

namespace of_group = sycl::property::command_group;
namespace of_queue = sycl::property::queue;

/// Runs a kernel over a range, and returns the size of its work-groups.
template <int D>
sycl::range<D> groupsOf(sycl::queue &queue, const sycl::range<D> &extent,
                        const sycl::property_list &properties) {
  size_t *const size = sycl::malloc_host<size_t>(D, queue);
  queue
      .submit(properties,
              [&](sycl::handler &group) {
                group.parallel_for(extent, [=](sycl::item<D> item) {
                  if (item.get_linear_id() == 0)
                    for (int d = 0; d < D; ++d)
                      size[d] = sycl::detail::queryLocalRange<D>()[d];
                });
              })
      .wait();
  sycl::range<D> found = extent;
  for (int d = 0; d < D; ++d)
    found[d] = size[d];
  sycl::free(size, queue);
  return found;
}

void preferredGroups(sycl::queue &queue) {
  CHECK(groupsOf(queue, sycl::range(1000),
                 {of_group::AdaptiveCpp_prefer_group_size(sycl::range(100))}) == sycl::range(100));
  CHECK(groupsOf(queue, sycl::range(30, 40),
                 {of_group::hipSYCL_prefer_group_size<2>(sycl::range(3, 8)),
                  of_group::AdaptiveCpp_prefer_group_size(sycl::range(7))}) == sycl::range(3, 8));
  CHECK(groupsOf(queue, sycl::range(10, 10, 10),
                 {of_group::AdaptiveCpp_prefer_group_size(sycl::range(5, 2, 5))}) ==
        sycl::range(5, 2, 5));
  // Those that cannot be are ignored.
  for (size_t size : {size_t(0), size_t(3), size_t(10000)})
    CHECK(groupsOf(queue, sycl::range(10000),
                   {of_group::AdaptiveCpp_prefer_group_size(sycl::range(size))}) !=
          sycl::range(size));
}

void hints() {
  sycl::queue queue{of_queue::AdaptiveCpp_coarse_grained_events{}};
  CHECK(queue.has_property<of_queue::hipSYCL_coarse_grained_events>());
  const sycl::event first = queue.single_task([] {});
  std::vector<sycl::event> events;
  for (size_t i = 0; i < 10; ++i)
    events.push_back(queue.submit({of_group::AdaptiveCpp_prefer_execution_lane{i},
                                   of_group::AdaptiveCpp_coarse_grained_events{}},
                                  [&](sycl::handler &group) {
                                    group.depends_on(first);
                                    group.single_task([] {});
                                  }));
  for (sycl::event &each : events) {
    each.wait();
    CHECK(each.get_info<sycl::info::event::command_execution_status>() ==
          sycl::info::event_command_status::complete);
  }
  const sycl::queue priority{{of_queue::in_order(), of_queue::AdaptiveCpp_priority(3)}};
  CHECK_EQUAL(priority.get_property<of_queue::AdaptiveCpp_priority>().priority, 3);
}

void waitLists(sycl::queue queue) {
  queue.wait();
  CHECK(queue.get_wait_list().empty());
  int *const number = sycl::malloc_host<int>(1, queue);
  *number = 0;
  std::vector<sycl::event> events;
  for (int i = 0; i < 5; ++i)
    events.push_back(queue.single_task(queue.get_wait_list(), [=] { *number += 1; }));
  const std::vector<sycl::event> waits = queue.get_wait_list();
  CHECK(waits.size() <= 1);
  sycl::event::wait(waits);
  CHECK_EQUAL(*number, 5);
  for (const sycl::event &each : events)
    CHECK(each.get_info<sycl::info::event::command_execution_status>() ==
          sycl::info::event_command_status::complete);
  sycl::free(number, queue);
}

/// To the same device, which is another queue all the same.
void otherDevices() {
  const sycl::device device;
  const of_group::AdaptiveCpp_retarget toDevice(device);
  sycl::queue fixed(device);
  CHECK(codeOf([&] {
          fixed.submit({toDevice}, [](sycl::handler &group) { group.single_task([] {}); });
        }) == sycl::errc::invalid);
  for (const bool isInOrder : {false, true}) {
    sycl::queue queue =
        isInOrder
            ? sycl::queue(device, {of_queue::AdaptiveCpp_retargetable(), of_queue::in_order()})
            : sycl::queue(device, {of_queue::AdaptiveCpp_retargetable()});
    int *const numbers = sycl::malloc_host<int>(3, queue);
    numbers[0] = 1;
    const sycl::event first = queue.single_task([=] { numbers[0] += 1; });
    sycl::event second = queue.submit({toDevice}, [&](sycl::handler &group) {
      if (!isInOrder)
        group.depends_on(first);
      group.single_task([=] { numbers[1] = numbers[0] * 10; });
    });
    if (!isInOrder)
      second.wait();
    queue.single_task([=] { numbers[2] = numbers[1] + 3; });
    queue.submit({toDevice},
                 [&](sycl::handler &group) { group.single_task([=] { numbers[0] = 5; }); });
    queue.wait();
    CHECK_EQUAL(numbers[0], 5);
    CHECK_EQUAL(numbers[2], 23);
    sycl::free(numbers, queue);
  }
}

void memory(sycl::queue &queue) {
  if (!hasSharedMemory())
    return;
  constexpr size_t kCount = 4096;
  int *const numbers = sycl::malloc_shared<int>(kCount, queue);
  sycl::mem_advise(numbers, kCount * sizeof(int), 0, queue);
  sycl::mem_advise(numbers, kCount * sizeof(int), 0, queue.get_context(), queue.get_device());
  const sycl::event filled = queue.fill(numbers, 4, kCount);
  const sycl::event added =
      queue.parallel_for(sycl::range(kCount), filled, [=](sycl::id<1> i) { numbers[i] += 1; });
  queue.prefetch_host(numbers, kCount * sizeof(int), added).wait();
  CHECK_EQUAL(numbers[kCount - 1], 5);
  queue.prefetch_host(numbers, kCount * sizeof(int), std::vector{added});
  queue.prefetch_host(numbers, kCount * sizeof(int));
  queue.wait();
  sycl::free(numbers, queue);
}

/// Native commands by shortcuts of the queue.
void nativeCommands(sycl::queue &queue) {
  int calls = 0;
  const auto call = [&](sycl::interop_handle &) { ++calls; };
  try {
    const sycl::event first = queue.AdaptiveCpp_enqueue_custom_operation(call);
    queue.AdaptiveCpp_enqueue_custom_operation(call, first);
    queue.hipSYCL_enqueue_custom_operation(call, std::vector{first}).wait();
    CHECK_EQUAL(calls, 3);
  } catch (const sycl::exception &error) { // Vulkan has none
    CHECK(error.code() == sycl::errc::feature_not_supported && calls == 0);
  }
}

} // namespace

int main() {
  sycl::queue queue;
  preferredGroups(queue);
  hints();
  waitLists(queue);
  waitLists(sycl::queue{of_queue::in_order()});
  otherDevices();
  memory(queue);
  nativeCommands(queue);
  return failures != 0;
}
