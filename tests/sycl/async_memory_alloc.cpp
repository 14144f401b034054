// Memory that is allocated and released in the order of commands
// (sycl_ext_oneapi_async_memory_alloc).
#include "check.h"

namespace {

namespace ext = sycl::ext::oneapi::experimental;

static_assert(SYCL_EXT_ONEAPI_ASYNC_MEMORY_ALLOC == 1);

constexpr size_t kCount = 1000;
constexpr auto kDevice = sycl::usm::alloc::device;

void checkQueue(sycl::queue &queue) {
  auto *memory = static_cast<int *>(ext::async_malloc(queue, kDevice, kCount * sizeof(int)));
  CHECK(sycl::get_pointer_type(memory, queue.get_context()) == kDevice);
  const sycl::event fill =
      queue.parallel_for(kCount, [=](sycl::id<1> i) { memory[i] = static_cast<int>(i); });
  int last = 0;
  queue.copy(memory + kCount - 1, &last, 1, fill);
  ext::async_free(queue, memory);
  queue.wait_and_throw();
  CHECK_EQUAL(last, kCount - 1);
  CHECK_THROWS(invalid, ext::async_free(queue, memory));
  CHECK_THROWS(invalid, ext::async_free(queue, &last));
  ext::async_free(queue, nullptr);
}

void checkHandler(sycl::queue &queue) {
  int *memory = nullptr;
  const sycl::event allocated = queue.submit([&](sycl::handler &group) {
    memory = static_cast<int *>(ext::async_malloc(group, kDevice, sizeof(int)));
  });
  const sycl::event written = queue.single_task(std::vector{allocated}, [=] { *memory = 42; });
  int value = 0;
  const sycl::event copied = queue.copy(memory, &value, 1, written);
  queue
      .submit([&](sycl::handler &group) {
        group.depends_on(copied);
        ext::async_free(group, memory);
      })
      .wait();
  CHECK_EQUAL(value, 42);
}

void checkPool(sycl::queue &queue) {
  namespace property = ext::property::memory_pool;
  ext::memory_pool pool(
      queue, kDevice,
      {property::initial_threshold(100), property::maximum_size(1000), property::zero_init()});
  CHECK(pool.get_context() == queue.get_context() && pool.get_device() == queue.get_device());
  CHECK(pool.get_alloc_kind() == kDevice && pool.has_property<property::zero_init>());
  CHECK_EQUAL(pool.get_property<property::maximum_size>().get_maximum_size(), 1000u);
  CHECK_EQUAL(pool.get_threshold(), 100u);
  pool.increase_threshold_to(200);
  pool.increase_threshold_to(50);
  CHECK_EQUAL(pool.get_threshold(), 200u);

  auto *memory = static_cast<int *>(ext::async_malloc_from_pool(queue, 800, pool));
  CHECK_EQUAL(pool.get_used_size_current(), 800u);
  CHECK_THROWS(memory_allocation, ext::async_malloc_from_pool(queue, 201, pool));
  int value = 1;
  queue.copy(memory + 100, &value, 1).wait();
  CHECK_EQUAL(value, 0);
  ext::async_free(queue, memory);
  queue.wait();
  CHECK_EQUAL(pool.get_used_size_current(), 0u);
  queue
      .submit([&](sycl::handler &group) {
        memory = static_cast<int *>(ext::async_malloc_from_pool(group, 1000, pool));
      })
      .wait();
  value = 1;
  queue.copy(memory, &value, 1).wait();
  CHECK_EQUAL(value, 0);
  ext::async_free(queue, memory);
  queue.wait();

  const sycl::queue other(sycl::context(queue.get_device()), queue.get_device());
  CHECK_THROWS(invalid, ext::async_malloc_from_pool(other, 8, pool));
}

void checkInvalid(sycl::queue &queue) {
  CHECK_THROWS(feature_not_supported,
               ext::async_malloc(queue, sycl::usm::alloc::shared, sizeof(int)));
  CHECK_THROWS(feature_not_supported, ext::memory_pool(queue, sycl::usm::alloc::host));
  ext::command_graph graph(queue);
  graph.begin_recording(queue);
  CHECK_THROWS(feature_not_supported, ext::async_malloc(queue, kDevice, sizeof(int)));
  graph.end_recording();
}

} // namespace

int main() {
  sycl::queue outOfOrder;
  sycl::queue inOrder(sycl::property::queue::in_order{});
  if (!outOfOrder.get_device().has(sycl::aspect::ext_oneapi_async_memory_alloc))
    return kSkipped;
  for (sycl::queue *queue : {&outOfOrder, &inOrder}) {
    checkQueue(*queue);
    checkHandler(*queue);
    checkPool(*queue);
    checkInvalid(*queue);
  }
  return failures != 0;
}
