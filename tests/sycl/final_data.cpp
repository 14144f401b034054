// Where the contents of buffers go at the end: set_final_data and set_write_back (SYCL
// 2020, 4.7.2).
#include "check.h"

#include <algorithm>
#include <iterator>
#include <list>
#include <memory>
#include <vector>

using namespace sycl;

namespace {

constexpr size_t kCount = 4200; // more than a page

template <int Dimensions> range<Dimensions> extent();
template <> range<1> extent<1>() { return {kCount}; }
template <> range<2> extent<2>() { return {60, 70}; }
template <> range<3> extent<3>() { return {6, 70, 10}; }

template <class Numbers> bool areAll(const Numbers &numbers, int expected) {
  return std::all_of(std::begin(numbers), std::end(numbers),
                     [=](const auto &each) { return static_cast<int>(each) == expected; });
}

template <class T, int Dimensions> void twice(queue &q, buffer<T, Dimensions> &numbers) {
  q.submit([&](handler &group) {
    accessor all(numbers, group);
    group.parallel_for(numbers.get_range(),
                       [=](id<Dimensions> i) { all[i] = static_cast<T>(all[i] + all[i]); });
  });
}

// ---- buffers over memory of the program

enum class When { Before, After, Done }; // the commands

/// A buffer of sevens, which a command doubles, and where the contents are after it.
/// @param set gets the buffer and the begin of another vector
template <class T, int Dimensions, class Set>
void outcome(queue &q, int original, int other, const Set &set) {
  for (const When when : {When::Before, When::After, When::Done}) {
    std::vector<T> own(kCount, T(7)), elsewhere(kCount, T(1));
    {
      buffer<T, Dimensions> numbers(own.data(), extent<Dimensions>());
      if (when == When::Before)
        set(numbers, elsewhere);
      twice(q, numbers);
      if (when == When::Done)
        q.wait();
      if (when != When::Before)
        set(numbers, elsewhere);
    }
    CHECK(areAll(own, original));
    CHECK(areAll(elsewhere, other));
  }
}

template <class T, int Dimensions> void destinations(queue &q) {
  using Buffer = buffer<T, Dimensions>;
  using Vector = std::vector<T>;
  outcome<T, Dimensions>(q, 14, 1, [](Buffer &, Vector &) {});
  outcome<T, Dimensions>(q, 7, 1, [](Buffer &b, Vector &) { b.set_final_data(nullptr); });
  outcome<T, Dimensions>(q, 7, 1, [](Buffer &b, Vector &) { b.set_final_data(); });
  outcome<T, Dimensions>(q, 7, 1,
                         [](Buffer &b, Vector &) { b.set_final_data(static_cast<T *>(nullptr)); });
  outcome<T, Dimensions>(q, 7, 14, [](Buffer &b, Vector &o) { b.set_final_data(o.data()); });
  outcome<T, Dimensions>(q, 7, 14, [](Buffer &b, Vector &o) { b.set_final_data(o.begin()); });
  outcome<T, Dimensions>(
      q, 7, 14, [](Buffer &b, Vector &o) { b.set_final_data(static_cast<void *>(o.data())); });
  outcome<T, Dimensions>(q, 7, 1, [](Buffer &b, Vector &) { b.set_write_back(false); });
  outcome<T, Dimensions>(q, 7, 1, [](Buffer &b, Vector &o) {
    b.set_write_back(false);
    b.set_final_data(o.data());
  });
  outcome<T, Dimensions>(q, 7, 14, [](Buffer &b, Vector &o) {
    b.set_final_data(nullptr);
    b.set_write_back(true); // there is nowhere to go
    b.set_final_data(o.data());
    b.set_write_back(false);
    b.set_write_back(true);
  });
  outcome<T, Dimensions>(q, 7, 1, [](Buffer &b, Vector &o) {
    b.set_final_data(o.data());
    b.set_final_data(nullptr);
    b.set_write_back(true);
  });
  outcome<T, Dimensions>(q, 14, 1, [](Buffer &b, Vector &) {
    b.set_write_back(false);
    b.set_write_back(true);
  });
}

/// The memory itself as destination.
void sameMemory(queue &q) {
  std::vector<int> own(kCount, 7);
  {
    buffer<int> numbers(own);
    numbers.set_final_data(own.data());
    twice(q, numbers);
    CHECK_EQUAL((host_accessor{numbers}[kCount - 1]), 14);
    twice(q, numbers);
  }
  CHECK(areAll(own, 28));
}

// ---- what needs the contents on the host meanwhile

void doubleOnHost(buffer<int> &numbers) {
  for (int &each : host_accessor(numbers))
    each *= 2;
}
void doubleInHostTask(queue &q, buffer<int> &numbers) {
  q.submit([&](handler &group) {
    accessor<int, 1, access_mode::read_write, target::host_task> all(numbers, group);
    group.host_task([=] {
      for (int &each : all)
        each *= 2;
    });
  });
}

/// A buffer of sevens whose contents are 56 at the end.
void useOnHost(queue &q, queue &other, buffer<int> &numbers) {
  twice(q, numbers);
  {
    const host_accessor seen(numbers, read_only);
    CHECK(seen[0] == 14 && seen[kCount - 1] == 14);
  }
  q.update_host(accessor<int, 1, access_mode::read>(numbers));
  doubleInHostTask(q, numbers);
  twice(other, numbers);
}

void accessesOfTheHost(queue &q, queue &other) {
  // The memory is kept, though the contents pass by the host.
  for (const int destination : {0, 1, 2}) {
    std::vector<int> own(kCount, 7), elsewhere(kCount, 1);
    {
      buffer<int> numbers(own);
      if (destination == 0)
        numbers.set_write_back(false);
      else if (destination == 1)
        numbers.set_final_data(nullptr);
      else
        numbers.set_final_data(elsewhere.begin());
      useOnHost(q, other, numbers);
      CHECK(areAll(own, 7));
    }
    CHECK(areAll(own, 7));
    CHECK(areAll(elsewhere, destination == 2 ? 56 : 1));
  }
  // A part of it was written by the host only.
  std::vector<int> own(kCount, 7), elsewhere(kCount, 1);
  {
    buffer<int> numbers(own);
    numbers.set_final_data(elsewhere.begin());
    host_accessor{numbers, range<1>(1), id<1>(9), write_only, no_init}[0] = 5;
  }
  CHECK(areAll(own, 7));
  CHECK(elsewhere[8] == 7 && elsewhere[9] == 5 && elsewhere[10] == 7);
  // It is the destination again.
  {
    buffer<int> numbers(own);
    numbers.set_write_back(false);
    useOnHost(q, other, numbers);
    CHECK(areAll(own, 7));
    numbers.set_write_back(true);
  }
  CHECK(areAll(own, 56));
  // The host had it before: the end writes it no more.
  for (const bool hasOther : {false, true}) {
    own.assign(kCount, 7);
    {
      buffer<int> numbers(own);
      doubleOnHost(numbers);
      if (hasOther)
        numbers.set_final_data(elsewhere.data());
      else
        numbers.set_final_data(nullptr);
      twice(q, numbers);
    }
    CHECK(areAll(own, 14));
    CHECK(!hasOther || areAll(elsewhere, 28));
  }
}

// ---- destinations

void pointers(queue &q) {
  const auto writeBack = [&q](auto destination) {
    std::vector<int> own(kCount, 7);
    {
      buffer<int> numbers(own);
      numbers.set_final_data(destination);
      twice(q, numbers);
    }
    CHECK(areAll(own, 7));
  };
  const auto shared = std::make_shared<std::vector<int>>(kCount, 1);
  const std::shared_ptr<int> first(shared, shared->data());
  writeBack(first);
  CHECK(areAll(*shared, 14));
  shared->assign(kCount, 1);
  writeBack(std::weak_ptr<int>(first));
  CHECK(areAll(*shared, 14));
  const std::shared_ptr<int[]> array(new int[kCount]());
  writeBack(std::weak_ptr<int[]>(array));
  CHECK(array[0] == 14 && array[kCount - 1] == 14);

  std::list<long> list(kCount, 1); // of another type
  writeBack(list.begin());
  CHECK(areAll(list, 14));
  std::vector<int> grown;
  writeBack(std::back_inserter(grown));
  CHECK(grown.size() == kCount && areAll(grown, 14));

  // The pointer expires before the buffer does.
  std::vector<int> own(kCount, 7);
  {
    auto temporary = std::make_shared<int>(1);
    buffer<int> numbers(own);
    numbers.set_final_data(std::weak_ptr<int>(temporary));
    twice(q, numbers);
    temporary.reset();
  }
  CHECK(areAll(own, 7));
}

// ---- other kinds of buffers

template <class Buffer> void toVector(queue &q, Buffer numbers, std::vector<int> &to) {
  numbers.set_final_data(to.begin());
  twice(q, numbers);
}

void sources(queue &q) {
  std::vector<int> own(kCount, 7), elsewhere(kCount, 1);
  const std::vector<int> constant(kCount, 7);
  const auto shared = std::make_shared<std::vector<int>>(kCount, 7);
  const std::shared_ptr<int> first(shared, shared->data());
  const auto isMoved = [&] {
    const bool isRight = areAll(elsewhere, 14);
    elsewhere.assign(kCount, 1);
    return isRight;
  };
  toVector(q, buffer<int>(constant.data(), range<1>(kCount)), elsewhere);
  CHECK(isMoved() && areAll(constant, 7));
  toVector(q, buffer<int>(own.begin(), own.end()), elsewhere);
  CHECK(isMoved() && areAll(own, 7));
  toVector(q, buffer<int>(first, range<1>(kCount)), elsewhere);
  CHECK(isMoved() && areAll(*shared, 7));
  // The memory of this buffer is that of the program.
  toVector(q, buffer<int>(own.data(), range<1>(kCount), property::buffer::use_host_ptr()),
           elsewhere);
  CHECK(isMoved());
  own.assign(kCount, 7);

  // Nothing was written.
  {
    buffer<int> numbers(own);
    numbers.set_final_data(elsewhere.begin());
    buffer<const int> constants(constant.data(), range<1>(kCount));
    std::vector<int> unused(kCount, 1);
    constants.set_final_data(unused.begin());
    buffer<int> sum{range<1>(1)};
    q.submit([&](handler &group) {
      accessor a(numbers, group, read_only), b(constants, group, read_only);
      accessor to(sum, group, write_only);
      group.single_task([=] { to[0] = a[kCount - 1] + b[kCount - 1]; });
    });
    CHECK_EQUAL((host_accessor{sum}[0]), 14);
  }
  CHECK(areAll(own, 7) && areAll(elsewhere, 1));
}

void parts(queue &q) {
  std::vector<int> own(kCount, 7), elsewhere(kCount, 1);
  {
    buffer<int> whole(own);
    buffer<int> part(whole, id<1>(100), range<1>(50));
    part.set_final_data(elsewhere.data());
    twice(q, part);
  }
  CHECK(areAll(own, 7));
  for (size_t i = 0; i < kCount; ++i)
    CHECK_EQUAL(elsewhere[i], i < 50 ? 14 : 1);
  {
    buffer<int> whole(own);
    buffer<int> part(whole, id<1>(100), range<1>(50));
    part.set_final_data(nullptr);
    twice(q, part);
  }
  CHECK(areAll(own, 7));
  {
    buffer<int> whole(own);
    buffer<int> part(whole, id<1>(100), range<1>(50));
    buffer<unsigned char> bytes = part.reinterpret<unsigned char>();
    bytes.set_final_data(reinterpret_cast<unsigned char *>(elsewhere.data()));
    twice(q, bytes);
  }
  CHECK(areAll(own, 7));
  CHECK(elsewhere[0] == 14 && elsewhere[49] == 14 && elsewhere[50] == 1);
}

} // namespace

int main() {
  queue outOfOrder, inOrder{property::queue::in_order()};
  queue other(context(inOrder.get_device()), inOrder.get_device());
  for (queue *q : {&outOfOrder, &inOrder}) {
    destinations<int, 1>(*q);
    destinations<float, 2>(*q);
    destinations<unsigned char, 3>(*q);
    accessesOfTheHost(*q, other);
  }
  sameMemory(outOfOrder);
  pointers(outOfOrder);
  sources(outOfOrder);
  parts(outOfOrder);
  return failures != 0;
}
