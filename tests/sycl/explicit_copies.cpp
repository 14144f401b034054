// Explicit copies, fills and updates of what accessors describe (SYCL 2020, 4.9.4.3).
#include "check.h"

#include <numeric>
#include <vector>

using namespace sycl;

namespace {

template <class T> std::vector<T> count(size_t elements) {
  std::vector<T> all(elements);
  std::iota(all.begin(), all.end(), T(1));
  return all;
}

template <class T> std::vector<T> contents(buffer<T, 3> &of) {
  const host_accessor access(of, read_only);
  return std::vector<T>(access.begin(), access.end());
}

void wholeBuffers(queue &q) {
  const std::vector<int> numbers = count<int>(60);
  buffer<int, 3> a(range<3>(3, 4, 5)), b(range<3>(3, 4, 5));
  q.submit([&](handler &group) {
    accessor to(a, group, write_only, no_init);
    group.copy(numbers.data(), to);
  });
  q.submit([&](handler &group) {
    accessor from(a, group, read_only);
    accessor to(b, group, write_only, no_init);
    group.copy(from, to);
  });
  std::vector<int> out(60);
  q.submit([&](handler &group) {
     accessor from(b, group, read_only);
     group.copy(from, out.data());
   }).wait();
  CHECK(out == numbers);

  // Memory that the queue keeps alive.
  auto shared = std::make_shared<std::vector<int>>(60, 7);
  q.submit([&](handler &group) {
    accessor to(a, group, write_only, no_init);
    group.copy(std::shared_ptr<int>(shared, shared->data()), to);
  });
  shared.reset();
  const std::shared_ptr<int> back(new int[60], std::default_delete<int[]>());
  q.submit([&](handler &group) {
     accessor from(a, group, read_only);
     group.copy(from, back);
   }).wait();
  CHECK_EQUAL(back.get()[59], 7);
}

void parts(queue &q) {
  std::vector<int> initial = count<int>(4 * 5 * 6);
  buffer<int, 3> whole(initial.data(), range<3>(4, 5, 6));
  const range<3> extent(2, 3, 4);
  const id<3> first(1, 2, 1);
  std::vector<int> box(24);
  q.submit([&](handler &group) {
     accessor from(whole, group, extent, first, read_only);
     group.copy(from, box.data());
   }).wait();
  bool isRight = true;
  for (size_t i = 0, at = 0; i < 2; ++i)
    for (size_t j = 0; j < 3; ++j)
      for (size_t k = 0; k < 4; ++k)
        isRight = isRight && box[at++] == static_cast<int>(((i + 1) * 5 + j + 2) * 6 + k + 1 + 1);
  CHECK(isRight);

  // A box to dense memory, to a box of the same shape and to one of another shape.
  buffer<int, 3> same(range<3>(4, 5, 6)), other(range<3>(5, 3, 8));
  buffer<int, 1> dense{range<1>(30)};
  for (buffer<int, 3> *each : {&same, &other})
    q.submit([&](handler &group) {
      accessor to(*each, group, write_only, no_init);
      group.fill(to, -1);
    });
  q.submit([&](handler &group) {
    accessor from(whole, group, extent, first, read_only);
    accessor to(same, group, extent, id<3>(0, 1, 2), write_only);
    group.copy(from, to);
  });
  q.submit([&](handler &group) {
    accessor from(whole, group, extent, first, read_only);
    accessor to(other, group, range<3>(2, 2, 7), id<3>(3, 1, 1), write_only);
    group.copy(from, to);
  });
  q.submit([&](handler &group) {
    accessor from(whole, group, extent, first, read_only);
    accessor to(dense, group, range<1>(24), id<1>(3), write_only);
    group.copy(from, to);
  });
  const std::vector<int> inSame = contents(same), inOther = contents(other);
  CHECK_EQUAL(inSame[(0 * 5 + 1) * 6 + 2], box[0]);
  CHECK_EQUAL(inSame[(1 * 5 + 3) * 6 + 5], box[23]);
  CHECK_EQUAL(inSame[(1 * 5 + 3) * 6 + 1], -1);
  CHECK_EQUAL(std::count(inSame.begin(), inSame.end(), -1), 120 - 24);
  isRight = true;
  for (size_t at = 0; at < 24; ++at)
    isRight = isRight && inOther[((3 + at / 14) * 3 + 1 + at / 7 % 2) * 8 + 1 + at % 7] == box[at];
  CHECK(isRight);
  CHECK_EQUAL(std::count(inOther.begin(), inOther.end(), -1), 120 - 24);
  const host_accessor line(dense, read_only);
  CHECK(std::equal(box.begin(), box.end(), line.begin() + 3));
}

struct Triple { // no power of two
  int a, b, c;
};

void fillsAndUpdates(queue &q) {
  buffer<Triple, 2> triples(range<2>(4, 3));
  q.submit([&](handler &group) {
    accessor to(triples, group, write_only, no_init);
    group.fill(to, Triple{1, 2, 3});
  });
  q.submit([&](handler &group) {
    accessor to(triples, group, range<2>(2, 2), id<2>(1, 1), write_only);
    group.fill(to, Triple{4, 5, 6});
  });
  {
    const host_accessor access(triples, read_only);
    CHECK_EQUAL(access[0][0].c, 3);
    CHECK_EQUAL(access[1][0].b, 2);
    CHECK_EQUAL(access[2][2].c, 6);
    CHECK_EQUAL(access[3][2].a, 1);
  }
  std::vector<int> memory(8, 1);
  buffer<int> numbers(memory.data(), range<1>(8), property::buffer::use_host_ptr());
  q.submit([&](handler &group) {
    accessor to(numbers, group);
    group.parallel_for(range<1>(8), [=](id<1> i) { to[i] += static_cast<int>(i[0]); });
  });
  q.submit([&](handler &group) {
     accessor of(numbers, group, read_write);
     group.update_host(of);
   }).wait();
  CHECK_EQUAL(memory[7], 8);
}

void shortcuts(queue &q) {
  const std::vector<int> numbers = count<int>(16);
  buffer<int> a{range<1>(16)}, b{range<1>(16)};
  std::vector<int> out(16);
  q.copy(numbers.data(), accessor<int, 1, access_mode::write>(a));
  q.copy(accessor<int, 1, access_mode::read>(a), accessor<int, 1, access_mode::write>(b));
  q.fill(accessor<int, 1, access_mode::write>(b, range<1>(4), id<1>(2)), 9);
  q.update_host(accessor<int, 1, access_mode::read>(b));
  q.copy(accessor<int, 1, access_mode::read>(b), out.data()).wait();
  CHECK_EQUAL(out[1], 2);
  CHECK_EQUAL(out[5], 9);
  CHECK_EQUAL(out[6], 7);
}

void misuse(queue &q) {
  buffer<int> small{range<1>(4)}, large{range<1>(5)};
  CHECK_THROWS(invalid, q.submit([&](handler &group) {
    accessor from(large, group, read_only);
    accessor to(small, group, write_only);
    group.copy(from, to);
  }));
  CHECK_THROWS(invalid, q.submit([&](handler &group) {
    const accessor<int, 1, access_mode::write> placeholder(small);
    group.fill(placeholder, 1);
  }));
  CHECK_THROWS(invalid, q.submit([&](handler &group) {
    accessor to(small, group, write_only);
    group.fill(to, 1);
    group.fill(to, 2); // a second command
  }));
  buffer<int> empty{range<1>(0)};
  q.submit([&](handler &group) {
     accessor to(empty, group, write_only);
     group.fill(to, 1);
   }).wait();
}

} // namespace

int main() {
  queue outOfOrder, inOrder{property::queue::in_order()};
  for (queue *q : {&outOfOrder, &inOrder}) {
    wholeBuffers(*q);
    parts(*q);
    fillsAndUpdates(*q);
    shortcuts(*q);
    misuse(*q);
  }
  return failures != 0;
}
