// Queries of nd_item, group and sub_group, copies of work-groups, and hierarchical kernels.
#include "check.h"

using namespace sycl;

static void members(queue &q) {
  const range<3> global(4, 6, 8), local(2, 3, 4);
  int *wrong = malloc_shared<int>(global.size(), q);
  q.parallel_for(nd_range<3>(global, local), [=](nd_item<3> item) {
     const group<3> g = item.get_group();
     const sub_group s = item.get_sub_group();
     int bad = 0;
     for (int d = 0; d < 3; ++d) {
       bad += item.get_global_id(d) != g[d] * local[d] + item.get_local_id(d);
       bad += item.get_group_range(d) != global[d] / local[d];
       bad += item.get_group(d) != g.get_group_id(d);
       bad += g.get_local_id(d) != item.get_local_id(d);
     }
     bad += item.get_global_range() != global || item.get_local_range() != local;
     bad += g.get_local_range() != local || g.get_max_local_range() != local;
     bad += g.get_group_range() != range<3>(2, 2, 2);
     bad += item.get_nd_range() != nd_range<3>(global, local);
     bad += item.get_local_linear_id() !=
            (item.get_local_id(0) * 3 + item.get_local_id(1)) * 4 + item.get_local_id(2);
     bad += item.get_group_linear_id() != g.get_group_linear_id();
     bad += g.get_group_linear_id() != (g[0] * 2 + g[1]) * 2 + g[2];
     bad += g.get_local_linear_range() != 24 || g.get_group_linear_range() != 8;
     bad += g.leader() != (item.get_local_linear_id() == 0);
     bad += s.leader() != (s.get_local_linear_id() == 0);
     bad += s.get_local_linear_id() >= s.get_local_linear_range();
     bad += s.get_local_range()[0] > s.get_max_local_range()[0];
     bad += s.get_group_linear_id() >= s.get_group_linear_range();
     bad += !(item == item) || item != item || !(g == item.get_group()) || s != s;
     wrong[item.get_global_linear_id()] = bad;
   }).wait();
  for (size_t i = 0; i < global.size(); ++i)
    CHECK_EQUAL(wrong[i], 0);
  sycl::free(wrong, q);
}

static void copies(queue &q) {
  constexpr size_t kSize = 60;
  int *data = malloc_shared<int>(kSize * 3, q);
  for (size_t i = 0; i < kSize * 3; ++i)
    data[i] = int(i);
  q.parallel_for(nd_range<1>(16, 16), [=](nd_item<1> item) {
     static __URSA_LOCAL int memory[kSize];
     using Global = multi_ptr<int, access::address_space::global_space, access::decorated::no>;
     const multi_ptr<int, access::address_space::local_space, access::decorated::yes> local(memory);
     const Global global =
         address_space_cast<access::address_space::global_space, access::decorated::no>(data);
     const group<1> g = item.get_group();
     device_event done = g.async_work_group_copy(local, Global(global + kSize), kSize / 2);
     const auto rest = g.async_work_group_copy(local + kSize / 2, global, kSize / 2, 2);
     item.wait_for(done, rest);
     done = item.async_work_group_copy(Global(global + 2 * kSize), local, kSize);
     done.wait();
     group_barrier(g, memory_scope::device);
   }).wait();
  for (size_t i = 0; i < kSize; ++i)
    CHECK_EQUAL(data[2 * kSize + i], int(i < kSize / 2 ? kSize + i : 2 * (i - kSize / 2)));
  sycl::free(data, q);
}

static void hierarchical(queue &q) {
  int *out = malloc_shared<int>(6 * 20, q);
  for (int i = 0; i < 120; ++i)
    out[i] = -1;
  q.submit([&](handler &all) {
     all.parallel_for_work_group<class Groups>(range<2>(2, 3), range<2>(4, 5), [=](group<2> g) {
       private_memory<int, 2> own(g);
       int shared = 100 * int(g.get_group_linear_id());
       g.parallel_for_work_item(
           [&](h_item<2> item) { own(item) = int(item.get_local().get_linear_id()); });
       g.parallel_for_work_item([&](h_item<2> item) {
         if (item.get_local_id() == id<2>(3, 4))
           shared += 7;
       });
       g.parallel_for_work_item(
           [&](h_item<2> item) { out[item.get_global().get_linear_id()] = shared + own(item); });
     });
   }).wait();
  for (size_t x = 0; x < 8; ++x)
    for (size_t y = 0; y < 15; ++y)
      CHECK_EQUAL(out[x * 15 + y], int(100 * (x / 4 * 3 + y / 5) + 7 + x % 4 * 5 + y % 5));
  q.submit([&](handler &all) {
     all.parallel_for_work_group(range<1>(3), [=](group<1> g) {
       g.parallel_for_work_item(range<1>(20), [&](h_item<1> item) {
         out[g[0] * 20 + item.get_logical_local_id(0)] = int(item.get_physical_local_range(0));
       });
     });
   }).wait();
  for (int i = 0; i < 60; ++i)
    CHECK_EQUAL(out[i], 1);
  CHECK_THROWS(nd_range, q.submit([&](handler &all) {
    all.parallel_for_work_group<class TooLarge>(range<1>(1), range<1>(5000), [=](group<1>) {});
  }));
  sycl::free(out, q);
}

int main() {
  if (!hasSharedMemory())
    return kSkipped;
  queue q;
  members(q);
  copies(q);
  hierarchical(q);
  return failures != 0;
}
