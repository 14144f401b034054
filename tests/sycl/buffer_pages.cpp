// Pages of buffers, parts of them and views of another shape, against a vector in memory.
#include "check.h"

#include <array>
#include <numeric>
#include <vector>

using namespace sycl;
using PageSize2 = property::buffer::AdaptiveCpp_page_size<2>;

static_assert(is_property_v<property::buffer::AdaptiveCpp_page_size<1>>);
static_assert(is_property_of_v<PageSize2, buffer<int, 2>>);
static_assert(!is_property_of_v<PageSize2, buffer<int, 3>>);

namespace {

class Random {
public:
  size_t below(size_t limit) {
    state_ = state_ * 6364136223846793005u + 1442695040888963407u;
    return static_cast<size_t>(state_ >> 33) % limit;
  }

private:
  uint64_t state_ = 7;
};

/// Boxes of a plane on several queues: each adds a number, or sets one without reading.
void boxes(const std::vector<queue> &queues, const property_list &properties) {
  constexpr size_t kRows = 19, kColumns = 23;
  std::vector<int> expected(kRows * kColumns), data(kRows * kColumns);
  std::iota(expected.begin(), expected.end(), 0);
  data = expected;
  Random random;
  {
    buffer<int, 2> plane(data.data(), range<2>(kRows, kColumns), properties);
    for (int round = 0; round < 60; ++round) {
      queue q = queues[random.below(queues.size())];
      const id<2> first(random.below(kRows), random.below(kColumns));
      const range<2> extent(1 + random.below(kRows - first[0]),
                            1 + random.below(kColumns - first[1]));
      const bool isSet = round % 3 == 0;
      if (round % 10 == 9) {
        host_accessor access(plane, extent, first);
        for (int &each : access)
          each += round;
      } else if (isSet) {
        q.submit([&](handler &group) {
          accessor access(plane, group, extent, first, write_only, no_init);
          group.parallel_for(extent, [=](id<2> i) { access[i] = round * 1000; });
        });
      } else {
        q.submit([&](handler &group) {
          accessor access(plane, group, extent, first);
          group.parallel_for(extent, [=](id<2> i) { access[i] += round; });
        });
      }
      for (size_t i = 0; i < extent[0]; ++i)
        for (size_t j = 0; j < extent[1]; ++j) {
          int &each = expected[(first[0] + i) * kColumns + first[1] + j];
          each = isSet && round % 10 != 9 ? round * 1000 : each + round;
        }
    }
  }
  CHECK(data == expected);
}

/// Halves of a buffer on two queues: neither waits for the other.
void independentHalves(queue &one, queue &other) {
  buffer<int> numbers(range<1>(4096), property::buffer::AdaptiveCpp_page_size<1>(range<1>(1024)));
  const auto fill = [&](queue &q, size_t first) {
    return q.submit([&](handler &group) {
      accessor access(numbers, group, range<1>(2048), id<1>(first), write_only, no_init);
      group.parallel_for(range<1>(2048), [=](id<1> i) { access[i] = static_cast<int>(first); });
    });
  };
  const event left = fill(one, 0), right = fill(other, 2048);
  CHECK(right.get_wait_list().empty());
  const event again = fill(other, 1024);
  CHECK(again.get_wait_list().size() == 2 || one == other);
  const host_accessor result(numbers, read_only);
  CHECK_EQUAL(result[0], 0);
  CHECK_EQUAL(result[1024], 1024);
  CHECK_EQUAL(result[3071], 1024);
  CHECK_EQUAL(result[3072], 2048);
}

/// Sub-buffers and reinterpreted buffers, which have their own shapes.
void views(queue &one, queue &other) {
  std::vector<unsigned char> data(8 * 10 * 4), expected(data.size());
  const auto bytesOf = [&](size_t row, size_t column) {
    return &expected[(row * 10 + column) * 4];
  };
  {
    buffer<unsigned, 2> plane(reinterpret_cast<unsigned *>(data.data()), range<2>(8, 10),
                              PageSize2(range<2>(1, 3)));
    buffer<unsigned, 2> rows(plane, id<2>(2, 0), range<2>(3, 10));
    buffer<unsigned, 2> inRow(plane, id<2>(6, 2), range<2>(1, 5));
    auto bytes = plane.reinterpret<unsigned char, 2>(range<2>(8, 40));
    auto flat = plane.reinterpret<unsigned short, 1>(range<1>(160));
    auto narrow = plane.reinterpret<unsigned char, 2>(range<2>(80, 4));
    const auto set = [](queue &q, auto &of, auto extent, auto first, int value) {
      q.submit([&](handler &group) {
        accessor access(of, group, extent, first, write_only, no_init);
        using Element = typename std::decay_t<decltype(of)>::value_type;
        group.parallel_for(extent, [=](auto i) { access[i] = static_cast<Element>(value); });
      });
    };
    set(one, rows, range<2>(2, 4), id<2>(1, 5), 0x01010101); // rows 3 and 4
    set(other, inRow, range<2>(1, 2), id<2>(0, 3), 0x02020202);
    set(one, bytes, range<2>(3, 7), id<2>(0, 1), 3);
    set(other, flat, range<1>(13), id<1>(95), 0x0404);
    set(one, narrow, range<2>(5, 2), id<2>(33, 1), 5); // every other two bytes
    set(other, narrow, range<2>(1, 3), id<2>(79, 1), 6);
  }
  for (size_t i = 3; i < 5; ++i)
    std::fill(bytesOf(i, 5), bytesOf(i, 9), 1);
  std::fill(bytesOf(6, 5), bytesOf(6, 7), 2);
  for (size_t i = 0; i < 3; ++i)
    std::fill_n(&expected[i * 40 + 1], 7, 3);
  std::fill_n(&expected[190], 26, 4);
  for (size_t i = 33; i < 38; ++i)
    std::fill_n(&expected[i * 4 + 1], 2, 5);
  std::fill_n(&expected[79 * 4 + 1], 3, 6);
  CHECK(data == expected);
}

void badInput(queue &q) {
  buffer<int> numbers{range<1>(8)};
  const size_t most = ~size_t(0);
  CHECK_THROWS(invalid, accessor<int>(numbers, range<1>(2), id<1>(most)));
  CHECK_THROWS(invalid, host_accessor<int>(numbers, range<1>(9)));
  CHECK_THROWS(invalid, host_accessor<int>(numbers, range<1>(2), id<1>(most)));
  CHECK_THROWS(invalid, buffer<int>(numbers, id<1>(most), range<1>(2)));
  CHECK_THROWS(invalid,
               buffer<int>(range<1>(8), property::buffer::AdaptiveCpp_page_size<1>(range<1>(0))));
  CHECK_THROWS(invalid, buffer<int, 2>(range<2>(most, 2)));
  try {
    host_accessor<int>(numbers, range<1>(4), id<1>(6));
  } catch (const exception &error) {
    CHECK(std::string(error.what()) == "A host_accessor is larger than its buffer: dimension 0 has "
                                       "4 elements from 6; the buffer has 8.");
  }
  // More than any device has.
  buffer<int> huge{range<1>(size_t(1) << 44)};
  bool isRefused = false;
  try {
    q.submit([&](handler &group) {
       accessor access(huge, group, range<1>(1), write_only, no_init);
       group.single_task([=] { access[0] = 1; });
     }).wait();
  } catch (const exception &error) {
    isRefused = error.what()[0] != '\0';
  }
  CHECK(isRefused);
  // A failed command group has changed nothing.
  q.submit([&](handler &group) {
    accessor access(numbers, group, write_only, no_init);
    group.parallel_for(range<1>(8), [=](id<1> i) { access[i] = 4; });
  });
  CHECK_EQUAL((host_accessor{numbers}[7]), 4);
}

void emptyRanges(queue &q) {
  buffer<int> none{range<1>(0)}, some{range<1>(4)};
  host_accessor{some}[1] = 3;
  q.submit([&](handler &group) {
    accessor a(none, group), b(some, group, range<1>(0), id<1>(4));
    group.parallel_for(range<1>(0), [=](id<1> i) { b[i] = a[i]; });
  });
  const host_accessor all(none), part(some, range<1>(0), id<1>(2));
  CHECK_EQUAL(all.size(), 0u);
  CHECK_EQUAL(part.size(), 0u);
  CHECK_EQUAL((host_accessor{some}[1]), 3);
}

} // namespace

int main() {
  queue outOfOrder, inOrder{property::queue::in_order()};
  queue otherContext(context(outOfOrder.get_device()), outOfOrder.get_device());
  for (const property_list &each :
       {property_list(), property_list(PageSize2(range<2>(1, 1))),
        property_list(PageSize2(range<2>(3, 5))), property_list(PageSize2(range<2>(100, 100)))})
    boxes({outOfOrder, inOrder, otherContext}, each);
  boxes({inOrder, otherContext}, property::buffer::use_host_ptr());
  independentHalves(inOrder, outOfOrder);
  views(outOfOrder, otherContext);
  views(inOrder, outOfOrder);
  badInput(outOfOrder);
  emptyRanges(outOfOrder);
  return failures != 0;
}
