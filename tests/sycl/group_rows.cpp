// Group functions of work-groups with several rows, one behind the other and in loops, so that
// memory that they share is used again and again.
#include "skipping.h"

#include <sycl/sycl.hpp>
#include <sycl/usm.hpp>

#include <cstdio>

using namespace sycl;

static int failures = 0;
static void expect(const char *what, size_t at, double got, double want) {
  if (got != want && ++failures < 20)
    std::printf("%s at %zu: %g, should be %g\n", what, at, got, want);
}

/// Not commutative: the first operand that is not 0.
struct First {
  int operator()(int a, int b) const { return a != 0 ? a : b; }
};

struct Results {
  int sums, scanned, first, all, one;
  float most;
  double before;
  unsigned short bits;
};

static constexpr int kRounds = 3;

static void ofGroup(queue &q, size_t groups, range<2> size) {
  const size_t items = size.size();
  Results *out = malloc_shared<Results>(groups * items, q);
  q.parallel_for(nd_range<2>({groups * size[0], size[1]}, size), [=](nd_item<2> item) {
     const auto g = item.get_group();
     const int me = int(item.get_local_linear_id());
     Results r{};
     for (int round = 0; round < kRounds; ++round) {
       r.sums += reduce_over_group(g, me + round, plus<>()) - reduce_over_group(g, me, plus<>());
       r.most = reduce_over_group(g, float(me * round) + r.most, maximum<>());
       r.scanned += inclusive_scan_over_group(g, me + round, plus<>());
       r.before += exclusive_scan_over_group(g, double(r.sums), plus<>());
       r.first += reduce_over_group(g, me < 7 ? 0 : me + round, First());
       r.one += group_broadcast(g, me + round, id<2>(size[0] - 1, round)) - group_broadcast(g, me);
       r.all += all_of_group(g, me >= 0) && !any_of_group(g, me < 0);
       r.bits ^= reduce_over_group(g, static_cast<unsigned short>(1 << (me + round) % 11),
                                   bit_xor<unsigned short>());
     }
     out[item.get_group_linear_id() * items + size_t(me)] = r;
   }).wait();
  const int count = int(items);
  for (size_t i = 0; i < groups * items; ++i) {
    const int me = int(i % items);
    Results want{};
    for (int round = 0; round < kRounds; ++round) {
      want.sums += count * round;
      want.most += float((count - 1) * round);
      want.scanned += me * (me + 1) / 2 + (me + 1) * round;
      want.before += double(me) * want.sums;
      want.first += count > 7 ? 7 + round : 0;
      want.all += 1;
      want.one += int((size[0] - 1) * size[1]) + 2 * round;
      for (int other = 0; other < count; ++other)
        want.bits ^= static_cast<unsigned short>(1 << (other + round) % 11);
    }
    expect("sum", i, out[i].sums, want.sums);
    expect("maximum", i, double(out[i].most), double(want.most));
    expect("inclusive scan", i, out[i].scanned, want.scanned);
    expect("exclusive scan", i, out[i].before, want.before);
    expect("first", i, out[i].first, want.first);
    expect("all", i, out[i].all, want.all);
    expect("one", i, out[i].one, want.one);
    expect("bits", i, out[i].bits, want.bits);
  }
  sycl::free(out, q);
}

int main() {
  if (!hasSharedMemory())
    return kSkipped;
  queue q;
  ofGroup(q, 3, {1, 64});
  ofGroup(q, 3, {1, 5});
  ofGroup(q, 2, {5, 20});
  ofGroup(q, 2, {8, 16});
  ofGroup(q, 2, {3, 3});
  return failures != 0;
}
