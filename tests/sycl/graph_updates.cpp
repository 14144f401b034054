// Updates of executable graphs: dynamic parameters, index spaces, dynamic command groups, and all
// nodes of another graph.
#include "check.h"

#include <functional>
#include <vector>

namespace {

namespace ext = sycl::ext::oneapi::experimental;
using Graph = ext::command_graph<ext::graph_state::modifiable>;
using Executable = ext::command_graph<ext::graph_state::executable>;
constexpr size_t kCount = 600;
const ext::property::graph::updatable kUpdatable;

class Memory {
public:
  Memory(sycl::queue &queue, int value) : queue_(queue) {
    numbers_ = sycl::malloc_shared<int>(kCount, queue);
    set(value);
  }
  Memory(const Memory &) = delete;
  Memory &operator=(const Memory &) = delete;
  ~Memory() { sycl::free(numbers_, queue_); }
  void set(int value) {
    for (size_t i = 0; i < kCount; ++i)
      numbers_[i] = value;
  }
  int *get() const { return numbers_; }
  /// Whether the first elements are @p value, and those behind them @p rest.
  bool is(int value, size_t count = kCount, int rest = 0) const {
    for (size_t i = 0; i < kCount; ++i)
      if (numbers_[i] != (i < count ? value : rest))
        return false;
    return true;
  }

private:
  sycl::queue queue_;
  int *numbers_;
};

// Pointers and numbers that a lambda captures, by their number in it.
void checkParameters(sycl::queue &queue) {
  Memory a(queue, 0), b(queue, 0);
  int *pointer = a.get();
  int factor = 3;
  Graph graph(queue);
  ext::dynamic_parameter memory(graph, pointer);
  ext::dynamic_parameter value(factor);
  ext::node node = graph.add([&](sycl::handler &group) {
    group.set_arg(0, memory);
    group.set_arg(1, value);
    group.parallel_for(sycl::range<1>(kCount), [=](sycl::id<1> i) { pointer[i] += factor; });
  });
  Executable executable = graph.finalize(kUpdatable);
  Executable fixed = graph.finalize();
  queue.ext_oneapi_graph(executable).wait();
  CHECK(a.is(3) && b.is(0));

  memory.update(b.get());
  queue.ext_oneapi_graph(executable).wait(); // not updated yet
  CHECK(a.is(6) && b.is(0));
  executable.update(node);
  queue.ext_oneapi_graph(executable).wait();
  CHECK(a.is(6) && b.is(3));
  value.update(5);
  executable.update(std::vector<ext::node>{node});
  queue.ext_oneapi_graph(executable).wait();
  CHECK(a.is(6) && b.is(8));
  executable.update(node); // the same values
  queue.ext_oneapi_graph(executable).wait();
  CHECK(b.is(13));
  queue.ext_oneapi_graph(graph.finalize()).wait(); // the graph has the new values
  CHECK(a.is(6) && b.is(18));
  queue.ext_oneapi_graph(fixed).wait();
  CHECK(a.is(9) && b.is(18));

  // Runs that were enqueued before an update are not changed by it.
  memory.update(a.get());
  a.set(0);
  executable.update(node);
  queue.ext_oneapi_graph(executable);
  value.update(7);
  executable.update(node);
  queue.ext_oneapi_graph(executable).wait();
  queue.wait();
  CHECK(a.is(12));

  CHECK_THROWS(invalid, fixed.update(node));
  CHECK_THROWS(invalid, fixed.update(graph));
  Graph other(queue);
  ext::node foreign = other.add([&](sycl::handler &group) { group.single_task([] {}); });
  CHECK_THROWS(invalid, executable.update(foreign));
  ext::node empty = graph.add();
  CHECK_THROWS(invalid, executable.update(empty)); // was not there
  CHECK_THROWS(invalid, graph.finalize(kUpdatable).update(empty));
  ext::node copy = graph.add([&](sycl::handler &group) { group.memset(a.get(), 0, 4); });
  CHECK_THROWS(invalid, graph.finalize(kUpdatable).update(copy));
}

constexpr sycl::specialization_id<int> factor(2);

// An update keeps the values of constants.
void checkConstants(sycl::queue &queue) {
  Memory a(queue, 1), b(queue, 1);
  int *pointer = a.get();
  Graph graph(queue);
  ext::dynamic_parameter memory(graph, pointer);
  const auto multiply = [&](int value) {
    return [=, &memory](sycl::handler &group) {
      group.set_arg(0, memory);
      group.set_specialization_constant<factor>(value);
      group.parallel_for(sycl::range<1>(kCount), [=](sycl::id<1> i, sycl::kernel_handler values) {
        pointer[i] *= values.get_specialization_constant<factor>();
      });
    };
  };
  const ext::property::node::depends_on_all_leaves last;
  const ext::node first = graph.add(multiply(3), last);
  ext::dynamic_command_group kernels(graph, {multiply(5), multiply(7), multiply(5)});
  const ext::node second = graph.add(kernels, last);
  Executable executable = graph.finalize(kUpdatable);
  queue.ext_oneapi_graph(executable).wait();
  CHECK(a.is(15) && b.is(1));
  memory.update(b.get());
  executable.update({first, second});
  queue.ext_oneapi_graph(executable).wait();
  CHECK(a.is(15) && b.is(15));
  for (const size_t index : {1, 2, 1}) {
    kernels.set_active_index(index);
    executable.update(second);
    b.set(1);
    queue.ext_oneapi_graph(executable).wait();
    CHECK(b.is(index == 1 ? 21 : 15));
  }
}

struct Pair {
  int first;
  double second;
};

// One parameter of several kernels, several parameters with a structure, and graphs with an order.
void checkMoreParameters(sycl::queue &queue) {
  Memory a(queue, 1), b(queue, 10), c(queue, 0);
  int *from = a.get(), *to = c.get();
  Pair pair{2, 0.5};
  Graph graph(queue);
  ext::dynamic_parameter input(from), output(graph, to);
  ext::dynamic_parameter numbers(pair);
  ext::node first = graph.add([&](sycl::handler &group) {
    group.set_args(output, input, numbers);
    group.parallel_for(sycl::range<1>(kCount), [=](sycl::id<1> i) {
      to[i] = from[i] * pair.first + static_cast<int>(pair.second * 4);
    });
  });
  ext::node second = graph.add(
      [&](sycl::handler &group) {
        group.set_arg(0, output);
        group.parallel_for(sycl::nd_range<1>(kCount, 20),
                           [=](sycl::nd_item<1> item) { to[item.get_global_id(0)] *= 2; });
      },
      ext::property::node::depends_on(first));
  Executable executable = graph.finalize(kUpdatable);
  queue.ext_oneapi_graph(executable).wait();
  CHECK(c.is((1 * 2 + 2) * 2));
  input.update(b.get());
  numbers.update({3, 1.5});
  executable.update({first, second});
  queue.ext_oneapi_graph(executable).wait();
  CHECK(c.is((10 * 3 + 6) * 2));
  output.update(a.get());
  c.set(0);
  executable.update({first, second});
  queue.ext_oneapi_graph(executable).wait();
  CHECK(a.is((10 * 3 + 6) * 2) && c.is(0));
}

// Bad uses of parameters.
void checkParameterErrors(sycl::queue &queue) {
  Memory memory(queue, 0);
  int *pointer = memory.get();
  Graph graph(queue);
  ext::dynamic_parameter parameter(graph, pointer);
  const auto kernel = [&](int index) {
    return [&, index](sycl::handler &group) {
      group.set_arg(index, parameter);
      group.single_task([=] { *pointer = 1; });
    };
  };
  CHECK_THROWS(invalid, queue.submit(kernel(0)));
  graph.begin_recording(queue);
  CHECK_THROWS(invalid, queue.submit(kernel(0)));
  graph.end_recording();
  CHECK_THROWS(kernel_argument, graph.add(kernel(5)));
  CHECK_THROWS(kernel_argument, graph.add(kernel(-1)));
  CHECK_THROWS(invalid, graph.add([&](sycl::handler &group) {
    group.set_arg(0, parameter);
    group.memset(pointer, 0, 4);
  }));
  ext::dynamic_parameter tooSmall(graph, char(1));
  CHECK_THROWS(kernel_argument, graph.add([&](sycl::handler &group) {
    group.set_arg(0, tooSmall);
    group.single_task([=] { *pointer = 1; });
  }));
  CHECK(graph.empty());
}

void checkRanges(sycl::queue &queue) {
  Memory memory(queue, 0);
  int *numbers = memory.get();
  Graph graph(queue);
  ext::node node = graph.add([&](sycl::handler &group) {
    group.parallel_for(sycl::range<1>(100), [=](sycl::item<1> item) {
      numbers[item] = static_cast<int>(item.get_range(0));
    });
  });
  Executable executable = graph.finalize(kUpdatable);
  const auto run = [&](size_t count) {
    executable.update(node);
    memory.set(0);
    queue.ext_oneapi_graph(executable).wait();
    CHECK(memory.is(static_cast<int>(count), count));
  };
  run(100);
  node.update_range(sycl::range<1>(kCount));
  run(kCount);
  node.update_range(sycl::range<1>(0)); // nothing to do
  run(0);
  node.update_range(sycl::range<1>(7));
  run(7);
  CHECK_THROWS(invalid, node.update_range(sycl::range<2>(2, 2)));
  CHECK_THROWS(invalid, graph.add().update_range(sycl::range<1>(2)));

  ext::node groups = graph.add([&](sycl::handler &group) {
    group.parallel_for(sycl::nd_range<2>({10, 10}, {5, 5}), [=](sycl::nd_item<2> item) {
      numbers[item.get_global_linear_id()] = static_cast<int>(item.get_local_range(1));
    });
  });
  node.update_range(sycl::range<1>(0));
  groups.update_nd_range(sycl::nd_range<2>({20, 30}, {2, 3}));
  memory.set(0);
  queue.ext_oneapi_graph(graph.finalize()).wait();
  CHECK(memory.is(3));
  Executable both = graph.finalize(kUpdatable);
  groups.update_nd_range(sycl::nd_range<2>({10, 30}, {1, 10}));
  both.update(groups);
  memory.set(0);
  queue.ext_oneapi_graph(both).wait();
  CHECK(memory.is(10, 300));
  CHECK_THROWS(nd_range, groups.update_nd_range(sycl::nd_range<2>({10, 30}, {1, 7})));
  CHECK_THROWS(invalid, groups.update_nd_range(sycl::nd_range<1>(10, 1)));
}

// Accessors of buffers, also of a part of one.
void checkAccessors(sycl::queue &queue) {
  std::vector<int> one(kCount, 1), two(kCount, 2);
  sycl::buffer<int> a(one.data(), sycl::range<1>(kCount)), b(two.data(), sycl::range<1>(kCount));
  Graph graph(queue, ext::property::graph::assume_buffer_outlives_graph());
  const sycl::accessor all(a);
  ext::dynamic_parameter parameter(graph, all);
  ext::node node = graph.add([&](sycl::handler &group) {
    group.require(parameter);
    group.set_arg(0, parameter);
    group.parallel_for(sycl::range<1>(100),
                       [=](sycl::id<1> i) { all[i] += static_cast<int>(all.size() / 60); });
  });
  Executable executable = graph.finalize(kUpdatable);
  queue.ext_oneapi_graph(executable);
  parameter.update(sycl::accessor(b));
  executable.update(node);
  queue.submit([&](sycl::handler &group) { // the graph comes after it
    const sycl::accessor to(b, group);
    group.parallel_for(sycl::range<1>(kCount), [=](sycl::id<1> i) { to[i] *= 3; });
  });
  queue.ext_oneapi_graph(executable);
  {
    const sycl::host_accessor first(a, sycl::read_only), second(b, sycl::read_only);
    CHECK_EQUAL(first[0], 11);
    CHECK_EQUAL(first[100], 1);
    CHECK_EQUAL(second[99], 16);
    CHECK_EQUAL(second[100], 6);
  }
  parameter.update(sycl::accessor(a, sycl::range<1>(120)));
  executable.update(node);
  queue.ext_oneapi_graph(executable);
  const sycl::host_accessor first(a, sycl::read_only), second(b, sycl::read_only);
  CHECK_EQUAL(first[0], 11 + 2);
  CHECK_EQUAL(second[99], 16);

  CHECK_THROWS(kernel_argument, graph.add([&](sycl::handler &group) {
    group.set_arg(0, parameter); // is not required
    group.single_task([=] { all[0] = 0; });
  }));
  CHECK_THROWS(invalid, queue.submit([&](sycl::handler &group) { group.require(parameter); }));
}

// A graph gets the commands of another one.
void checkWhole(sycl::queue &queue) {
  Memory a(queue, 0), b(queue, 0);
  const auto build = [&](Graph &graph, int *memory, int value, size_t count) {
    graph.begin_recording(queue);
    const sycl::event set =
        queue.parallel_for(sycl::range<1>(count), [=](sycl::id<1> i) { memory[i] = value; });
    queue.parallel_for(sycl::range<1>(count), set, [=](sycl::id<1> i) { memory[i] += value * 2; });
    queue.ext_oneapi_submit_barrier();
    graph.end_recording();
    graph.add();
  };
  Graph first(queue), second(queue), third(queue);
  build(first, a.get(), 1, kCount);
  build(second, b.get(), 5, 50);
  Executable executable = first.finalize(kUpdatable);
  queue.ext_oneapi_graph(executable);
  executable.update(second);
  queue.ext_oneapi_graph(executable).wait();
  queue.wait();
  CHECK(a.is(3) && b.is(15, 50));
  executable.update(first);
  a.set(0);
  queue.ext_oneapi_graph(executable).wait();
  CHECK(a.is(3) && b.is(15, 50));

  CHECK_THROWS(invalid, executable.update(third)); // has no nodes
  build(third, a.get(), 1, kCount);
  std::vector<ext::node> nodes = third.get_nodes();
  third.make_edge(nodes[0], nodes[3]);
  CHECK_THROWS(invalid, executable.update(third)); // has another edge
  Graph copies(queue);
  copies.add([&](sycl::handler &group) { group.memset(a.get(), 0, 4); });
  Executable copying = copies.finalize(kUpdatable);
  CHECK_THROWS(invalid, copying.update(copies));
  Graph foreign(sycl::queue(sycl::context(queue.get_device()), queue.get_device()));
  CHECK_THROWS(invalid, executable.update(foreign));
}

// Local memory of another size.
void checkLocalMemory(sycl::queue &queue) {
  Memory memory(queue, 0);
  int *numbers = memory.get();
  const auto build = [&](Graph &graph, size_t groupSize) {
    graph.add([&](sycl::handler &group) {
      const sycl::local_accessor<int> local(groupSize, group);
      group.parallel_for(sycl::nd_range<1>(kCount, groupSize), [=](sycl::nd_item<1> item) {
        const size_t own = item.get_local_id(0);
        local[own] = static_cast<int>(own);
        sycl::group_barrier(item.get_group());
        numbers[item.get_global_id(0)] =
            local[local.size() - 1 - own] + static_cast<int>(own + local.size());
      });
    });
  };
  Graph small(queue), large(queue);
  build(small, 10);
  build(large, 200);
  Executable executable = small.finalize(kUpdatable);
  queue.ext_oneapi_graph(executable).wait();
  CHECK(memory.is(19));
  executable.update(large);
  queue.ext_oneapi_graph(executable).wait();
  CHECK(memory.is(399));
}

// Graphs in graphs keep the commands that they had when the outer one was finalized.
void checkSubgraphs(sycl::queue &queue) {
  Memory a(queue, 0), b(queue, 0);
  int *pointer = a.get();
  const auto add = [=](int *memory) {
    return [=](sycl::handler &group) {
      group.parallel_for(sycl::range<1>(kCount), [=](sycl::id<1> i) { memory[i] += 1; });
    };
  };
  Graph inner(queue), outer(queue);
  ext::dynamic_parameter parameter(inner, pointer);
  ext::node node = inner.add([&](sycl::handler &group) {
    group.set_arg(0, parameter);
    add(pointer)(group);
  });
  Executable part = inner.finalize(kUpdatable);
  const auto wrap = [&](Graph &graph, const Executable &executable) {
    graph.add([&](sycl::handler &group) { group.ext_oneapi_graph(executable); });
  };
  wrap(outer, part);
  Executable whole = outer.finalize(kUpdatable);
  parameter.update(b.get());
  part.update(node);
  queue.ext_oneapi_graph(whole).wait();
  CHECK(a.is(1) && b.is(0));
  queue.ext_oneapi_graph(part).wait();
  CHECK(a.is(1) && b.is(1));
  whole.update(outer);
  queue.ext_oneapi_graph(whole).wait();
  CHECK(a.is(1) && b.is(2));
  CHECK_THROWS(invalid, whole.update(node));

  Graph otherInner(queue), otherOuter(queue);
  otherInner.add(add(pointer));
  wrap(otherOuter, otherInner.finalize());
  whole.update(otherOuter);
  queue.ext_oneapi_graph(whole).wait();
  CHECK(a.is(2) && b.is(2));
}

// A node has one of several kernels.
void checkGroups(sycl::queue &queue) {
  Memory a(queue, 0), b(queue, 0);
  int *first = a.get(), *second = b.get();
  int value = 2;
  Graph graph(queue);
  ext::node before = graph.add([&](sycl::handler &group) {
    group.parallel_for(sycl::range<1>(kCount), [=](sycl::id<1> i) { first[i] = second[i] = 1; });
  });
  ext::dynamic_parameter number(graph, value);
  ext::dynamic_command_group kernels(
      graph,
      {[&](sycl::handler &group) {
         group.set_arg(1, number);
         group.parallel_for(sycl::range<1>(kCount), [=](sycl::id<1> i) { first[i] += value; });
       },
       [&](sycl::handler &group) {
         group.parallel_for(sycl::nd_range<1>(kCount, 10),
                            [=](sycl::nd_item<1> item) { second[item.get_global_id(0)] *= 7; });
       }});
  CHECK_EQUAL(kernels.get_active_index(), 0);
  ext::node node = graph.add(kernels, ext::property::node::depends_on(before));
  ext::node again = graph.add(kernels, ext::property::node::depends_on(node));
  CHECK(node.get_predecessors() == std::vector<ext::node>{before});
  CHECK(node.get_type() == ext::node_type::kernel);
  Executable executable = graph.finalize(kUpdatable);
  const auto run = [&] {
    executable.update({node, again});
    queue.ext_oneapi_graph(executable).wait();
  };
  run();
  CHECK(a.is(5) && b.is(1));
  number.update(10);
  run();
  CHECK(a.is(21) && b.is(1));
  kernels.set_active_index(1);
  CHECK_EQUAL(kernels.get_active_index(), 1);
  run();
  CHECK(a.is(1) && b.is(49));
  node.update_range(sycl::range<1>(100)); // of the kernel that is active, in both nodes
  run();
  CHECK(a.is(1) && b.is(49, 100, 1));
  kernels.set_active_index(0);
  number.update(20);
  run();
  CHECK(a.is(41) && b.is(1));
  kernels.set_active_index(1); // has its range still
  queue.ext_oneapi_graph(graph.finalize()).wait();
  CHECK(a.is(1) && b.is(49, 100, 1));

  CHECK_THROWS(invalid, kernels.set_active_index(2));
  const auto kernel = [=](sycl::handler &group) { group.single_task([=] { *first = 1; }); };
  using Functions = std::vector<std::function<void(sycl::handler &)>>;
  const auto make = [&](const Functions &functions) {
    ext::dynamic_command_group group(graph, functions);
    return graph.add(group);
  };
  const size_t nodes = graph.get_nodes().size();
  CHECK_THROWS(invalid, make({}));
  CHECK_THROWS(invalid, make({[=](sycl::handler &group) { group.memset(first, 0, 4); }}));
  CHECK_THROWS(invalid, make({[](sycl::handler &) {}}));
  CHECK_THROWS(invalid, make({kernel, [](sycl::handler &group) { group.host_task([] {}); }}));
  CHECK_EQUAL(graph.get_nodes().size(), nodes);
  Graph other(queue);
  CHECK_THROWS(invalid, other.add(kernels));
}

// Buffers of dynamic groups: all functions depend on the same nodes.
void checkGroupBuffers(sycl::queue &queue) {
  sycl::buffer<int> a{sycl::range<1>(kCount)}, b{sycl::range<1>(kCount)};
  Graph graph(queue, ext::property::graph::assume_buffer_outlives_graph());
  graph.add([&](sycl::handler &group) {
    group.fill(sycl::accessor(a, group, sycl::write_only, sycl::no_init), 3);
  });
  const auto change = [](sycl::buffer<int> buffer, int value) {
    return [=](sycl::handler &group) mutable {
      const sycl::accessor all(buffer, group);
      group.parallel_for(sycl::range<1>(kCount), [=](sycl::id<1> i) { all[i] += value; });
    };
  };
  ext::dynamic_command_group kernels(graph, {change(a, 1), change(a, 2)});
  ext::node node = graph.add(kernels);
  CHECK_EQUAL(node.get_predecessors().size(), 1);
  ext::dynamic_command_group different(graph, {change(a, 1), change(b, 2)});
  CHECK_THROWS(invalid, graph.add(different));
  graph.add(change(a, 100));
  Executable executable = graph.finalize(kUpdatable);
  queue.ext_oneapi_graph(executable);
  CHECK_EQUAL((sycl::host_accessor(a, sycl::read_only)[5]), 104);
  kernels.set_active_index(1);
  executable.update(node);
  queue.ext_oneapi_graph(executable);
  CHECK_EQUAL((sycl::host_accessor(a, sycl::read_only)[5]), 105);
}

} // namespace

int main() {
  if (!hasSharedMemory())
    return kSkipped;
  sycl::queue queue;
  checkParameters(queue);
  checkConstants(queue);
  checkMoreParameters(queue);
  checkParameterErrors(queue);
  checkRanges(queue);
  checkAccessors(queue);
  checkWhole(queue);
  checkLocalMemory(queue);
  checkSubgraphs(queue);
  checkGroups(queue);
  checkGroupBuffers(queue);
  sycl::queue inOrder(sycl::property::queue::in_order{});
  checkParameters(inOrder);
  checkWhole(inOrder);
  return failures != 0;
}
