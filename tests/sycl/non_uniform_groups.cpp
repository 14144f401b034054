// Groups of some work-items of a sub-group, of whatever size: their numbers, group algorithms over
// them while the others do something else, and what all do behind that.
#include "check.h"

#include <algorithm>

namespace {

namespace ext = sycl::ext::oneapi::experimental;

static_assert(sycl::is_group_v<ext::ballot_group<sycl::sub_group>> &&
              sycl::is_group_v<ext::fixed_size_group<4, sycl::sub_group>> &&
              sycl::is_group_v<ext::tangle_group<sycl::sub_group>> &&
              sycl::is_group_v<ext::opportunistic_group> && !sycl::is_group_v<int>);
static_assert(ext::is_user_constructed_group_v<ext::opportunistic_group> &&
              !ext::is_user_constructed_group_v<sycl::sub_group>);
static_assert(ext::is_fixed_topology_group_v<sycl::sub_group> &&
              ext::is_fixed_topology_group_v<sycl::group<2>> &&
              ext::is_fixed_topology_group_v<ext::root_group<3>> &&
              !ext::is_fixed_topology_group_v<ext::ballot_group<sycl::sub_group>>);

static_assert(sycl::all_devices_have_v<sycl::aspect::ext_oneapi_ballot_group> &&
              sycl::any_device_has_v<sycl::aspect::ext_oneapi_tangle_group>);

constexpr auto isThird = [](int lane) { return lane % 3 == 1; };

/// What the members of a part of a sub-group should see. The predicate tells members by their
/// number in the sub-group, which is what each of them gives to the algorithms.
struct Expected {
  int rank = 0, size = 0, sum = 0, before = 0, first = -1, last = 0, next = 0;
  template <class IsMember> Expected(int me, int lanes, const IsMember &isMember) {
    for (int i = 0; i < lanes; ++i) {
      if (!isMember(i))
        continue;
      rank += i < me;
      before += i < me ? i : 0;
      ++size;
      sum += i;
      first = first < 0 ? i : first;
      next = i > me && next <= me ? i : next;
      last = i;
    }
    next = next > me ? next : me;
  }
};

/// Returns how many answers of a group are wrong.
template <class Group> int wrongIn(const Group &group, int me, const Expected &expected) {
  using Id = typename Group::id_type;
  int wrong = 0;
  wrong += static_cast<int>(group.get_local_linear_id()) != expected.rank;
  wrong += static_cast<int>(group.get_local_linear_range()) != expected.size;
  wrong += group.get_local_id()[0] != group.get_local_linear_id();
  wrong += group.get_local_range()[0] != group.get_local_linear_range();
  wrong += group.leader() != (expected.rank == 0);
  wrong += group.get_group_linear_id() >= group.get_group_linear_range();
  wrong += sycl::reduce_over_group(group, me, sycl::plus<int>()) != expected.sum;
  wrong += sycl::inclusive_scan_over_group(group, me, sycl::plus<int>()) != expected.before + me;
  wrong += sycl::exclusive_scan_over_group(group, me, sycl::plus<int>()) != expected.before;
  wrong += sycl::reduce_over_group(group, static_cast<double>(me), sycl::maximum<double>()) !=
           expected.last;
  wrong += sycl::group_broadcast(group, me) != expected.first;
  wrong +=
      sycl::group_broadcast(group, me, Id(group.get_local_linear_range() - 1)) != expected.last;
  wrong += sycl::shift_group_left(group, me) != expected.next;
  wrong += sycl::select_from_group(group, me, Id(0)) != expected.first;
  wrong += !sycl::any_of_group(group, me == expected.last);
  wrong += sycl::all_of_group(group, me == expected.last) != (expected.size == 1);
  sycl::group_barrier(group);
  return wrong;
}

template <class Function> void run(sycl::queue &q, const char *what, const Function &function) {
  constexpr int kItems = 96;
  int results[kItems];
  for (const int groupSize : {32, 24}) { // the second one is no whole number of sub-groups
    {
      sycl::buffer<int> out(results, kItems);
      q.submit([&](sycl::handler &group) {
        const sycl::accessor result(out, group, sycl::write_only, sycl::no_init);
        group.parallel_for(sycl::nd_range<1>(kItems, groupSize), [=](sycl::nd_item<1> item) {
          const sycl::sub_group all = item.get_sub_group();
          const int me = static_cast<int>(all.get_local_linear_id());
          const int lanes = static_cast<int>(all.get_local_linear_range());
          int wrong = function(all, me, lanes);
          // All are together again.
          wrong += sycl::reduce_over_group(all, 1, sycl::plus<int>()) != lanes;
          result[item.get_global_id(0)] = wrong;
        });
      });
    }
    for (const int wrong : results)
      if (wrong != 0) {
        std::fprintf(stderr, "%s with groups of %d: %d wrong\n", what, groupSize, wrong);
        ++failures;
        break;
      }
  }
}

void ballots(sycl::queue &q) {
  run(q, "ballots", [](const sycl::sub_group &all, int me, int lanes) {
    const auto group = ext::get_ballot_group(all, isThird(me));
    int wrong = group.get_group_linear_id() != (isThird(me) ? 1 : 0);
    wrong += group.get_group_range()[0] != 2;
    return wrong + wrongIn(group, me,
                           Expected(me, lanes, [=](int i) { return isThird(i) == isThird(me); }));
  });
  run(q, "one side of a ballot", [](const sycl::sub_group &all, int me, int lanes) {
    const ext::fragment<sycl::sub_group> group = ext::binary_partition(all, isThird(me));
    if (!isThird(me))
      return 0;
    return wrongIn(group, me, Expected(me, lanes, isThird));
  });
}

template <std::size_t Size> void fixedSizes(sycl::queue &q) {
  run(q, "fixed sizes", [](const sycl::sub_group &all, int me, int lanes) {
    const auto group = ext::get_fixed_size_group<Size>(all);
    const int size = static_cast<int>(Size);
    int wrong = static_cast<int>(group.get_group_linear_id()) != me / size;
    return wrong +
           wrongIn(group, me, Expected(me, lanes, [=](int i) { return i / size == me / size; }));
  });
  run(q, "some chunks", [](const sycl::sub_group &all, int me, int lanes) {
    const ext::chunk<Size, sycl::sub_group> group = ext::chunked_partition<Size>(all);
    const int size = static_cast<int>(Size);
    if (me / size % 2 == 0)
      return 0;
    return wrongIn(group, me, Expected(me, lanes, [=](int i) { return i / size == me / size; }));
  });
}

void tangles(sycl::queue &q) {
  run(q, "tangles", [](const sycl::sub_group &all, int me, int lanes) {
    if (isThird(me))
      return wrongIn(ext::get_tangle_group(all), me, Expected(me, lanes, isThird));
    const auto isOther = [](int i) { return !isThird(i); };
    return wrongIn(ext::entangle(all), me, Expected(me, lanes, isOther));
  });
}

// Nobody knows who is in an opportunistic group, but its members agree.
void opportunities(sycl::queue &q) {
  int count = 0;
  {
    sycl::buffer<int> counter(&count, 1);
    q.submit([&](sycl::handler &group) {
      const sycl::accessor total(counter, group);
      group.parallel_for(sycl::nd_range<1>(96, 32), [=](sycl::nd_item<1> item) {
        if (!isThird(static_cast<int>(item.get_global_id(0))))
          return;
        const auto together = ext::this_kernel::get_opportunistic_group();
        sycl::atomic_ref<int, sycl::memory_order::relaxed, sycl::memory_scope::device> sum(
            total[0]);
        int before = 0;
        if (together.leader())
          before = sum.fetch_add(static_cast<int>(together.get_local_linear_range()));
        before = sycl::group_broadcast(together, before);
        if (before + static_cast<int>(together.get_local_linear_id()) >= 32)
          sum.fetch_add(1000);
      });
    });
  }
  CHECK_EQUAL(count, 32);
}

} // namespace

int main() {
  sycl::queue q;
  for (const sycl::aspect kind :
       {sycl::aspect::ext_oneapi_ballot_group, sycl::aspect::ext_oneapi_tangle_group,
        sycl::aspect::ext_oneapi_opportunistic_group})
    CHECK(q.get_device().has(kind));
  const std::vector<std::size_t> sizes =
      q.get_device().get_info<sycl::info::device::sub_group_sizes>();
  CHECK_EQUAL(q.get_device().has(sycl::aspect::ext_oneapi_fixed_size_group),
              std::find(sizes.begin(), sizes.end(), 1U) == sizes.end());
  ballots(q);
  fixedSizes<1>(q);
  fixedSizes<4>(q);
  fixedSizes<16>(q);
  tangles(q);
  opportunities(q);
  return failures != 0;
}
