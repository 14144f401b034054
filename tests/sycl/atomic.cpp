// The class atomic and accessors of mode atomic, which SYCL 1.2.1 had.
#include "check.h"

namespace {

using sycl::access::address_space;
template <int D>
using Global =
    sycl::accessor<int, D, sycl::access_mode::atomic, sycl::access::target::global_buffer>;
template <int D>
using Local = sycl::accessor<int, D, sycl::access_mode::atomic, sycl::access::target::local>;

constexpr int kItems = 256;
constexpr int kGroup = 16;

// Each work-item adds to a number of its group in local memory, and groups to one of the buffer.
void testAccessors(sycl::queue &q) {
  std::vector<int> sums(12);
  int total = 5;
  {
    sycl::buffer<int, 2> cells(sums.data(), sycl::range<2>(3, 4));
    sycl::buffer<int> one(&total, 1);
    q.submit([&](sycl::handler &group) {
      const auto cell = cells.get_access<sycl::access::mode::atomic>(group);
      const Global<0> all(one, group);
      const Local<2> scratch(sycl::range<2>(2, 2), group);
      group.parallel_for(sycl::nd_range<1>(kItems, kGroup), [=](sycl::nd_item<1> item) {
        const int me = static_cast<int>(item.get_local_id(0));
        if (me < 4)
          scratch[me / 2][me % 2].store(0);
        item.barrier(sycl::access::fence_space::local_space);
        sycl::atomic<int, address_space::local_space> mine = scratch[sycl::id<2>(1, 0)];
        mine.fetch_add(me);
        item.barrier(sycl::access::fence_space::local_space);
        if (me == 0)
          cell[2][1].fetch_add(sycl::atomic_load(mine));
        cell[sycl::id<2>(0, 3)].fetch_max(me);
        const sycl::atomic<int> sum = all;
        sum.fetch_sub(1);
      });
    });
  }
  CHECK_EQUAL(sums[2 * 4 + 1], kItems / kGroup * (kGroup * (kGroup - 1) / 2));
  CHECK_EQUAL(sums[3], kGroup - 1);
  CHECK_EQUAL(total, 5 - kItems);
}

// Each operation once, by the member and by the function.
void testOperations(sycl::queue &q) {
  int results[16] = {};
  float numbers[2] = {};
  {
    sycl::buffer<int> out(results, 16);
    sycl::buffer<float> floats(numbers, 2);
    q.submit([&](sycl::handler &group) {
      sycl::accessor result(out, group);
      sycl::accessor number(floats, group);
      group.single_task([=] {
        const auto atomicAt = [&](int i) {
          return sycl::atomic<int>(sycl::multi_ptr<int, address_space::global_space>(&result[i]));
        };
        atomicAt(0).store(12);
        sycl::atomic_store(atomicAt(1), 12);
        result[2] = atomicAt(0).fetch_and(10) + sycl::atomic_fetch_and(atomicAt(1), 6);
        result[3] = atomicAt(0).fetch_or(3) * 100 + sycl::atomic_fetch_or(atomicAt(1), 1);
        result[4] = atomicAt(0).fetch_xor(1) * 100 + sycl::atomic_fetch_xor(atomicAt(1), 2);
        result[5] = atomicAt(0).fetch_min(-4) * 100 + sycl::atomic_fetch_min(atomicAt(1), -5);
        result[6] = atomicAt(0).fetch_max(40) + sycl::atomic_fetch_max(atomicAt(1), 50);
        result[7] = atomicAt(0).exchange(1) * 100 + sycl::atomic_exchange(atomicAt(1), 2);
        int expected = 2;
        result[8] = atomicAt(0).compare_exchange_strong(expected, 9);
        result[9] = expected;
        result[10] = sycl::atomic_compare_exchange_strong(atomicAt(0), expected, 9);
        result[11] =
            sycl::atomic_fetch_sub(atomicAt(1), 3) + sycl::atomic_fetch_add(atomicAt(0), 1);
        sycl::atomic<float> real{sycl::multi_ptr<float, address_space::global_space>(&number[0])};
        real.store(1.5f);
        const float before = real.exchange(2.5f);
        number[1] = before + real.load();
      });
    });
  }
  const int expected[] = {10, -1, 24, 804, 1105, 1007, -9, 4050, 0, 1, 1, 11};
  for (int i = 0; i < 12; ++i)
    CHECK_EQUAL(results[i], expected[i]);
  CHECK_EQUAL(numbers[1], 4.0f);
}

} // namespace

int main() {
  sycl::queue q;
  testAccessors(q);
  testOperations(q);
  return failures != 0;
}
