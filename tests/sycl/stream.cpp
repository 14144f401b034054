// Streams: what kernels print, and how it looks.
#include "check.h"

#include <iostream>
#include <sstream>
#include <string>

namespace {

/// Keeps what a command group prints.
template <class Function> std::string printedBy(sycl::queue &queue, const Function &function) {
  std::ostringstream kept;
  std::streambuf *const before = std::cout.rdbuf(kept.rdbuf());
  queue.submit(function).wait();
  std::cout.rdbuf(before);
  return kept.str();
}

void expect(const std::string &actual, const std::string &expected, int line) {
  if (actual != expected)
    std::fprintf(stderr, "%d: printed\n%s\nnot\n%s\n", line, actual.c_str(), expected.c_str());
  failures += actual != expected;
}

void testTypes(sycl::queue &queue, bool hasHalf, bool hasDouble) {
  expect(printedBy(queue,
                   [](sycl::handler &group) {
                     sycl::stream out(4096, 128, group);
                     group.single_task([=] {
                       out << "text " << 'c' << -7 << ' ' << 8u << ' ' << -9000000000L << sycl::endl
                           << sycl::id<2>(1, 2) << true << sycl::endl;
                     });
                   }),
         "text c-7 8 -9000000000\n{1, 2}1\n", __LINE__);
  expect(printedBy(queue,
                   [](sycl::handler &group) {
                     sycl::stream out(4096, 128, group);
                     group.single_task([=] {
                       out << sycl::hex << -1 << sycl::showbase << 16 << sycl::oct << 8 << sycl::dec
                           << sycl::showpos << 5 << sycl::noshowpos << sycl::setw(4) << 6
                           << sycl::setw(3) << "x" << 7 << sycl::endl;
                     });
                   }),
         "ffffffff0x10010+5   6  x7\n", __LINE__);
  expect(printedBy(queue,
                   [](sycl::handler &group) {
                     sycl::stream out(4096, 128, group);
                     group.single_task([=] {
                       out << sycl::float3(1, 2.5f, 3e30f) << ' ' << sycl::setprecision(3)
                           << 3.14159f << sycl::fixed << 2.0f << sycl::scientific << 1500.0f
                           << sycl::defaultfloat << 0.5f << sycl::hexfloat << 0.5f << sycl::flush;
                     });
                   }),
         "1, 2.5, 3e+30 3.142.0001.500e+030.50x1p-1", __LINE__);
  if (hasHalf)
    expect(printedBy(queue,
                     [](sycl::handler &group) {
                       sycl::stream out(64, 32, group);
                       group.single_task([=] { out << sycl::half(0.25f) << "!"; });
                     }),
           "0.25!", __LINE__);
  if (hasDouble)
    expect(printedBy(queue,
                     [](sycl::handler &group) {
                       sycl::stream out(64, 32, group);
                       group.single_task([=] { out << sycl::setprecision(12) << 1 / 3.0; });
                     }),
           "0.333333333333", __LINE__);
}

// Each work-item's text stays together.
void testManyItems(sycl::queue &queue) {
  constexpr int kItems = 32;
  const auto printed = printedBy(queue, [](sycl::handler &group) {
    sycl::stream out(8192, 64, group);
    group.parallel_for(sycl::nd_range<1>(kItems, 8), [=](sycl::nd_item<1> item) {
      out << "item " << item.get_global_id(0) << " of group " << item.get_group(0) << sycl::endl;
    });
  });
  std::istringstream lines(printed);
  std::string line;
  int seen[kItems] = {};
  int count = 0;
  for (; std::getline(lines, line); ++count) {
    int item = -1, inGroup = -1;
    CHECK(std::sscanf(line.c_str(), "item %d of group %d", &item, &inGroup) == 2);
    CHECK(item >= 0 && item < kItems && inGroup == item / 8);
    if (item >= 0 && item < kItems)
      ++seen[item];
  }
  CHECK_EQUAL(count, kItems);
  for (const int each : seen)
    CHECK_EQUAL(each, 1);
}

// Two streams, one of which is too small; the kernel itself is not disturbed.
void testLimits(sycl::queue &queue) {
  int *sum = sycl::malloc_shared<int>(1, queue);
  *sum = 0;
  const auto printed = printedBy(queue, [&](sycl::handler &group) {
    sycl::stream small(10, 64, group);
    sycl::stream none(0, 0, group);
    CHECK_EQUAL(small.size(), 10);
    CHECK_EQUAL(small.get_work_item_buffer_size(), 64);
    CHECK(small == small && small != none);
    group.single_task([=] {
      for (int i = 0; i < 60; ++i) {
        small << "abc" << i;
        none << i << sycl::endl;
        *sum += i;
      }
    });
  });
  expect(printed, "abc0abc1ab", __LINE__);
  CHECK_EQUAL(*sum, 1770);
  sycl::free(sum, queue);
}

} // namespace

int main() {
  if (!hasSharedMemory())
    return kSkipped;
  sycl::queue queue;
  const sycl::device device = queue.get_device();
  testTypes(queue, device.has(sycl::aspect::fp16), device.has(sycl::aspect::fp64));
  testManyItems(queue);
  testLimits(queue);
  return failures != 0;
}
