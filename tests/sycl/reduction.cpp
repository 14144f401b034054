// Reductions over ranges and nd_ranges of sizes that take one and many work-groups.
#include "skipping.h"

#include <sycl/sycl.hpp>
#include <sycl/usm.hpp>

#include <cstdio>

using namespace sycl;

static int failures = 0;
template <class T> void expect(const char *what, size_t size, T got, T want) {
  if (got == want)
    return;
  ++failures;
  std::printf("%s of %zu: %g, should be %g\n", what, size, double(got), double(want));
}

/// An operation without a known identity.
struct Sum {
  long operator()(long a, long b) const { return a + b; }
};

struct Pair {
  float x, y;
  friend Pair operator+(const Pair &a, const Pair &b) { return {a.x + b.x, a.y + b.y}; }
};

// Arrays, with and without an identity, and more reductions than any other test.
void testSpans(queue &q) {
  constexpr size_t kBins = 5;
  long *bins = malloc_shared<long>(kBins, q);
  long *least = malloc_shared<long>(2, q);
  int *others = malloc_shared<int>(4, q);
  for (size_t size : {3, 100, 9000}) {
    for (size_t i = 0; i < kBins; ++i)
      bins[i] = long(i);
    least[0] = least[1] = 1000000;
    for (int i = 0; i < 4; ++i)
      others[i] = 0;
    q.parallel_for(
         range<1>(size), reduction(span<long, kBins>(bins, kBins), plus<>()),
         reduction(span<long, 2>(least, 2), 1000000L, minimum<long>(),
                   {property::reduction::initialize_to_identity()}),
         reduction(others, plus<>()), reduction(others + 1, plus<int>()),
         reduction(others + 2, bit_or<int>()), reduction(others + 3, maximum<int>()),
         [=](id<1> i, auto &histogram, auto &smallest, auto &a, auto &b, auto &c, auto &d) {
           static_assert(std::decay_t<decltype(histogram)>::dimensions == 1);
           static_assert(std::decay_t<decltype(histogram[0])>::dimensions == 0);
           histogram[i[0] % kBins] += 2;
           smallest[0].combine(long(i[0]) + 7);
           smallest[1].combine(-long(i[0]));
           a += 1;
           ++b;
           c |= int(i[0] & 6);
           d.combine(int(i[0]));
         })
        .wait();
    for (size_t i = 0; i < kBins; ++i)
      expect("bin", size, bins[i], long(i + 2 * ((size + kBins - 1 - i) / kBins)));
    expect("first minimum", size, least[0], 7L);
    expect("second minimum", size, least[1], 1 - long(size));
    expect("a", size, others[0], int(size));
    expect("b", size, others[1], int(size));
    expect("c", size, others[2], size > 3 ? 6 : 2);
    expect("d", size, others[3], int(size) - 1);

    for (size_t i = 0; i < kBins; ++i)
      bins[i] = 0;
    q.parallel_for(nd_range<1>(size * 4, 4), reduction(span<long, kBins>(bins, kBins), 0L, Sum()),
                   [=](nd_item<1> i, auto &histogram) {
                     histogram[i.get_local_id(0)].combine(long(i.get_group(0)));
                   })
        .wait();
    for (size_t i = 0; i < kBins; ++i)
      expect("bin of groups", size, bins[i], i < 4 ? long(size) * long(size - 1) / 2 : 0L);
  }
  sycl::free(bins, q);
  sycl::free(least, q);
  sycl::free(others, q);
}

template <int D> void testShape(queue &q, range<D> size) {
  long *sum = malloc_shared<long>(1, q);
  int *most = malloc_shared<int>(1, q);
  *sum = 5;
  *most = -1;
  q.parallel_for(size, reduction(sum, plus<long>()), reduction(most, maximum<>()),
                 [=](item<D> i, auto &total, auto &largest) {
                   total += long(i.get_linear_id());
                   largest.combine(int(i[D - 1] + i[0]));
                 })
      .wait();
  const long count = long(size.size());
  expect("sum of ids", size.size(), *sum, 5 + count * (count - 1) / 2);
  const int last = int(size[D - 1] - 1 + size[0] - 1);
  expect("largest id", size.size(), *most, count == 0 ? -1 : last);
  sycl::free(sum, q);
  sycl::free(most, q);
}

