// Host tasks in graphs: between kernels, with buffers, in graphs in graphs, and updated.
#include "check.h"

#include <atomic>
#include <future>
#include <memory>
#include <numeric>
#include <stdexcept>
#include <vector>

namespace {

namespace ext = sycl::ext::oneapi::experimental;
using Graph = ext::command_graph<ext::graph_state::modifiable>;
constexpr size_t kCount = 2000;

// Kernels and host tasks by turns, and branches of both kinds.
void checkOrder(sycl::queue &queue) {
  int *numbers = sycl::malloc_shared<int>(4, queue);
  for (int i = 0; i < 4; ++i)
    numbers[i] = i;
  std::atomic<int> calls = 0;
  Graph graph(queue);
  graph.begin_recording(queue);
  const sycl::event a = queue.single_task([=] { numbers[0] += 1; });
  const sycl::event b = queue.submit([&](sycl::handler &group) {
    group.depends_on(a);
    group.host_task([=, &calls] {
      numbers[0] *= 2;
      ++calls;
    });
  });
  const sycl::event c = queue.submit([&](sycl::handler &group) {
    group.depends_on(b);
    group.host_task([=, &calls] {
      numbers[0] += 5;
      ++calls;
    });
  });
  const sycl::event d = queue.single_task(c, [=] { numbers[0] *= 10; });
  const sycl::event e = queue.single_task([=] { numbers[1] += 100; }); // beside them
  const sycl::event f = queue.submit([&](sycl::handler &group) {       // so is this one
    group.host_task([=, &calls] {
      numbers[2] += 100;
      ++calls;
    });
  });
  queue.single_task({d, e, f}, [=] { numbers[3] = numbers[0] + numbers[1] + numbers[2]; });
  graph.end_recording();
  const auto executable = graph.finalize();
  CHECK_EQUAL(calls.load(), 0);
  int expected = 0;
  sycl::event last;
  for (int i = 1; i <= 3; ++i) { // runs do not overlap
    last = queue.ext_oneapi_graph(executable);
    expected = ((expected + 1) * 2 + 5) * 10;
  }
  last.wait();
  CHECK_EQUAL(calls.load(), 9);
  CHECK_EQUAL(numbers[0], expected);
  CHECK_EQUAL(numbers[1], 301);
  CHECK_EQUAL(numbers[2], 302);
  CHECK_EQUAL(numbers[3], expected + 603);

  Graph alone(queue);
  alone.add([&](sycl::handler &group) { group.host_task([&] { ++calls; }); });
  queue.ext_oneapi_graph(alone.finalize()).wait();
  CHECK_EQUAL(calls.load(), 10);
  sycl::free(numbers, queue);
}

// The contents of buffers are on the host for a host task, and on the device after it.
void checkBuffers(sycl::queue &queue) {
  std::vector<int> result(kCount);
  {
    sycl::buffer<int> numbers(result.data(), sycl::range<1>(kCount));
    sycl::buffer<int> other{sycl::range<1>(kCount)};
    Graph graph(queue, {ext::property::graph::assume_buffer_outlives_graph()});
    graph.add([&](sycl::handler &group) {
      const sycl::accessor all(numbers, group);
      group.parallel_for(sycl::range<1>(kCount), [=](sycl::id<1> i) { all[i] += int(i[0]); });
    });
    graph.add([&](sycl::handler &group) {
      const sycl::accessor all(numbers, group, sycl::read_write_host_task);
      const sycl::accessor to(other, group, sycl::write_only_host_task, sycl::no_init);
      group.host_task([=] {
        for (size_t i = 0; i < kCount; ++i) {
          to[i] = all[i];
          all[i] = 1;
        }
      });
    });
    graph.add([&](sycl::handler &group) {
      const sycl::accessor all(numbers, group);
      const sycl::accessor from(other, group, sycl::read_only);
      group.parallel_for(sycl::range<1>(kCount), [=](sycl::id<1> i) { all[i] += 10 * from[i]; });
    });
    const std::vector<ext::node> nodes = graph.get_nodes();
    CHECK(nodes[2].get_predecessors().back() == nodes[1]);
    const auto executable = graph.finalize();
    queue.ext_oneapi_graph(executable);
    queue.submit([&](sycl::handler &group) { // after it
      const sycl::accessor all(numbers, group);
      group.parallel_for(sycl::range<1>(kCount), [=](sycl::id<1> i) { all[i] += 2; });
    });
    queue.ext_oneapi_graph(executable);
  }
  for (size_t i = 0; i < kCount; ++i) {
    const int once = 1 + 10 * int(i) + 2;
    CHECK_EQUAL(result[i], 1 + 10 * (once + int(i)));
  }
}

void checkSubgraph(sycl::queue &queue) {
  int *number = sycl::malloc_shared<int>(1, queue);
  *number = 1;
  Graph inner(queue);
  ext::node first =
      inner.add([&](sycl::handler &group) { group.host_task([=] { *number += 1; }); });
  inner.add([&](sycl::handler &group) { group.single_task([=] { *number *= 2; }); },
            ext::property::node::depends_on(first));
  const auto executable = inner.finalize();
  sycl::queue inOrder(queue.get_context(), queue.get_device(), sycl::property::queue::in_order());
  Graph outer(queue);
  outer.begin_recording(inOrder);
  inOrder.single_task([=] { *number += 10; });
  inOrder.ext_oneapi_graph(executable);
  inOrder.ext_oneapi_graph(executable);
  inOrder.submit([&](sycl::handler &group) { group.host_task([=] { *number += 100; }); });
  outer.end_recording();
  inOrder.ext_oneapi_graph(outer.finalize());
  inOrder.wait();
  CHECK_EQUAL(*number, ((11 + 1) * 2 + 1) * 2 + 100);
  sycl::free(number, queue);
}

// The function of a host task is one of several, or that of another graph.
void checkUpdates(sycl::queue &queue) {
  int *number = sycl::malloc_shared<int>(1, queue);
  const auto task = [=](int value) {
    return [=](sycl::handler &group) { group.host_task([=] { *number += value; }); };
  };
  const auto kernel = [=](sycl::handler &group) { group.single_task([=] { *number *= 2; }); };
  Graph graph(queue);
  ext::dynamic_command_group tasks(graph, {task(1), task(2)});
  ext::node node = graph.add(tasks);
  CHECK(node.get_type() == ext::node_type::host_task);
  graph.add(kernel, ext::property::node::depends_on(node));
  auto executable = graph.finalize(ext::property::graph::updatable());
  *number = 10;
  queue.ext_oneapi_graph(executable);
  tasks.set_active_index(1);
  executable.update(node);
  queue.ext_oneapi_graph(executable).wait();
  CHECK_EQUAL(*number, (22 + 2) * 2);

  Graph other(queue);
  ext::node third = other.add(task(3));
  other.add(kernel, ext::property::node::depends_on(third));
  executable.update(other);
  *number = 1;
  queue.ext_oneapi_graph(executable).wait();
  CHECK_EQUAL(*number, 8);
  CHECK_THROWS(invalid, node.update_range(sycl::range<1>(2)));
  sycl::free(number, queue);
}

// A run that waits for a host task keeps the memory of its copies, without the graphs.
void checkLifetime(sycl::queue &queue) {
  std::promise<void> go;
  auto memory = std::make_shared<std::vector<int>>(kCount, 0);
  const std::weak_ptr<std::vector<int>> weak = memory;
  int *sum = sycl::malloc_shared<int>(1, queue);
  sycl::buffer<int> numbers{sycl::range<1>(kCount)};
  {
    Graph inner(queue), outer(queue);
    inner.add([&](sycl::handler &group) {
      group.fill(sycl::accessor(numbers, group, sycl::write_only, sycl::no_init), 3);
    });
    inner.add([&](sycl::handler &group) {
      group.copy(sycl::accessor(numbers, group, sycl::read_only),
                 std::shared_ptr<int>(memory, memory->data()));
    });
    ext::node first =
        outer.add([&](sycl::handler &group) { group.host_task([&] { go.get_future().wait(); }); });
    outer.add([&](sycl::handler &group) { group.ext_oneapi_graph(inner.finalize()); },
              ext::property::node::depends_on(first));
    outer.add(
        [&, whole = memory.get()](sycl::handler &group) {
          group.host_task([=] { *sum = std::accumulate(whole->begin(), whole->end(), 0); });
        },
        ext::property::node::depends_on_all_leaves());
    memory.reset();
    queue.ext_oneapi_graph(outer.finalize());
  }
  CHECK(!weak.expired());
  go.set_value();
  queue.wait();
  CHECK_EQUAL(*sum, 3 * static_cast<int>(kCount));
  CHECK(weak.expired());
  sycl::free(sum, queue);
}

void checkErrors(sycl::queue &queue) {
  size_t errors = 0;
  sycl::queue reporting(queue.get_context(), queue.get_device(),
                        [&](const sycl::exception_list &list) { errors += list.size(); });
  Graph graph(queue);
  graph.add([](sycl::handler &group) {
    group.host_task([] { throw std::runtime_error("of the task"); });
  });
  reporting.ext_oneapi_graph(graph.finalize()).wait();
  reporting.throw_asynchronous();
  CHECK_EQUAL(errors, 1);
}

} // namespace

int main() {
  if (!hasSharedMemory())
    return kSkipped;
  sycl::queue queue;
  checkOrder(queue);
  checkBuffers(queue);
  checkSubgraph(queue);
  checkUpdates(queue);
  checkLifetime(queue);
  checkErrors(queue);
  sycl::queue inOrder(sycl::property::queue::in_order{});
  checkBuffers(inOrder);
  return failures != 0;
}
