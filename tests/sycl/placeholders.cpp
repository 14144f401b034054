// Placeholders (SYCL 2020, 4.7.6.9): a command that uses one must require it; accessors without a
// buffer.
#include "check.h"

#include <memory>
#include <vector>

using namespace sycl;
namespace experimental = sycl::ext::oneapi::experimental;

namespace {

template <int Dimensions> range<Dimensions> extent();
template <> range<1> extent<1>() { return {8}; }
template <> range<2> extent<2>() { return {2, 4}; }
template <> range<3> extent<3>() { return {2, 2, 2}; }

template <int Dimensions> nd_range<Dimensions> groups() {
  range<Dimensions> local = extent<Dimensions>();
  local[Dimensions - 1] /= 2;
  return {extent<Dimensions>(), local};
}

template <int Dimensions> using Placeholder = accessor<int, Dimensions>;

/// A placeholder of eight zeros, to which kernels add one, and the launches that do so.
template <int Dimensions> class Launches {
public:
  Launches(buffer<int, Dimensions> &numbers, buffer<int> &sum) : all_(numbers), sum_(sum) {}

  const Placeholder<Dimensions> &accessor() const { return all_; }

  /// Calls a function with each launch, which takes a handler.
  template <class Function> void visit(const Function &function) const {
    using experimental::properties;
    using Item = nd_item<Dimensions>;
    const Placeholder<Dimensions> all = all_;
    buffer<int> &sum = sum_;
    const range<Dimensions> whole = extent<Dimensions>();
    const auto groups = ::groups<Dimensions>();
    function([=](handler &group) {
      group.single_task([=] {
        for (int &each : all)
          each += 1;
      });
    });
    function(
        [=](handler &group) { group.parallel_for(whole, [=](id<Dimensions> i) { all[i] += 1; }); });
    function([=](handler &group) {
      group.parallel_for(whole, properties(), [=](item<Dimensions> i) { all[i] += 1; });
    });
    function([=](handler &group) {
      group.parallel_for(groups, [=](Item i) { all[i.get_global_id()] += 1; });
    });
    function([=](handler &group) {
      group.parallel_for_work_group(
          whole, range<Dimensions>(whole) / whole, [=](sycl::group<Dimensions> of) {
            of.parallel_for_work_item([&](h_item<Dimensions> i) { all[i.get_global_id()] += 1; });
          });
    });
    function([=, &sum](handler &group) {
      group.parallel_for(whole, reduction(sum, group, plus<>()), [=](id<Dimensions> i, auto &to) {
        all[i] += 1;
        to += 1;
      });
    });
    function([=, &sum](handler &group) {
      group.parallel_for(groups, reduction(sum, group, plus<>()), [=](Item i, auto &to) {
        all[i.get_global_id()] += 1;
        to += 1;
      });
    });
  }

private:
  const Placeholder<Dimensions> all_;
  buffer<int> &sum_;
};

template <int Dimensions> bool areAll(buffer<int, Dimensions> &numbers, int expected) {
  for (const int each : host_accessor(numbers, read_only))
    if (each != expected)
      return false;
  return true;
}

template <int Dimensions> void kernels(queue &q) {
  const std::vector<int> zeros(8);
  buffer<int, Dimensions> numbers(zeros.data(), extent<Dimensions>());
  buffer<int> sum(zeros.data(), range<1>(1));
  const Launches<Dimensions> launches(numbers, sum);
  CHECK(launches.accessor().is_placeholder());
  int added = 0;
  launches.visit([&](const auto &launch) {
    // Also after another command group has required it.
    for (int round = 0; round < 2; ++round) {
      CHECK_THROWS(kernel_argument, q.submit([&](handler &group) { launch(group); }));
      CHECK(areAll(numbers, added));
      q.submit([&](handler &group) {
        group.require(launches.accessor());
        launch(group);
      });
      CHECK(areAll(numbers, ++added));
    }
    // The order is the program's.
    q.submit([&](handler &group) {
      launch(group);
      group.require(launches.accessor());
    });
    CHECK(areAll(numbers, ++added));
  });
}

void shortcuts(queue &q) {
  const std::vector<int> zeros(8);
  buffer<int> numbers(zeros.data(), range<1>(8));
  const Placeholder<1> all(numbers);
  q.submit([&](handler &group) { // it has an address on the device now
     group.require(all);
     group.single_task([=] { all[0] = 0; });
   })
      .wait();
  const event before;
  CHECK_THROWS(kernel_argument, q.single_task([=] { all[0] = 1; }));
  CHECK_THROWS(kernel_argument, q.single_task(before, [=] { all[0] = 1; }));
  CHECK_THROWS(kernel_argument, q.parallel_for(range<1>(8), [=](id<1> i) { all[i] = 1; }));
  CHECK_THROWS(kernel_argument, q.parallel_for(nd_range<1>(8, 4),
                                               [=](nd_item<1> i) { all[i.get_global_id()] = 1; }));
  CHECK_THROWS(kernel_argument, experimental::single_task(q, [=] { all[0] = 1; }));
  CHECK(areAll(numbers, 0));
}

/// Accessors among others, in other objects, of other kinds and without a use in the kernel.
void places(queue &q) {
  const std::vector<int> zeros(8);
  buffer<int> numbers(zeros.data(), range<1>(8)), others(zeros.data(), range<1>(8));
  const Placeholder<1> all(numbers);
  struct Pair {
    Placeholder<1> first, second;
  };
  CHECK_THROWS(kernel_argument, q.submit([&](handler &group) {
    const Pair pair{Placeholder<1>(others, group), all};
    group.single_task([=] { pair.first[0] = pair.second[0]; });
  }));
  CHECK_THROWS(kernel_argument, q.submit([&](handler &group) {
    const accessor own(numbers, group); // another accessor of the same buffer
    group.single_task([=] { own[0] = all[1]; });
  }));
  CHECK_THROWS(kernel_argument, q.submit([&](handler &group) {
    const accessor<int, 0> one(numbers);
    group.single_task([=] { one = 1; });
  }));
  CHECK_THROWS(kernel_argument, q.submit([&](handler &group) {
    const accessor<int, 1, access_mode::read> constant(numbers);
    const accessor to(others, group);
    group.single_task([=] { to[0] = constant[0]; });
  }));
  CHECK_THROWS(kernel_argument, q.submit([&](handler &group) {
    const accessor to(others, group);
    group.single_task([=] { to[0] = static_cast<int>(all.size()); });
  }));
  // Of another command group.
  std::unique_ptr<accessor<int>> kept;
  q.submit([&](handler &group) {
    kept = std::make_unique<accessor<int>>(numbers, group);
    group.single_task([=, its = *kept] { its[0] = 0; });
  });
  CHECK_THROWS(kernel_argument,
               q.submit([&](handler &group) { group.single_task([its = *kept] { its[0] = 1; }); }));
  CHECK(areAll(numbers, 0) && areAll(others, 0));
  // A copy is the same accessor.
  q.submit([&](handler &group) {
    const accessor<int, 1, access_mode::read> constant(all);
    const accessor to(others, group);
    group.require(all);
    group.single_task([=] {
      for (size_t i = 0; i < 8; ++i)
        to[i] = constant[i] + 3;
    });
  });
  CHECK(areAll(others, 3));
}

void explicitCommands(queue &q) {
  const std::vector<int> zeros(8);
  std::vector<int> out(8);
  buffer<int> numbers(zeros.data(), range<1>(8)), others(zeros.data(), range<1>(8));
  const accessor<int, 1, access_mode::read> from(numbers);
  const accessor<int, 1, access_mode::write> to(numbers);
  const std::shared_ptr<int> shared(new int[8](), std::default_delete<int[]>());
  int value = 0;
  const auto visit = [&](const auto &check) {
    check([&](handler &group) { group.fill(to, value); });
    check([&](handler &group) { group.copy(from, out.data()); });
    check([&](handler &group) { group.copy(out.data(), to); });
    check([&](handler &group) { group.copy(from, shared); });
    check([&](handler &group) { group.copy(shared, to); });
    check([&](handler &group) { group.copy(from, accessor(others, group, write_only)); });
    check([&](handler &group) { group.copy(accessor(others, group, read_only), to); });
    check([&](handler &group) { group.update_host(from); });
  };
  for (const int before : {0, 1}) { // also after they were required
    value = before + 1;
    visit([&](const auto &command) { CHECK_THROWS(invalid, q.submit(command)); });
    CHECK(areAll(numbers, before) && areAll(others, before));
    CHECK(out[7] == before && shared.get()[7] == before);
    visit([&](const auto &command) {
      q.submit([&](handler &group) {
         group.require(from);
         group.require(to);
         command(group);
       }).wait();
    });
    CHECK(areAll(numbers, value) && areAll(others, value));
    CHECK(out[7] == value && shared.get()[7] == value);
  }
}

// ---- graphs

void graphs(queue &q) {
  const std::vector<int> zeros(8);
  buffer<int> numbers(zeros.data(), range<1>(8)), sum(zeros.data(), range<1>(1));
  numbers.set_write_back(false);
  const Launches<1> launches(numbers, sum);
  experimental::command_graph<experimental::graph_state::modifiable> graph(
      q, {experimental::property::graph::assume_buffer_outlives_graph()});
  int added = 0;
  launches.visit([&](const auto &launch) {
    CHECK_THROWS(kernel_argument, graph.add([&](handler &group) { launch(group); }));
    graph.begin_recording(q);
    CHECK_THROWS(kernel_argument, q.submit([&](handler &group) { launch(group); }));
    CHECK_THROWS(kernel_argument, q.single_task([all = launches.accessor()] { all[0] = 1; }));
    q.submit([&](handler &group) {
      group.require(launches.accessor());
      launch(group);
    });
    graph.end_recording(q);
    ++added;
  });
  CHECK_THROWS(invalid, graph.add([&](handler &group) { group.fill(launches.accessor(), 1); }));
  q.ext_oneapi_graph(graph.finalize());
  CHECK(areAll(numbers, added));
}

// ---- accessors without a buffer

/// May be passed to a kernel, which can ask for its size.
template <int Dimensions> void withoutBuffer(queue &q) {
  const accessor<int, Dimensions> none{};
  const accessor<const int, Dimensions> constant{};
  CHECK(none.empty() && none.size() == 0 && none.begin() == none.end());
  int *const seen = malloc_shared<int>(4, q);
  const auto is = [seen](int first, int second) {
    const bool isRight = seen[0] == first && seen[1] == second;
    seen[0] = seen[1] = -1;
    return isRight;
  };
  q.single_task([=] {
     seen[0] = none.empty() && none.byte_size() == 0;
     seen[1] = none.begin() == none.end() && constant.get_range() == range<Dimensions>();
   }).wait();
  CHECK(is(1, 1));
  for (const bool hasOther : {false, true}) {
    buffer<int> numbers(range<1>(8));
    q.submit([&](handler &group) {
       const accessor<int> some = hasOther ? accessor<int>(numbers, group) : accessor<int>();
       group.single_task([=] { // as many kernels do with an accessor that they may have
         if (some.size() > 0)
           some[0] = 5;
         if (!none.empty())
           none[id<Dimensions>()] = 1;
         seen[0] = static_cast<int>(some.size());
         seen[1] = static_cast<int>(none.size());
       });
     }).wait();
    CHECK(is(hasOther ? 8 : 0, 0));
    CHECK(!hasOther || host_accessor{numbers}[0] == 5);
  }
  q.submit([&](handler &group) {
     group.parallel_for(groups<Dimensions>(), [=](nd_item<Dimensions> i) {
       if (i.get_global_linear_id() == 0) {
         seen[0] = none.empty();
         seen[1] = 2;
       }
     });
   }).wait();
  CHECK(is(1, 2));
  experimental::command_graph<experimental::graph_state::modifiable> graph(q);
  graph.add([&](handler &group) {
    group.single_task([=] {
      seen[0] = constant.empty();
      seen[1] = none.empty() ? 3 : none[id<Dimensions>()];
    });
  });
  q.ext_oneapi_graph(graph.finalize()).wait();
  CHECK(is(1, 3));
  CHECK_THROWS(accessor, q.submit([&](handler &group) {
    group.require(none);
    group.single_task([=] { seen[0] = none.empty(); });
  }));
  free(seen, q);
}

} // namespace

int main() {
  if (!hasSharedMemory())
    return kSkipped;
  queue outOfOrder, inOrder{property::queue::in_order()};
  for (queue *q : {&outOfOrder, &inOrder}) {
    kernels<1>(*q);
    kernels<2>(*q);
    kernels<3>(*q);
    shortcuts(*q);
    places(*q);
    explicitCommands(*q);
    graphs(*q);
    withoutBuffer<1>(*q);
    withoutBuffer<2>(*q);
    withoutBuffer<3>(*q);
  }
  return failures != 0;
}
