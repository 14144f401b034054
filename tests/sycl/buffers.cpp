// Buffers and accessors: dependencies, ranges, write-back, sub-buffers, access from the host.
#include "check.h"

#include <array>
#include <numeric>
#include <vector>

using namespace sycl;

static void dependencies(queue &first, queue &second) {
  std::vector<int> data(100, 1);
  {
    buffer<int> numbers(data.data(), range<1>(100));
    for (int round = 0; round < 10; ++round)
      (round % 2 ? first : second).submit([&](handler &group) {
        accessor access(numbers, group);
        group.parallel_for(range<1>(100), [=](id<1> i) { access[i] = access[i] * 2 + 1; });
      });
    buffer<int> sums{range<1>(100)};
    first.submit([&](handler &group) {
      accessor from(numbers, group, read_only);
      accessor to(sums, group, write_only, no_init);
      group.parallel_for(range<1>(100),
                         [=](item<1> i) { to[i] = from[i] + static_cast<int>(i[0]); });
    });
    second.submit([&](handler &group) { // after the reader
      accessor access(numbers, group, write_only, no_init);
      group.parallel_for(range<1>(100), [=](id<1> i) { access[i] = 5; });
    });
    const host_accessor result(sums, read_only);
    CHECK_EQUAL(result[7], 2047 + 7);
    CHECK_EQUAL(std::accumulate(result.begin(), result.end(), 0), 2047 * 100 + 4950);
  }
  CHECK_EQUAL(data[0], 5); // written back
  CHECK_EQUAL(data[99], 5);
}

static void writeBack(queue &q) {
  const std::array<int, 4> constant{1, 2, 3, 4};
  std::array<int, 4> copy{};
  std::vector<int> container{1, 2, 3};
  auto shared = std::make_shared<int>(3);
  int off = 1;
  {
    buffer<int> fromConstant(constant.data(), range<1>(4));
    fromConstant.set_final_data(copy.begin());
    buffer fromContainer(container);
    buffer<int> fromShared(shared, range<1>(1));
    buffer<int> withoutWriteBack(&off, range<1>(1), property::buffer::use_host_ptr());
    withoutWriteBack.set_write_back(false);
    static_assert(std::is_same_v<decltype(fromContainer), buffer<int, 1>>);
    q.submit([&](handler &group) {
      accessor a(fromConstant, group), b(fromContainer, group), c(fromShared, group);
      group.single_task([=] {
        a[3] = 40;
        b[2] += 7;
        c[0] *= 2;
      });
    });
  }
  CHECK_EQUAL(constant[3], 4);
  CHECK_EQUAL(copy[3], 40);
  CHECK_EQUAL(copy[0], 1);
  CHECK_EQUAL(container[2], 10);
  CHECK_EQUAL(*shared, 6);
}

static void shapes(queue &q) {
  buffer<int, 2> plane(range<2>(4, 6));
  q.submit([&](handler &group) {
    accessor access(plane, group, write_only, no_init);
    group.parallel_for(range<2>(4, 6),
                       [=](item<2> i) { access[i] = static_cast<int>(i[0] * 10 + i[1]); });
  });
  q.submit([&](handler &group) { // a part
    accessor access(plane, group, range<2>(2, 3), id<2>(1, 2));
    group.parallel_for(range<2>(2, 3), [=](id<2> i) { access[i] += 1000; });
  });
  q.submit([&](handler &group) {
    accessor access(plane, group);
    group.parallel_for(range<1>(4),
                       [=](id<1> i) { access[i[0]][5] += access.get_range()[1] == 6 ? 500 : 0; });
  });
  host_accessor result(plane);
  CHECK_EQUAL(result[0][0], 0);
  CHECK_EQUAL((result[{1, 2}]), 1012);
  CHECK_EQUAL(result[2][4], 1024);
  CHECK_EQUAL(result[2][5], 525);
  CHECK_EQUAL(result[3][1], 31);
  const host_accessor part(plane, range<2>(2, 2), id<2>(1, 2), read_only);
  int sum = 0;
  for (const int each : part)
    sum += each;
  CHECK_EQUAL(sum, 1012 + 1013 + 1022 + 1023);
  CHECK_EQUAL(part.size(), 4u);

  buffer<float, 3> cube(range<3>(2, 3, 4));
  q.submit([&](handler &group) {
    accessor access(cube, group, write_only);
    group.parallel_for(range<3>(2, 3, 4), [=](id<3> i) {
      access[i[0]][i[1]][i[2]] = static_cast<float>(i[0] * 100 + i[1] * 10 + i[2]);
    });
  });
  CHECK_EQUAL((host_accessor{cube}[1][2][3]), 123);
}

