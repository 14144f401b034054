// Loops with several entries, which `goto` makes, with barriers around and inside of them.
#include "check.h"

using namespace sycl;

/// A machine of three states that starts in one of two.
static int machine(int start) {
  unsigned value = unsigned(start), steps = 0;
  if (start & 1)
    goto halve;
grow:
  value = value * 5 + 3;
  if (++steps > 24)
    goto done;
  if (value & 4)
    goto shrink;
halve:
  value /= 2;
  ++steps;
  if (value % 7 == 0)
    goto done;
  goto grow;
shrink:
  value -= 9;
  ++steps;
  if (value & 2)
    goto halve;
  if (value > 5)
    goto grow;
done:
  return int(value * 64 + steps);
}

constexpr int kItems = 96, kGroup = 12;

static void withoutBarriers(queue &q, int *out) {
  q.parallel_for(range<1>(kItems), [=](id<1> i) { out[i] = machine(int(i) * 11 % 37); }).wait();
  for (int i = 0; i < kItems; ++i)
    CHECK_EQUAL(out[i], machine(i * 11 % 37));
}

// Work-items leave the loop after different numbers of steps, and meet at barriers.
static void betweenBarriers(queue &q, int *out) {
  q.submit([&](handler &h) {
     const local_accessor<int, 1> shared(kGroup, h);
     h.parallel_for(nd_range<1>(kItems, kGroup), [=](nd_item<1> item) {
       const int self = int(item.get_local_id(0)), global = int(item.get_global_id(0));
       int sum = 0;
       for (int round = 0; round < 3; ++round) {
         shared[self] = machine(global + round);
         group_barrier(item.get_group());
         sum += shared[(self + 5) % kGroup];
         group_barrier(item.get_group());
       }
       out[global] = sum;
     });
   }).wait();
  for (int i = 0; i < kItems; ++i) {
    int sum = 0;
    for (int round = 0; round < 3; ++round)
      sum += machine(i - i % kGroup + (i % kGroup + 5) % kGroup + round);
    CHECK_EQUAL(out[i], sum);
  }
}

// All work-items enter the loop at the same place, and take the same way.
static void barriersInside(queue &q, int *out, bool startsInside) {
  q.submit([&](handler &h) {
     const local_accessor<int, 1> shared(kGroup, h);
     h.parallel_for(nd_range<1>(kItems, kGroup), [=](nd_item<1> item) {
       const int self = int(item.get_local_id(0)), global = int(item.get_global_id(0));
       int rounds = 0, sum = 0;
       shared[self] = global;
       if (startsInside)
         goto inside;
     first:
       sum += 1000;
       group_barrier(item.get_group());
     inside:
       shared[self] += 1;
       ++rounds;
       group_barrier(item.get_group());
       sum += shared[(self + 1) % kGroup];
       group_barrier(item.get_group());
       if (rounds < 5) {
         if (rounds % 2 == 0)
           goto inside;
         goto first;
       }
       out[global] = sum;
     });
   }).wait();
  for (int i = 0; i < kItems; ++i) {
    const int neighbour = i - i % kGroup + (i + 1) % kGroup;
    CHECK_EQUAL(out[i], neighbour * 5 + 15 + (startsInside ? 2000 : 3000));
  }
}

int main() {
  if (!hasSharedMemory())
    return kSkipped;
  queue q;
  int *out = malloc_shared<int>(kItems, q);
  withoutBarriers(q, out);
  betweenBarriers(q, out);
  barriersInside(q, out, true);
  barriersInside(q, out, false);
  sycl::free(out, q);
  return failures != 0;
}
