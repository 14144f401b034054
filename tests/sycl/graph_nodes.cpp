// What nodes of graphs are, graphs in graphs, their description as text, and properties.
#include "check.h"

#include <cstdio>
#include <fstream>
#include <functional>
#include <sstream>
#include <string>
#include <vector>

namespace {

namespace ext = sycl::ext::oneapi::experimental;
using Graph = ext::command_graph<ext::graph_state::modifiable>;
constexpr size_t kCount = 300;

void checkTypes(sycl::queue &queue) {
  int *a = sycl::malloc_shared<int>(kCount, queue);
  int *b = sycl::malloc_shared<int>(kCount, queue);
  sycl::buffer<int, 2> whole(sycl::range<2>(6, 5)), part(sycl::range<2>(3, 2));
  Graph inner(queue);
  inner.add([&](sycl::handler &group) { group.single_task([=] { a[1] = 7; }); });
  const auto executable = inner.finalize();

  Graph graph(queue, {ext::property::graph::assume_buffer_outlives_graph()});
  using Type = ext::node_type;
  std::vector<Type> expected;
  const auto add = [&](Type type, const std::function<void(sycl::handler &)> &function) {
    const ext::node node = graph.add(function, ext::property::node::depends_on_all_leaves());
    CHECK(node.get_type() == type);
    expected.push_back(type);
  };
  add(Type::memset, [&](auto &group) { group.memset(a, 0, kCount * sizeof(int)); });
  add(Type::memfill, [&](auto &group) { group.fill(b, 3, kCount); });
  add(Type::prefetch, [&](auto &group) { group.prefetch(b, kCount * sizeof(int)); });
  add(Type::memadvise, [&](auto &group) { group.mem_advise(b, kCount * sizeof(int), 0); });
  add(Type::memcpy, [&](auto &group) { group.memcpy(a, b, kCount * sizeof(int)); });
  add(Type::kernel, [&](sycl::handler &group) {
    group.parallel_for(sycl::range<1>(kCount), [=](sycl::id<1> i) { a[i] += 1; });
  });
  add(Type::subgraph, [&](auto &group) { group.ext_oneapi_graph(executable); });
  add(Type::host_task, [&](auto &group) { group.host_task([=] { a[2] = 8; }); });
  add(Type::empty, [](sycl::handler &) {});
  add(Type::memfill, [&](sycl::handler &group) {
    group.fill(sycl::accessor(whole, group, sycl::write_only, sycl::no_init), 1);
  });
  add(Type::memfill, [&](sycl::handler &group) {
    group.fill(sycl::accessor(part, group, sycl::write_only, sycl::no_init), 2);
  });
  // Copies of rows are one node.
  add(Type::memcpy, [&](sycl::handler &group) {
    group.copy(
        sycl::accessor(part, group, sycl::read_only),
        sycl::accessor(whole, group, sycl::range<2>(3, 2), sycl::id<2>(1, 1), sycl::write_only));
  });
  CHECK(graph.add().get_type() == Type::empty);
  expected.push_back(Type::empty);
  const std::vector<ext::node> nodes = graph.get_nodes();
  CHECK_EQUAL(nodes.size(), expected.size());
  for (size_t i = 0; i < nodes.size(); ++i)
    CHECK(nodes[i].get_type() == expected[i]);
  CHECK_EQUAL(graph.get_root_nodes().size(), 2); // the first one and the last one
  CHECK(std::hash<ext::node>()(nodes[0]) != std::hash<ext::node>()(nodes[1]));
  CHECK(!graph.empty());

  queue.ext_oneapi_graph(graph.finalize()).wait();
  CHECK_EQUAL(a[0], 4);
  CHECK_EQUAL(a[1], 7);
  CHECK_EQUAL(a[2], 8);
  const sycl::host_accessor all(whole, sycl::read_only);
  for (size_t y = 0; y < 6; ++y)
    for (size_t x = 0; x < 5; ++x)
      CHECK_EQUAL(all[y][x], y >= 1 && y < 4 && x >= 1 && x < 3 ? 2 : 1);
  sycl::free(a, queue);
  sycl::free(b, queue);
}

// The commands of a graph run between those before and after its node, also several times.
void checkSubgraphs(sycl::queue &queue) {
  int *number = sycl::malloc_shared<int>(1, queue);
  *number = 0;
  sycl::queue inOrder(queue.get_context(), queue.get_device(), sycl::property::queue::in_order());
  Graph leaf(queue);
  leaf.begin_recording(inOrder);
  inOrder.single_task([=] { *number += 1; });
  inOrder.single_task([=] { *number *= 2; });
  leaf.end_recording();
  const auto doubled = leaf.finalize();
  const auto nothing = Graph(queue).finalize();

  Graph middle(queue);
  middle.begin_recording(inOrder);
  inOrder.ext_oneapi_graph(doubled);
  inOrder.ext_oneapi_graph(nothing);
  inOrder.single_task([=] { *number += 10; });
  inOrder.ext_oneapi_graph(doubled);
  middle.end_recording();
  const auto twice = middle.finalize();

  Graph whole(queue);
  ext::node first =
      whole.add([&](sycl::handler &group) { group.single_task([=] { *number = 3; }); });
  ext::node second = whole.add([&](sycl::handler &group) { group.ext_oneapi_graph(twice); },
                               {ext::property::node::depends_on(first)});
  whole.add([&](sycl::handler &group) { group.single_task([=] { *number -= 1; }); },
            {ext::property::node::depends_on(second)});
  const auto all = whole.finalize();
  queue.ext_oneapi_graph(all).wait();
  CHECK_EQUAL(*number, ((3 + 1) * 2 + 10 + 1) * 2 - 1);
  queue.ext_oneapi_graph(doubled).wait(); // runs alone, too
  CHECK_EQUAL(*number, 76);

  sycl::queue foreign(sycl::context(queue.get_device()), queue.get_device());
  CHECK_THROWS(invalid, foreign.ext_oneapi_graph(all));
  Graph foreignGraph(foreign);
  CHECK_THROWS(invalid,
               foreignGraph.add([&](sycl::handler &group) { group.ext_oneapi_graph(doubled); }));
  sycl::free(number, queue);
}

// Buffers of a graph in a graph order it among the other nodes.
void checkSubgraphBuffers(sycl::queue &queue) {
  sycl::buffer<int> numbers{sycl::range<1>(kCount)};
  const auto addOne = [&](sycl::handler &group) {
    const sycl::accessor all(numbers, group);
    group.parallel_for(sycl::range<1>(kCount), [=](sycl::id<1> i) { all[i] += 1; });
  };
  Graph inner(queue);
  inner.add(addOne);
  inner.add(addOne);
  const auto executable = inner.finalize();
  Graph outer(queue);
  outer.add([&](sycl::handler &group) {
    group.fill(sycl::accessor(numbers, group, sycl::write_only, sycl::no_init), 5);
  });
  outer.add([&](sycl::handler &group) { group.ext_oneapi_graph(executable); });
  outer.add([&](sycl::handler &group) {
    const sycl::accessor all(numbers, group);
    group.parallel_for(sycl::range<1>(kCount), [=](sycl::id<1> i) { all[i] *= 10; });
  });
  CHECK_EQUAL(outer.get_root_nodes().size(), 1);
  const auto whole = outer.finalize();
  queue.ext_oneapi_graph(whole);
  queue.ext_oneapi_graph(executable);
  const sycl::host_accessor all(numbers, sycl::read_only);
  CHECK_EQUAL(all[0], 72);
  CHECK_EQUAL(all[kCount - 1], 72);
}

std::string readFile(const std::string &path) {
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

bool contains(const std::string &text, const std::string &part) {
  return text.find(part) != std::string::npos;
}

void checkPrinting(sycl::queue &queue) {
  int *number = sycl::malloc_shared<int>(1, queue);
  Graph graph(queue);
  ext::node first = graph.add([&](sycl::handler &group) { group.memset(number, 0, 4); });
  graph.add([&](sycl::handler &group) { group.single_task([=] { *number = 1; }); },
            ext::property::node::depends_on(first));
  const std::string path =
      "/tmp/ursa_graph_" +
      std::to_string(reinterpret_cast<uintptr_t>(&path) ^ reinterpret_cast<uintptr_t>(number)) +
      ".dot";
  graph.print_graph(path);
  std::string text = readFile(path);
  CHECK(text.rfind("digraph", 0) == 0);
  CHECK(contains(text, "TYPE = memset") && contains(text, "TYPE = kernel"));
  CHECK(contains(text, "NAME = ") && contains(text, "node0 -> node1"));
  CHECK(!contains(text, "4 bytes"));
  graph.print_graph(path, true);
  text = readFile(path);
  CHECK(contains(text, "4 bytes") && contains(text, "range 1"));
  std::remove(path.c_str());
  CHECK_THROWS(invalid, graph.print_graph("/tmp/graph.txt"));
  CHECK_THROWS(invalid, graph.print_graph("/no such folder/graph.dot"));
  CHECK_THROWS(invalid, graph.print_graph("/dev/full/graph.dot"));
  sycl::free(number, queue);
}

void checkProfiling(sycl::queue &queue) {
  using namespace sycl::info::event_profiling;
  if (!queue.get_device().has(sycl::aspect::queue_profiling))
    return;
  sycl::queue profiled(queue.get_context(), queue.get_device(),
                       sycl::property::queue::enable_profiling());
  int *number = sycl::malloc_shared<int>(1, queue);
  Graph graph(queue);
  graph.add([&](sycl::handler &group) { group.single_task([=] { *number = 1; }); });
  const auto check = [&] {
    const sycl::event event = profiled.ext_oneapi_graph(graph.finalize(
        {ext::property::graph::enable_profiling(), ext::property::graph::updatable()}));
    event.wait();
    const auto submit = event.get_profiling_info<command_submit>();
    const auto start = event.get_profiling_info<command_start>();
    const auto end = event.get_profiling_info<command_end>();
    CHECK(submit <= start && start <= end && end != 0);
  };
  check();
  const sycl::event other = profiled.ext_oneapi_graph(graph.finalize());
  CHECK_THROWS(invalid, other.get_profiling_info<command_start>());
  other.wait();
  graph.add([&](sycl::handler &group) { group.host_task([=] { *number += 1; }); },
            ext::property::node::depends_on_all_leaves());
  graph.add([&](sycl::handler &group) { group.single_task([=] { *number += 1; }); },
            ext::property::node::depends_on_all_leaves());
  check();
  CHECK_EQUAL(*number, 3);
  sycl::free(number, queue);
}

void checkProperties(sycl::queue &queue) {
  CHECK_THROWS(feature_not_supported,
               Graph(queue, ext::property::graph::enable_native_recording()));
  sycl::queue withDefault(queue.get_device());
  Graph graph{queue.get_device(), {ext::property::graph::no_cycle_check()}};
  ext::node a = graph.add(), b = graph.add();
  graph.make_edge(a, b);
  CHECK_THROWS(invalid, graph.make_edge(a, a));
  const auto executable = graph.finalize();
  CHECK_EQUAL(executable.get_required_mem_size(), 0);
  withDefault.ext_oneapi_graph(executable).wait();
  graph.make_edge(b, a); // nobody looks
  CHECK_EQUAL(b.get_successors().size(), 1);
}

// Chains of nodes that are longer than stacks are deep, in any order.
void checkLongChains(sycl::queue &queue) {
  constexpr int kNodes = 3000;
  int *number = sycl::malloc_shared<int>(1, queue);
  *number = 0;
  Graph graph(queue, ext::property::graph::no_cycle_check());
  std::vector<ext::node> nodes;
  for (int i = 0; i < kNodes; ++i)
    nodes.push_back(i % 100 != 0 ? graph.add() : graph.add([&](sycl::handler &group) {
      group.single_task([=] { *number = (*number * 3 + i) % 10007; });
    }));
  for (size_t i = kNodes - 1; i > 0; --i) // the last one runs first
    graph.make_edge(nodes[i], nodes[i - 1]);
  queue.ext_oneapi_graph(graph.finalize()).wait();
  int expected = 0;
  for (int i = kNodes - 1; i >= 0; --i)
    if (i % 100 == 0)
      expected = (expected * 3 + i) % 10007;
  CHECK_EQUAL(*number, expected);
  sycl::free(number, queue);
}

} // namespace

int main() {
  if (!hasSharedMemory())
    return kSkipped;
  sycl::queue queue;
  checkTypes(queue);
  checkSubgraphs(queue);
  checkSubgraphBuffers(queue);
  checkPrinting(queue);
  checkProfiling(queue);
  checkProperties(queue);
  checkLongChains(queue);
  return failures != 0;
}