static void parts(queue &q) {
  std::vector<int> data(64);
  std::iota(data.begin(), data.end(), 0);
  {
    buffer<int> whole(data);
    buffer<int> part(whole, id<1>(16), range<1>(8));
    CHECK(part.is_sub_buffer() && !whole.is_sub_buffer());
    CHECK_THROWS(invalid, buffer<int>(part, id<1>(0), range<1>(4)));
    CHECK_THROWS(invalid, buffer<int>(whole, id<1>(60), range<1>(8)));
    q.submit([&](handler &group) {
      accessor access(part, group);
      group.parallel_for(range<1>(8), [=](id<1> i) { access[i] = -access[i]; });
    });
    auto bytes = whole.reinterpret<unsigned char>();
    CHECK_EQUAL(bytes.size(), 256u);
    auto pairs = whole.reinterpret<int>(range<2>(32, 2));
    q.submit([&](handler &group) {
      accessor access(pairs, group);
      group.single_task([=] { access[31][1] += access[8][0]; });
    });
    CHECK_THROWS(invalid, whole.reinterpret<double>(range<1>(3)));
  }
  CHECK_EQUAL(data[15], 15);
  CHECK_EQUAL(data[16], -16);
  CHECK_EQUAL(data[23], -23);
  CHECK_EQUAL(data[24], 24);
  CHECK_EQUAL(data[63], 63 - 16);
}

struct Holder { // accessors inside of other objects
  accessor<int> all[2];
  float factor;
};

