// One buffer on every device of every backend and the host, in one program.
#include "check.h"

#include <numeric>
#include <vector>

using namespace sycl;

int main() {
  std::vector<queue> queues;
  for (const device &each : device::get_devices())
    queues.emplace_back(each);
  if (queues.size() < 2)
    return 77;
  constexpr size_t kCount = 1000;
  std::vector<int> data(kCount), expected(kCount);
  std::iota(data.begin(), data.end(), 0);
  expected = data;
  {
    buffer<int> numbers(data.data(), range<1>(kCount),
                        property::buffer::AdaptiveCpp_page_size<1>(range<1>(64)));
    buffer<int> sums{range<1>(kCount)}; // without memory of the program
    int step = 0;
    for (int round = 0; round < 5; ++round)
      for (queue &q : queues) {
        const size_t first = static_cast<size_t>(step * 137 % 700), count = 300;
        const int add = ++step;
        q.submit([&](handler &group) {
          accessor access(numbers, group, range<1>(count), id<1>(first));
          group.parallel_for(range<1>(count), [=](id<1> i) { access[i] = access[i] * 3 + add; });
        });
        q.submit([&](handler &group) {
          accessor from(numbers, group, read_only);
          accessor to(sums, group, write_only, no_init);
          group.parallel_for(range<1>(kCount),
                             [=](id<1> i) { to[i] = from[i] + static_cast<int>(i[0]); });
        });
        if (add % 4 == 0) {
          host_accessor access(numbers, range<1>(10), id<1>(first));
          access[5] = -add;
        }
        for (size_t i = first; i < first + count; ++i)
          expected[i] = static_cast<int>(static_cast<unsigned>(expected[i]) * 3u) + add;
        if (add % 4 == 0)
          expected[first + 5] = -add;
        if (add % 4 != 0) {
          const host_accessor result(sums, read_only);
          for (size_t i = 0; i < kCount; ++i)
            CHECK_EQUAL(result[i], expected[i] + static_cast<int>(i));
        }
      }
  }
  CHECK(data == expected);
  return failures != 0;
}
