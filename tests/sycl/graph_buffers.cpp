// Streams, reductions and command graphs that use buffers.
#include "check.h"

#include <iostream>
#include <numeric>
#include <sstream>
#include <string>
#include <vector>

namespace {

namespace ext = sycl::ext::oneapi::experimental;
using Graph = ext::command_graph<ext::graph_state::modifiable>;
constexpr size_t kCount = 3000; // several pages

void checkStream(sycl::queue &queue) {
  sycl::buffer<int> numbers(kCount);
  sycl::buffer<int> sum(1);
  queue.submit([&](sycl::handler &group) {
    const sycl::accessor all(numbers, group, sycl::write_only, sycl::no_init);
    group.parallel_for(sycl::range<1>(kCount), [=](sycl::id<1> i) { all[i] = int(i[0]); });
  });
  queue.submit([&](sycl::handler &group) {
    const sycl::accessor all(numbers, group, sycl::read_only);
    group.parallel_for(sycl::range<1>(kCount),
                       sycl::reduction(sum, group, sycl::plus<>(),
                                       {sycl::property::reduction::initialize_to_identity()}),
                       [=](sycl::id<1> i, auto &total) { total += all[i]; });
  });
  std::ostringstream kept;
  std::streambuf *const before = std::cout.rdbuf(kept.rdbuf());
  queue.submit([&](sycl::handler &group) {
    const sycl::accessor total(sum, group);
    sycl::stream out(64, 64, group);
    group.single_task([=] {
      out << "sum " << total[0];
      total[0] = 7;
    });
  });
  { // comes after the kernel, and its text after it
    const sycl::host_accessor total(sum, sycl::read_only);
    CHECK_EQUAL(total[0], 7);
  }
  queue.wait();
  std::cout.rdbuf(before);
  CHECK(kept.str() == "sum 4498500");
}

// Commands of a graph depend on each other by their accessors, and its runs on other commands.
void checkGraph(sycl::queue &queue) {
  std::vector<int> result(kCount, -1);
  std::vector<int> ones(kCount, 1);
  int total = -1;
  {
    sycl::buffer<int> a(sycl::range<1>{kCount});
    sycl::buffer<int> b(result.data(), sycl::range<1>(kCount));
    sycl::buffer<int> sum(&total, sycl::range<1>(1));
    Graph graph(queue, {ext::property::graph::assume_buffer_outlives_graph()});
    graph.begin_recording(queue);
    queue.submit([&](sycl::handler &group) {
      const sycl::accessor to(a, group);
      const sycl::accessor from(b, group, sycl::read_only);
      group.parallel_for(sycl::range<1>(kCount), [=](sycl::id<1> i) { to[i] += from[i]; });
    });
    queue.submit([&](sycl::handler &group) { // the second half
      const sycl::accessor half(a, group, sycl::range<1>(kCount / 2), sycl::id<1>(kCount / 2));
      group.parallel_for(sycl::range<1>(kCount / 2), [=](sycl::id<1> i) { half[i] *= 2; });
    });
    queue.submit([&](sycl::handler &group) {
      group.copy(sycl::accessor(a, group, sycl::read_only),
                 sycl::accessor(b, group, sycl::write_only, sycl::no_init));
    });
    queue.submit([&](sycl::handler &group) {
      const sycl::accessor from(b, group, sycl::read_only);
      group.parallel_for(sycl::range<1>(kCount),
                         sycl::reduction(sum, group, sycl::plus<>(),
                                         {sycl::property::reduction::initialize_to_identity()}),
                         [=](sycl::id<1> i, auto &all) { all += from[i]; });
    });
    CHECK_THROWS(feature_not_supported, queue.submit([&](sycl::handler &group) {
      const sycl::stream out(64, 64, group);
      group.single_task([=] { out << 1; });
    }));
    CHECK_THROWS(feature_not_supported, queue.submit([&](sycl::handler &group) {
      group.update_host(sycl::accessor(a, group, sycl::read_only));
    }));
    CHECK_THROWS(feature_not_supported, queue.submit([&](sycl::handler &group) {
      group.copy(sycl::accessor(a, group, sycl::read_only_host_task), ones.data());
    }));
    graph.end_recording();
    const auto executable = graph.finalize();

    sycl::queue other(queue.get_context(), queue.get_device());
    other.submit([&](sycl::handler &group) { group.fill(sycl::accessor(a, group), 3); });
    other.submit([&](sycl::handler &group) { group.copy(ones.data(), sycl::accessor(b, group)); });
    queue.ext_oneapi_graph(executable); // a is 3 + 1, and twice that
    {
      const sycl::host_accessor all(b);
      CHECK_EQUAL(all[0], 4);
      CHECK_EQUAL(all[kCount - 1], 8);
      all[0] = 10;
    }
    queue.ext_oneapi_graph(executable);
    queue.submit([&](sycl::handler &group) {
      const sycl::accessor all(b, group);
      group.single_task([=] { all[1] += 1; });
    });
  }
  CHECK_EQUAL(result[0], 14);
  CHECK_EQUAL(result[1], 9);
  CHECK_EQUAL(result[2], 8);
  CHECK_EQUAL(result[kCount - 1], 32);
  CHECK_EQUAL(total,
              14 + 8 * (static_cast<int>(kCount) / 2 - 1) + 32 * static_cast<int>(kCount) / 2);
}

// Boxes of two dimensions, a fill, memory of the host that the graph keeps, and a buffer that ends
// before the graph.
void checkCopies(sycl::queue &queue) {
  constexpr size_t kWidth = 6, kHeight = 5;
  const std::shared_ptr<int[]> to(new int[kWidth * kHeight]());
  Graph graph(queue);
  {
    sycl::buffer<int, 2> whole(sycl::range<2>(kHeight, kWidth));
    sycl::buffer<int, 2> part(sycl::range<2>(2, 3));
    graph.begin_recording(queue);
    queue.submit([&](sycl::handler &group) {
      group.fill(sycl::accessor(whole, group, sycl::write_only, sycl::no_init), 1);
    });
    queue.submit([&](sycl::handler &group) {
      group.fill(sycl::accessor(part, group, sycl::write_only, sycl::no_init), 2);
    });
    queue.submit([&](sycl::handler &group) {
      group.copy(
          sycl::accessor(part, group, sycl::read_only),
          sycl::accessor(whole, group, sycl::range<2>(2, 3), sycl::id<2>(1, 2), sycl::write_only));
    });
    std::shared_ptr<int> held(to, to.get());
    queue.submit([&](sycl::handler &group) {
      group.copy(sycl::accessor(whole, group, sycl::read_only), held);
    });
    graph.end_recording();
    queue.ext_oneapi_graph(graph.finalize()).wait();
    CHECK_EQUAL(to[kWidth + 2], 2);
    to[kWidth + 2] = 0;
  }
  queue.ext_oneapi_graph(graph.finalize()).wait();
  for (size_t y = 0; y < kHeight; ++y)
    for (size_t x = 0; x < kWidth; ++x)
      CHECK_EQUAL(to[y * kWidth + x], y >= 1 && y < 3 && x >= 2 && x < 5 ? 2 : 1);
}

} // namespace

int main() {
  sycl::queue queue;
  checkStream(queue);
  checkGraph(queue);
  checkCopies(queue);
  sycl::queue inOrder(sycl::property::queue::in_order{});
  checkStream(inOrder);
  checkGraph(inOrder);
  return failures != 0;
}