// Long and short rows, many and few of them, which groups share in different ways.
void testShapes(queue &q) {
  testShape(q, range<1>(300001));
  testShape(q, range<1>(0));
  for (const range<2> size : {range<2>(2, 70001), range<2>(70001, 2), range<2>(301, 197),
                              range<2>(7, 64), range<2>(0, 3), range<2>(3, 0), range<2>(1, 100000)})
    testShape(q, size);
  for (const range<3> size : {range<3>(5, 40, 300), range<3>(1, 2, 33333), range<3>(90, 9, 9)})
    testShape(q, size);
}

int main() {
  if (!hasSharedMemory())
    return kSkipped;
  queue q;
  testSpans(q);
  testShapes(q);
  long *sum = malloc_shared<long>(1, q);
  float *most = malloc_shared<float>(1, q);
  int *bits = malloc_shared<int>(1, q);
  Pair *pair = malloc_shared<Pair>(1, q);
  for (size_t size : {1, 2, 100, 513, 5000, 100000}) {
    *sum = 10;
    q.submit([&](handler &group) {
       group.parallel_for(range<1>(size), reduction(sum, plus<>()),
                          [=](id<1> i, auto &total) { total += long(i[0]); });
     }).wait();
    expect("sum", size, *sum, 10 + long(size) * long(size - 1) / 2);

    *sum = 10;
    *most = 1000;
    q.submit([&](handler &group) {
       group.parallel_for<class Two>(
           range<2>(size, 3), reduction(sum, Sum()),
           reduction(most, maximum<float>(), {property::reduction::initialize_to_identity()}),
           [=](item<2> i, auto &total, auto &largest) {
             total.combine(1);
             largest.combine(float(i.get_linear_id()) - 5);
           });
     }).wait();
    expect("count", size, *sum, 10 + long(size) * 3);
    expect("maximum", size, *most, float(size * 3 - 1) - 5);

    *bits = 0;
    *pair = {1, 2};
    q.submit([&](handler &group) {
       group.parallel_for(nd_range<1>(size * 8, 8), reduction(bits, bit_xor<int>()),
                          reduction(pair, Pair{0, 0}, plus<Pair>()),
                          [=](nd_item<1> i, auto &all, auto &both) {
                            all ^= int(i.get_global_id(0));
                            both.combine({1, i.get_local_id(0) == 3 ? 1.0f : 0.0f});
                          });
     }).wait();
    int want = 0;
    for (size_t i = 0; i < size * 8; ++i)
      want ^= int(i);
    expect("xor", size, *bits, want);
    expect("pair.x", size, pair->x, float(size * 8 + 1));
    expect("pair.y", size, pair->y, float(size + 2));
  }
  // Shortcuts of the queue, after other commands.
  *sum = 1;
  event before = q.parallel_for(range<1>(3000), reduction(sum, plus<>()),
                                [=](item<1>, auto &total) { ++total; });
  q.parallel_for<class AfterIt>(nd_range<2>({64, 4}, {8, 4}), before, reduction(sum, plus<>()),
                                [=](nd_item<2>, auto &total) { total++; })
      .wait();
  expect("shortcuts", 0, *sum, 3257L);
  // Several at once use memory of their own.
  long *sums = malloc_shared<long>(8, q);
  for (int i = 0; i < 8; ++i) {
    sums[i] = 0;
    q.submit([&](handler &group) {
      group.parallel_for(range<1>(20000), reduction(sums + i, plus<long>()),
                         [=](id<1>, auto &total) { total += i; });
    });
  }
  q.wait();
  for (int i = 0; i < 8; ++i)
    expect("one of several", size_t(i), sums[i], 20000L * i);
  sycl::free(sum, q);
  sycl::free(most, q);
  sycl::free(bits, q);
  sycl::free(pair, q);
  sycl::free(sums, q);
  return failures != 0;
}
