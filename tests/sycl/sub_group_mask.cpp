// Sets of work-items of a sub-group, and the functions of sub-groups that DPC++ had before SYCL
// 2020.
#include "check.h"

#include <algorithm>
#include <array>

namespace {

using sycl::ext::oneapi::sub_group_mask;

// One work-item of each sub-group stores what all found; a sub-group may have any size.
void ballots(sycl::queue &q) {
  int *const bad = sycl::malloc_shared<int>(64, q);
  q.parallel_for(sycl::nd_range<1>(64, 32), [=](sycl::nd_item<1> item) {
     const sycl::sub_group group = item.get_sub_group();
     const std::uint32_t me = group.get_local_linear_id(), size = group.get_local_linear_range();
     const auto even = sycl::ext::oneapi::group_ballot(group, me % 2 == 0);
     const auto all = sycl::ext::oneapi::group_ballot(group);
     const auto none = sycl::ext::oneapi::group_ballot(group, false);
     int wrong = 0;
     wrong += even.count() != (size + 1) / 2;
     wrong += even[me] != (me % 2 == 0);
     wrong += all.count() != size || !all.any() || all.none();
     wrong += !none.none() || none.find_low()[0] != none.size();
     wrong += all.find_low()[0] != 0 || all.find_high()[0] != size - 1;
     wrong += (all & even) != even || (all ^ all) != none || (even | none) != even;
     sub_group_mask moved = even;
     moved <<= 1;
     moved >>= 1;
     wrong += moved[0] != (moved.size() > 1);
     std::uint32_t bits = 0;
     even.extract_bits(bits);
     wrong += (bits & 1) != 1;
     sub_group_mask made = none;
     made.insert_bits(bits);
     wrong += size <= 32 && made != even;
     made.reset();
     made[0] = true;
     wrong += made.count() != 1 || !made.test(0);
     made.flip(0);
     wrong += made.any();
     bad[item.get_global_id(0)] = wrong;
   }).wait();
  for (int i = 0; i < 64; ++i)
    CHECK_EQUAL(bad[i], 0);
  sycl::free(bad, q);
}

void shuffles(sycl::queue &q) {
  int *const data = sycl::malloc_shared<int>(64, q), *const bad = sycl::malloc_shared<int>(64, q);
  for (int i = 0; i < 64; ++i)
    data[i] = i;
  q.parallel_for(sycl::nd_range<1>(32, 32), [=](sycl::nd_item<1> item) {
     const sycl::sub_group group = item.get_sub_group();
     const int me = static_cast<int>(group.get_local_linear_id());
     const int size = static_cast<int>(group.get_local_linear_range());
     const int first = static_cast<int>(item.get_local_linear_id()) - me;
     const auto global = sycl::address_space_cast<sycl::access::address_space::global_space,
                                                  sycl::access::decorated::yes>(data + first);
     int wrong = 0;
     wrong += group.load(global) != first + me;
     wrong += group.load(data + first) != first + me;
     const auto two = group.load<2>(global);
     wrong += two[0] != first + me || two[1] != first + me + size;
     wrong += group.shuffle(me, 0) != 0;
     wrong += group.shuffle_xor(me, 1) != ((me ^ 1) < size ? me ^ 1 : me);
     const int above = group.shuffle_down(me, 1), below = group.shuffle_up(me, 1);
     wrong += me + 1 < size && above != me + 1;
     wrong += me > 0 && below != me - 1;
     bad[item.get_global_id(0)] = wrong;
   }).wait();
  for (int i = 0; i < 32; ++i)
    CHECK_EQUAL(bad[i], 0);
  q.parallel_for(sycl::nd_range<1>(32, 32), [=](sycl::nd_item<1> item) {
     const sycl::sub_group group = item.get_sub_group();
     const std::size_t me = group.get_local_linear_id();
     const std::size_t first = item.get_local_linear_id() - me;
     group.store(data + 2 * first, sycl::vec<int, 2>(7, 9));
   }).wait();
  int sum = 0;
  for (int i = 0; i < 64; ++i)
    sum += data[i];
  CHECK_EQUAL(sum, 32 * 16);
  sycl::free(data, q);
  sycl::free(bad, q);
}

// Loops over a mask choose between three cases and leave early, in one work-item of a sub-group.
void loops(sycl::queue &q) {
  const auto sizes = q.get_device().get_info<sycl::info::device::sub_group_sizes>();
  if (std::find(sizes.begin(), sizes.end(), 32) == sizes.end())
    return;
  int *const counts = sycl::malloc_shared<int>(32, q);
  q.parallel_for(sycl::nd_range<1>(32, 32), [=](sycl::nd_item<1> item) [[sycl::reqd_sub_group_size(
                                                32)]] {
     const sycl::sub_group group = item.get_sub_group();
     const std::size_t me = group.get_local_linear_id();
     auto mask = sycl::ext::oneapi::group_ballot(group, me % 2 == 0);
     counts[item.get_global_id(0)] = -1;
     if (!group.leader())
       return;
     for (std::size_t i = 0; i < mask.size(); ++i)
       if (i % 3 == 0)
         mask.set(sycl::id(i), true);
       else if (i % 3 == 1)
         mask.set(sycl::id(i), false);
     int right = 0;
     for (std::size_t i = 0; i < mask.size(); ++i, ++right) {
       const bool set = mask.test(sycl::id(i));
       if (i % 3 == 0 && !set)
         break;
       if (i % 3 == 1 && set)
         break;
       if (i % 3 == 2 && set != (i % 2 == 0))
         break;
     }
     counts[item.get_global_id(0)] = right;
   }).wait();
  CHECK_EQUAL(counts[0], 32);
  sycl::free(counts, q);
}

} // namespace

int main() {
  sycl::queue q;
  if (!hasSharedMemory())
    return kSkipped;
  ballots(q);
  shuffles(q);
  loops(q);
  return failures != 0;
}
