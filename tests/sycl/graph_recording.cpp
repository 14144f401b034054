// Recording of several queues, queues that join a recording, barriers, and nodes of recorded
// commands.
#include "check.h"

#include <optional>
#include <vector>

namespace {

namespace ext = sycl::ext::oneapi::experimental;
using Graph = ext::command_graph<ext::graph_state::modifiable>;
constexpr size_t kCount = 500;

bool isRecording(const sycl::queue &queue) {
  return queue.ext_oneapi_get_state() == ext::queue_state::recording;
}

void checkQueues(sycl::queue &first) {
  sycl::queue second(first.get_context(), first.get_device());
  sycl::queue third(first.get_context(), first.get_device());
  Graph graph(first), other(first);
  graph.begin_recording({first, second});
  CHECK(isRecording(first) && isRecording(second) && !isRecording(third));
  CHECK(first.ext_oneapi_get_graph() == graph);
  CHECK_THROWS(invalid, third.ext_oneapi_get_graph());
  // A failed call changes no queue.
  CHECK_THROWS(invalid, graph.begin_recording({third, first}));
  CHECK_THROWS(invalid, other.begin_recording(std::vector<sycl::queue>{third, second}));
  CHECK(!isRecording(third));
  other.begin_recording(third);
  CHECK_THROWS(invalid, graph.end_recording({first, third}));
  CHECK_THROWS(invalid, other.end_recording(second));
  CHECK(isRecording(first) && isRecording(second) && isRecording(third));
  graph.end_recording({first, second});
  graph.end_recording({first, second}); // does nothing
  CHECK(!isRecording(first) && !isRecording(second) && isRecording(third));
  other.end_recording();
  CHECK(!isRecording(third));
  CHECK(graph.get_id() < other.get_id());
  CHECK(graph.empty());
}

// A queue that depends on a recorded command is recorded, too, until the graph ends it.
void checkTransitive(sycl::queue &first, bool isInOrder) {
  const auto make = [&] {
    return isInOrder ? sycl::queue(first.get_context(), first.get_device(),
                                   sycl::property::queue::in_order())
                     : sycl::queue(first.get_context(), first.get_device());
  };
  sycl::queue second = make(), third = make(), fourth = make();
  int *numbers = sycl::malloc_shared<int>(kCount, first);
  int *sum = sycl::malloc_shared<int>(1, first);
  *sum = 0;
  Graph graph(first);
  graph.begin_recording(first);
  const sycl::event filled = first.fill(numbers, 2, kCount);
  const sycl::event squared =
      second.parallel_for(sycl::range<1>(kCount), filled, [=](sycl::id<1> i) { numbers[i] *= 3; });
  CHECK(isRecording(second) && !isRecording(third));
  const sycl::event added = third.submit([&](sycl::handler &group) {
    group.depends_on(squared);
    group.parallel_for(sycl::range<1>(kCount), sycl::reduction(sum, sycl::plus<>()),
                       [=](sycl::id<1> i, auto &total) { total += numbers[i]; });
  });
  CHECK(isRecording(third) && third.ext_oneapi_get_graph() == graph);
  const sycl::event joined = fourth.ext_oneapi_submit_barrier({added});
  fourth.single_task([=] { *sum += 1; });
  CHECK(isRecording(fourth));
  graph.end_recording();
  CHECK(!isRecording(first) && !isRecording(second) && !isRecording(third) && !isRecording(fourth));
  CHECK_THROWS(invalid, third.single_task(added, [=] { *sum = 0; }));
  CHECK(!isRecording(third));
  const auto executable = graph.finalize();
  first.ext_oneapi_graph(executable).wait();
  CHECK_EQUAL(*sum, 6 * int(kCount) + 1);
  first.ext_oneapi_graph(executable).wait();
  CHECK_EQUAL(*sum, 12 * int(kCount) + 2);

  // A queue of another context cannot join.
  sycl::queue foreign(sycl::context(first.get_device()), first.get_device());
  graph.begin_recording(first);
  const sycl::event recorded = first.single_task([=] { *sum = 0; });
  CHECK_THROWS(invalid, foreign.single_task(recorded, [=] { *sum = 0; }));
  CHECK(!isRecording(foreign));
  CHECK_THROWS(invalid, recorded.get_info<sycl::info::event::command_execution_status>());
  CHECK_THROWS(invalid, recorded.get_profiling_info<sycl::info::event_profiling::command_start>());
  graph.end_recording();
  sycl::free(numbers, first);
  sycl::free(sum, first);
}

// Recorded and explicit nodes depend on each other by events and nodes.
void checkMixed(sycl::queue &queue) {
  int *number = sycl::malloc_shared<int>(1, queue);
  *number = 1;
  Graph graph(queue);
  graph.begin_recording(queue);
  const sycl::event recorded = queue.single_task([=] { *number += 1; });
  CHECK_THROWS(invalid, graph.add());
  CHECK_THROWS(invalid, graph.add([=](sycl::handler &group) { group.single_task([=] {}); }));
  graph.end_recording();
  ext::node first = ext::node::get_node_from_event(recorded);
  ext::node second = graph.add([&](sycl::handler &group) {
    group.depends_on(recorded);
    group.single_task([=] { *number *= 10; });
  });
  ext::node third =
      graph.add([&](sycl::handler &group) { group.single_task([=] { *number += 3; }); },
                {ext::property::node::depends_on(second)});
  CHECK(second.get_predecessors() == std::vector<ext::node>{first});
  CHECK(second.get_successors() == std::vector<ext::node>{third});
  CHECK(graph.get_root_nodes() == std::vector<ext::node>{first});
  CHECK_THROWS(invalid, ext::node::get_node_from_event(sycl::event()));
  CHECK_THROWS(invalid, ext::node::get_node_from_event(queue.single_task([=] {})));
  queue.ext_oneapi_graph(graph.finalize()).wait();
  CHECK_EQUAL(*number, 23);

  graph.begin_recording(queue);
  CHECK_THROWS(invalid, graph.make_edge(first, third));
  graph.end_recording();
  CHECK_THROWS(invalid, graph.add([](sycl::handler &group) { group.ext_oneapi_barrier(); }));
  CHECK_EQUAL(graph.get_nodes().size(), 3);
  sycl::free(number, queue);
}

// A barrier is after the commands of its queue, and before those that come.
void checkBarriers(sycl::queue &queue) {
  sycl::queue other(queue.get_context(), queue.get_device());
  int *numbers = sycl::malloc_shared<int>(4, queue);
  Graph graph(queue);
  graph.begin_recording({queue, other});
  const auto nodeOf = [](const sycl::event &event) {
    return ext::node::get_node_from_event(event);
  };
  const ext::node a = nodeOf(queue.single_task([=] { numbers[0] = 1; }));
  const ext::node b = nodeOf(queue.single_task([=] { numbers[1] = 2; }));
  const ext::node c = nodeOf(other.single_task([=] { numbers[2] = 3; }));
  const sycl::event barrier = queue.ext_oneapi_submit_barrier();
  const ext::node d = nodeOf(queue.single_task([=] { numbers[3] = numbers[0] + numbers[1]; }));
  const ext::node e = nodeOf(other.single_task([=] { numbers[2] = 3; }));
  CHECK(nodeOf(barrier).get_type() == ext::node_type::ext_oneapi_barrier);
  CHECK((nodeOf(barrier).get_predecessors() == std::vector<ext::node>{a, b}));
  CHECK(d.get_predecessors() == std::vector<ext::node>{nodeOf(barrier)});
  CHECK(c.get_successors().empty() && e.get_predecessors().empty());
  const sycl::event across = other.ext_oneapi_submit_barrier({barrier});
  const ext::node f = nodeOf(other.single_task([=] { numbers[2] += numbers[3]; }));
  CHECK(nodeOf(across).get_predecessors() == std::vector<ext::node>{nodeOf(barrier)});
  CHECK(f.get_predecessors() == std::vector<ext::node>{nodeOf(across)});
  graph.end_recording();
  queue.ext_oneapi_graph(graph.finalize()).wait();
  CHECK_EQUAL(numbers[3], 3);
  sycl::free(numbers, queue);
}

// The last copy of a graph that is destroyed ends its recordings.
void checkEnd(sycl::queue &queue) {
  std::optional<Graph> graph(queue);
  Graph executed(queue);
  graph->begin_recording(queue);
  const sycl::event recorded = queue.single_task([] {});
  const auto executable = graph->finalize();
  CHECK(isRecording(queue));
  graph.reset();
  CHECK(!isRecording(queue));
  queue.ext_oneapi_graph(executable).wait();
  queue.wait();
  CHECK_THROWS(invalid, ext::node::get_node_from_event(recorded));
  executed.begin_recording(queue);
  CHECK(isRecording(queue));
}

// An in-order queue that is recorded again goes on behind its last node.
void checkAgain(const sycl::device &device) {
  sycl::queue queue(device, sycl::property::queue::in_order());
  int *number = sycl::malloc_shared<int>(1, queue);
  *number = 1;
  Graph graph(queue);
  graph.begin_recording(queue);
  queue.single_task([=] { *number += 1; });
  graph.end_recording(queue);
  graph.begin_recording(queue);
  queue.single_task([=] { *number *= 10; });
  queue.submit([](sycl::handler &) {}); // an empty node
  queue.single_task([=] { *number += 5; });
  graph.end_recording(queue);
  CHECK_EQUAL(graph.get_nodes().size(), 4);
  CHECK_EQUAL(graph.get_root_nodes().size(), 1);
  CHECK(graph.get_nodes()[2].get_type() == ext::node_type::empty);
  queue.ext_oneapi_graph(graph.finalize());
  queue.wait();
  CHECK_EQUAL(*number, 25);
  sycl::free(number, queue);
}

} // namespace

int main() {
  if (!hasSharedMemory())
    return kSkipped;
  sycl::queue queue;
  checkQueues(queue);
  checkTransitive(queue, false);
  checkTransitive(queue, true);
  checkMixed(queue);
  checkBarriers(queue);
  checkEnd(queue);
  checkAgain(queue.get_device());
  return failures != 0;
}
