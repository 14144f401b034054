// Fences of all orders and scopes: one work-item passes data to the others of its group. And fences
// in loops, which work-items leave at different times.
#include "check.h"

using namespace sycl;

static void inLoops(queue &q) {
  constexpr int kSize = 48;
  int *sums = malloc_shared<int>(kSize, q);
  int *total = malloc_shared<int>(1, q);
  *total = 0;
  q.submit([&](handler &h) {
     local_accessor<int, 1> local(kSize, h);
     h.parallel_for(nd_range<1>(kSize, kSize), [=](nd_item<1> item) {
       const int me = int(item.get_local_id(0));
       local[me] = 0;
       for (int i = 0; i < me; ++i) {
         local[me] += i;
         atomic_fence(memory_order::acq_rel, memory_scope::work_group);
         for (int k = 0; k < i % 3; ++k) {
           atomic_ref<int, memory_order::seq_cst, memory_scope::device>(*total).fetch_add(1);
           atomic_fence(memory_order::seq_cst, memory_scope::device);
         }
       }
       group_barrier(item.get_group());
       sums[me] = local[(me + 1) % kSize];
     });
   }).wait();
  int expected = 0;
  for (int me = 0; me < kSize; ++me) {
    const int next = (me + 1) % kSize;
    CHECK_EQUAL(sums[me], next * (next - 1) / 2);
    for (int i = 0; i < me; ++i)
      expected += i % 3;
  }
  CHECK_EQUAL(*total, expected);
  sycl::free(total, q);
  sycl::free(sums, q);
}

int main() {
  if (!hasSharedMemory())
    return kSkipped;
  queue q;
  inLoops(q);
  int *data = malloc_shared<int>(64, q);
  for (int i = 0; i < 64; ++i)
    data[i] = 0;
  q.parallel_for(nd_range<1>(32, 32), [=](nd_item<1> item) {
     using Flag = atomic_ref<int, memory_order::relaxed, memory_scope::device>;
     const size_t me = item.get_local_id(0);
     if (me == 3) {
       data[1] = 5;
       atomic_fence(memory_order::release, memory_scope::device);
       Flag(data[0]).store(1);
     }
     atomic_fence(memory_order::acq_rel, memory_scope::work_group);
     atomic_fence(memory_order::seq_cst, memory_scope::system);
     atomic_fence(memory_order::acquire, memory_scope::sub_group);
     atomic_fence(memory_order::relaxed, memory_scope::work_item);
     item.mem_fence();
     const bool isSet = Flag(data[0]).load() == 1;
     atomic_fence(memory_order::acquire, memory_scope::device);
     data[2 + me] = isSet ? data[1] : 5;
   }).wait();
  CHECK_EQUAL(data[0], 1);
  for (int i = 0; i < 32; ++i)
    CHECK_EQUAL(data[2 + i], 5);
  sycl::free(data, q);
  return failures != 0;
}