static void accessors(queue &q) {
  buffer<int> a(range<1>(8)), b(range<1>(8));
  host_accessor{a}[3] = 21;
  host_accessor{b}[3] = 2;
  q.submit([&](handler &group) {
    const Holder holder{{accessor<int>(a, group), accessor<int>(b, group)}, 0.5f};
    group.single_task([=] {
      holder.all[0][3] =
          static_cast<int>(static_cast<float>(holder.all[0][3] * holder.all[1][3]) * holder.factor);
    });
  });
  CHECK_EQUAL((host_accessor{a}[3]), 21);
  accessor<int, 1, access_mode::read_write, target::device, access::placeholder::true_t> later(a);
  CHECK(later.is_placeholder());
  q.submit([&](handler &group) {
    group.require(later);
    group.parallel_for(range<1>(8), [=](id<1> i) { later[i] = static_cast<int>(i[0]); });
  });
  CHECK_EQUAL((host_accessor{a}[5]), 5);
  CHECK_THROWS(invalid, accessor<int>(a, range<1>(9)));
  CHECK_THROWS(invalid, q.submit([&](handler &group) {
    accessor<int, 1, access_mode::read>(a, group, property::no_init());
  }));
  // Properties of accessors, and shared memory of arrays as the place of the contents at the end.
  const std::shared_ptr<int[]> shared(new int[4]());
  {
    buffer<int> four{range<1>(4)};
    four.set_final_data(std::weak_ptr<int[]>(shared));
    q.submit([&](handler &group) {
      accessor written(four, group, write_only, no_init);
      CHECK(written.has_property<property::no_init>());
      CHECK_THROWS(success, (void)written.get_property<property::no_init>());
      const local_accessor<int> tile(range<1>(1), group);
      CHECK(!tile.has_property<property::no_init>());
      group.parallel_for(range<1>(4), [=](id<1> i) { written[i] = 6; });
    });
    const host_accessor all(four);
    const host_accessor some(four, range<1>(2), write_only, no_init);
    CHECK(!all.has_property<property::no_init>() && some.has_property<property::no_init>());
    CHECK_THROWS(invalid, (void)all.get_property<property::no_init>());
  }
  CHECK(shared[0] == 6 && shared[3] == 6);

  // The destinations of write-back: a null pointer is nowhere, a shared pointer is kept alive.
  std::vector<int> vector(4);
  const auto writeBackTo = [&](auto destination, int value) {
    buffer<int> four{range<1>(4)};
    four.set_final_data(destination);
    q.submit([&](handler &group) { group.fill(accessor(four, group, write_only), value); });
  };
  writeBackTo(static_cast<int *>(nullptr), 1);
  writeBackTo(std::shared_ptr<int[]>(), 1);
  writeBackTo(std::weak_ptr<int[]>(), 1);
  writeBackTo(shared, 7);
  writeBackTo(vector.begin(), 8);
  CHECK(shared[0] == 7 && shared[3] == 7 && vector[0] == 8 && vector[3] == 8);
  buffer<int> one{range<1>(1)};
  q.submit([&](handler &group) {
    accessor<int, 0> only(one, group);
    group.single_task([=] { only = 9; });
  });
  CHECK_EQUAL((host_accessor{one}[0]), 9);

  // Local memory is of groups, which these launches do not name.
  const auto useLocal = [&](auto launch) {
    q.submit([&](handler &group) {
      accessor to(one, group, write_only);
      local_accessor<int> tile(range<1>(2), group);
      launch(group, to, tile);
    });
  };
  CHECK_THROWS(kernel_argument, useLocal([](handler &group, auto to, auto tile) {
                 group.single_task([=] { to[0] = tile.empty(); });
               }));
  CHECK_THROWS(kernel_argument, useLocal([](handler &group, auto to, auto tile) {
                 group.parallel_for(range<1>(1), [=](id<1>) { to[0] = tile.empty(); });
               }));

  // Sums of groups through local memory.
  buffer<int> sums{range<1>(4)};
  q.submit([&](handler &group) {
    accessor to(sums, group, write_only, no_init);
    local_accessor<int> tile(range<1>(16), group);
    local_accessor<int, 2> square(range<2>(4, 4), group);
    group.parallel_for(nd_range<1>(64, 16), [=](nd_item<1> i) {
      const size_t lane = i.get_local_id(0);
      tile[lane] = static_cast<int>(i.get_global_id(0));
      square[lane / 4][lane % 4] = 1;
      group_barrier(i.get_group());
      if (lane == 0) {
        int sum = 0;
        for (size_t j = 0; j < 16; ++j)
          sum += tile[j] + square[{j / 4, j % 4}];
        to[i.get_group(0)] = sum;
      }
    });
  });
  const host_accessor result(sums);
  for (int i = 0; i < 4; ++i)
    CHECK_EQUAL(result[i], 16 * 16 * i + 120 + 16);
}

static void hostAccess(queue &q) {
  buffer<int> numbers(range<1>(4));
  host_accessor{numbers, write_only}[0] = 1;
  auto held = std::make_unique<host_accessor<int>>(numbers);
  q.submit([&](handler &group) { // begins when the accessor is gone
    accessor access(numbers, group);
    group.single_task([=] { access[0] *= 10; });
  });
  (*held)[0] = 7;
  held.reset();
  CHECK_EQUAL((host_accessor{numbers}[0]), 70);
}

int main() {
  queue first, second(property::queue::in_order{});
  dependencies(first, second);
  queue other(context(first.get_device()), first.get_device());
  dependencies(first, other); // of another context
  writeBack(first);
  shapes(first);
  parts(first);
  accessors(first);
  hostAccess(first);
  return failures != 0;
}
