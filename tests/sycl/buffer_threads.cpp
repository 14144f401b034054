// Threads that use the same buffers, in different orders: command groups of all of them have one
// order.
#include "check.h"

#include <thread>
#include <vector>

using namespace sycl;

int main() {
  constexpr int kThreads = 4, kRounds = 25;
  constexpr size_t kCount = 500;
  buffer<int> one(range<1>(kCount), property::buffer::AdaptiveCpp_page_size<1>(range<1>(100)));
  buffer<int> other{range<1>(kCount)};
  for (buffer<int> *each : {&one, &other})
    for (int &element : host_accessor{*each, write_only, no_init})
      element = 0;
  const queue first;
  const context second(first.get_device());
  const auto work = [&](int thread) {
    queue q = thread % 2 ? queue(second, first.get_device())
                         : queue(first.get_device(), property::queue::in_order{});
    for (int round = 0; round < kRounds; ++round) {
      const bool isSwapped = (thread + round) % 2;
      q.submit([&](handler &group) {
        accessor a(isSwapped ? other : one, group);
        accessor b(isSwapped ? one : other, group, range<1>(kCount - 10), id<1>(10));
        group.parallel_for(range<1>(kCount), [=](id<1> i) {
          a[i] += 1;
          if (i[0] < kCount - 10)
            b[i] += 1;
        });
      });
      if (round % 8 == 7) {
        host_accessor access(one, range<1>(1), id<1>(250));
        access[0] += 1;
      }
    }
    q.wait();
  };
  std::vector<std::thread> threads;
  for (int i = 0; i < kThreads; ++i)
    threads.emplace_back(work, i);
  for (std::thread &each : threads)
    each.join();
  const host_accessor ones(one, read_only), others(other, read_only);
  CHECK_EQUAL(ones[0] + others[0], kThreads * kRounds);
  CHECK_EQUAL(ones[20], kThreads * kRounds);
  CHECK_EQUAL(others[20], kThreads * kRounds);
  CHECK_EQUAL(ones[250], kThreads * kRounds + kThreads * (kRounds / 8));
  CHECK_EQUAL(others[499], kThreads * kRounds);
  return failures != 0;
}
