// Extensions of queues: command graphs, rows of memory, barriers.
#include "check.h"

#include <vector>

namespace {

namespace ext = sycl::ext::oneapi::experimental;
using Graph = ext::command_graph<ext::graph_state::modifiable>;
constexpr size_t kCount = 1000;

void checkRecording(sycl::queue &queue) {
  int *a = sycl::malloc_device<int>(kCount, queue);
  int *b = sycl::malloc_shared<int>(kCount, queue);
  int *sum = sycl::malloc_shared<int>(1, queue);
  Graph graph(queue);
  CHECK(queue.ext_oneapi_get_state() == ext::queue_state::executing);
  graph.begin_recording(queue);
  CHECK_THROWS(invalid, graph.begin_recording(queue));
  CHECK(queue.ext_oneapi_get_state() == ext::queue_state::recording);
  int factor = 3; // kernels get the value of now
  const sycl::event filled = queue.fill(a, 1, kCount);
  const sycl::event scaled =
      queue.parallel_for(sycl::range<1>(kCount), filled, [=](sycl::id<1> i) { a[i] *= factor; });
  factor = 4;
  const sycl::event copied = queue.submit([&](sycl::handler &group) {
    group.depends_on(scaled);
    group.memcpy(b, a, kCount * sizeof(int));
  });
  const sycl::event cleared = queue.memset(sum, 0, sizeof(int), copied);
  queue.parallel_for(sycl::range<1>(kCount), cleared, sycl::reduction(sum, sycl::plus<>()),
                     [=](sycl::id<1> i, auto &total) { total += b[i]; });
  CHECK_THROWS(invalid, scaled.wait());
  CHECK_THROWS(invalid, queue.wait());
  CHECK_THROWS(invalid, queue.ext_oneapi_memset2d(a, 8, 0, 4, 4));
  CHECK_THROWS(invalid, queue.ext_oneapi_copy2d(a, 8, b, 8, 4, 4));
  CHECK_THROWS(invalid, Graph(queue).begin_recording(queue));
  graph.end_recording(queue);
  graph.end_recording(queue);
  CHECK_THROWS(invalid, queue.memset(b, 0, 4, scaled)); // is not enqueued

  const auto executable = graph.finalize();
  b[7] = *sum = -1;
  queue.wait();
  CHECK_EQUAL(*sum, -1); // nothing has run yet
  sycl::event last;
  for (int i = 0; i < 3; ++i)
    last = queue.ext_oneapi_graph(executable, last);
  last.wait();
  CHECK_EQUAL(b[7], 3);
  CHECK_EQUAL(*sum, 3 * static_cast<int>(kCount));

  // Recorded after finalize, they are part of the next executable graph.
  graph.begin_recording(queue);
  queue.ext_oneapi_submit_barrier();
  queue.single_task([=] { *sum = 5; });
  graph.end_recording();
  queue.ext_oneapi_graph(executable).wait();
  CHECK_EQUAL(*sum, 3 * static_cast<int>(kCount));
  const auto longer = graph.finalize();
  queue.submit([&](sycl::handler &group) { group.ext_oneapi_graph(longer); }).wait();
  CHECK_EQUAL(*sum, 5);
  sycl::free(a, queue);
  sycl::free(b, queue);
  sycl::free(sum, queue);
}

void checkInOrder(const sycl::device &device) {
  sycl::queue queue(device, sycl::property::queue::in_order());
  int *number = sycl::malloc_shared<int>(1, queue);
  *number = 0;
  Graph graph(queue);
  graph.begin_recording(queue);
  for (int i = 0; i < 20; ++i)
    queue.single_task([=] { *number = *number * 2 % 1000 + i; });
  graph.end_recording();
  queue.ext_oneapi_graph(graph.finalize());
  queue.wait();
  int expected = 0;
  for (int i = 0; i < 20; ++i)
    expected = expected * 2 % 1000 + i;
  CHECK_EQUAL(*number, expected);
  sycl::free(number, queue);
}

void checkNodes(sycl::queue &queue) {
  int *number = sycl::malloc_shared<int>(1, queue);
  *number = 1;
  Graph graph(queue.get_context(), queue.get_device());
  ext::node doubled =
      graph.add([&](sycl::handler &group) { group.single_task([=] { *number *= 2; }); });
  ext::node empty = graph.add({ext::property::node::depends_on(doubled)});
  ext::node added =
      graph.add([&](sycl::handler &group) { group.single_task([=] { *number += 5; }); },
                {ext::property::node::depends_on(empty)});
  ext::node again =
      graph.add([&](sycl::handler &group) { group.single_task([=] { *number *= 10; }); });
  graph.make_edge(added, again);
  CHECK(added == added && added != again);
  CHECK_THROWS(invalid, graph.make_edge(again, doubled));
  graph.add([&](sycl::handler &group) { group.single_task([=] { *number += 1; }); },
            {ext::property::node::depends_on_all_leaves()});
  Graph other(queue);
  CHECK_THROWS(invalid, other.make_edge(added, again));
  queue.ext_oneapi_graph(graph.finalize()).wait();
  CHECK_EQUAL(*number, 71);
  queue.ext_oneapi_graph(other.finalize()).wait(); // is empty
  sycl::free(number, queue);
}

void checkRows(sycl::queue &queue) {
  constexpr size_t kWidth = 5, kHeight = 4, kPitch = 8;
  std::vector<int> host(kPitch * kHeight, -1);
  int *memory = sycl::malloc_shared<int>(kPitch * kHeight, queue);
  const sycl::event filled = queue.fill(memory, 0, kPitch * kHeight);
  const sycl::event rows = queue.ext_oneapi_fill2d(memory, kPitch, 7, kWidth, kHeight, filled);
  queue.ext_oneapi_memset2d(memory + 1, kPitch * sizeof(int), 0xff, 2 * sizeof(int), kHeight, rows)
      .wait();
  queue.ext_oneapi_copy2d(memory, kPitch, host.data(), kWidth, kWidth, kHeight).wait();
  for (size_t i = 0; i < kWidth * kHeight; ++i)
    CHECK_EQUAL(host[i], i % kWidth == 1 || i % kWidth == 2 ? -1 : 7);
  CHECK_EQUAL(memory[kWidth], 0);
  queue
      .submit([&](sycl::handler &group) {
        group.ext_oneapi_memcpy2d(memory + 6, kPitch * sizeof(int), host.data(),
                                  kWidth * sizeof(int), sizeof(int), kHeight);
      })
      .wait();
  for (size_t i = 0; i < kHeight; ++i)
    CHECK_EQUAL(memory[i * kPitch + 6], 7);
  CHECK_THROWS(invalid, queue.ext_oneapi_memset2d(memory, 4, 0, 8, 1));
  CHECK_THROWS(invalid, queue.ext_oneapi_copy2d(memory, 4, host.data(), 8, 5, 1));
  queue.ext_oneapi_fill2d(memory, kPitch, 1, 0, 3).wait(); // nothing
  CHECK_EQUAL(memory[0], 7);
  sycl::free(memory, queue);
}

void checkBarriers(sycl::queue &queue) {
  int *numbers = sycl::malloc_shared<int>(2, queue);
  numbers[0] = numbers[1] = 0;
  const sycl::event first = queue.single_task([=] { numbers[0] = 1; });
  queue.ext_oneapi_submit_barrier();
  const sycl::event second = queue.single_task([=] { numbers[1] = numbers[0] + 1; });
  queue.ext_oneapi_submit_barrier({first, second}).wait();
  CHECK_EQUAL(numbers[1], 2);
  queue.ext_oneapi_submit_barrier(std::vector<sycl::event>()).wait();
  queue.wait();
  CHECK(queue.ext_oneapi_empty());
  sycl::free(numbers, queue);
}

} // namespace

int main() {
  if (!hasSharedMemory())
    return kSkipped;
  sycl::queue queue;
  checkRows(queue);
  checkBarriers(queue);
  // Each of Ursa's adapters has command buffers.
  CHECK(queue.get_device().has(sycl::aspect::ext_oneapi_graph));
  CHECK(queue.get_device().has(sycl::aspect::ext_oneapi_limited_graph));
  checkRecording(queue);
  checkInOrder(queue.get_device());
  checkNodes(queue);
  return failures != 0;
}
