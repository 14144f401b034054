// Scoped parallelism of AdaptiveCpp: groups that are divided, their memory, and barriers.
#include "check.h"

#include <sycl/sycl.hpp>

#include <numeric>
#include <vector>

static_assert(ACPP_EXT_SCOPED_PARALLELISM_V2 && HIPSYCL_EXT_SCOPED_PARALLELISM_V2);

namespace {

template <int D> constexpr size_t kGroupItems = D == 1 ? 96 : 64;

template <int D> sycl::range<D> groupsOf() {
  if constexpr (D == 1)
    return {5};
  else if constexpr (D == 2)
    return {3, 4};
  else
    return {2, 3, 2};
}
template <int D> sycl::range<D> sizeOf() {
  if constexpr (D == 1)
    return {96};
  else if constexpr (D == 2)
    return {4, 16};
  else
    return {2, 4, 8};
}

/// Writes the global linear id of each item by items of groups that are divided `Depth` times.
template <int Depth, class Group> void writeIds(const Group &group, int *ids) {
  if constexpr (Depth > 0)
    sycl::distribute_groups(group, [=](auto part) { writeIds<Depth - 1>(part, ids); });
  else
    sycl::distribute_items(group, [=](sycl::s_item<Group::dimensions> item) {
      ids[item.get_global_linear_id()] += static_cast<int>(item.get_global_linear_id());
    });
}

template <int D, int Depth> void everyItemOnce(sycl::queue &queue) {
  const size_t count = groupsOf<D>().size() * sizeOf<D>().size();
  std::vector<int> ids(count, 1);
  {
    sycl::buffer buffer(ids);
    queue.submit([&](sycl::handler &group) {
      sycl::accessor accessor(buffer, group);
      group.parallel(groupsOf<D>(), sizeOf<D>(),
                     [=](auto work) { writeIds<Depth>(work, &accessor[0]); });
    });
  }
  for (size_t i = 0; i < count; ++i)
    CHECK_EQUAL(ids[i], static_cast<int>(i) + 1);
}

/// What groups and items say of themselves, against what follows from the global ids.
template <int D> void positions(sycl::queue &queue) {
  const size_t count = groupsOf<D>().size() * sizeOf<D>().size();
  int *const wrong = sycl::malloc_shared<int>(count, queue);
  std::fill_n(wrong, count, -1);
  const sycl::range<D> groups = groupsOf<D>(), size = sizeOf<D>();
  queue
      .parallel(
          groups, size,
          [=](auto work) {
            sycl::distribute_groups(work, [=](auto part) {
              sycl::distribute_items(part, [=](sycl::s_item<D> item) {
                using Work = decltype(work);
                using Part = decltype(part);
                static_assert(Work::fence_scope == sycl::memory_scope::work_group &&
                              Work::dimensions == D);
                static_assert(Part::fence_scope == sycl::memory_scope::sub_group ||
                              Part::fence_scope == sycl::memory_scope::work_item);
                int bad = 0;
                bad += item.get_global_range() != groups * size;
                bad += work.get_group_range() != groups;
                bad += work.get_logical_local_range() != size;
                for (int d = 0; d < D; ++d) {
                  bad += item.get_global_id(d) != work[d] * size[d] + item.get_local_id(work, d);
                  bad += item.get_local_id(work, d) !=
                         part[d] * part.get_logical_local_range(d) + item.get_local_id(part, d);
                  bad += part.get_group_range(d) * part.get_logical_local_range(d) != size[d];
                }
                bad += item.get_innermost_local_id() != part.get_logical_local_id(item);
                bad += item.get_innermost_local_range() != item.get_local_range(part);
                bad += part.get_physical_local_id() != item.get_innermost_local_id();
                bad += part.get_physical_local_range() != part.get_logical_local_range();
                bad +=
                    part.get_logical_local_linear_id(item) != item.get_innermost_local_linear_id();
                bad += part.leader() != (item.get_innermost_local_linear_id() == 0);
                bad += item.get_global_linear_range() != (groups * size).size();
                wrong[item.get_global_linear_id()] = bad;
              });
            });
          })
      .wait();
  for (size_t i = 0; i < count; ++i)
    CHECK_EQUAL(wrong[i], 0);
  sycl::free(wrong, queue);
}

/// The sum of each work-group, in local memory.
void treeOfSums(sycl::queue &queue) {
  constexpr size_t kSize = 64, kGroups = 4;
  std::vector<int> numbers(kSize * kGroups);
  std::iota(numbers.begin(), numbers.end(), 0);
  {
    sycl::buffer buffer(numbers);
    queue.submit([&](sycl::handler &group) {
      auto data = buffer.get_access<sycl::access::mode::read_write>(group);
      group.parallel<class Sums>(sycl::range(kGroups), sycl::range(kSize), [=](auto work) {
        sycl::memory_environment(
            work, sycl::require_local_mem<int[kSize]>(), sycl::require_private_mem<int>(),
            [&](auto &scratch, auto &mine) {
              sycl::distribute_items(
                  work, [&](sycl::s_item<1> item) { mine(item) = data[item.get_global_id(0)]; });
              sycl::distribute_items_and_wait(work, [&](sycl::s_item<1> item) {
                scratch[item.get_innermost_local_id(0)] = mine(item);
              });
              for (size_t i = kSize / 2; i > 0; i /= 2)
                sycl::distribute_items_and_wait(work, [&](sycl::s_item<1> item) {
                  const size_t local = item.get_local_id(work, 0);
                  if (local < i)
                    scratch[local] += scratch[local + i];
                });
              sycl::single_item(work, [&] { data[work.get_group_id(0) * kSize] = scratch[0]; });
            });
      });
    });
  }
  for (size_t i = 0; i < kGroups; ++i)
    CHECK_EQUAL(numbers[i * kSize], static_cast<int>(kSize * (2 * i * kSize + kSize - 1) / 2));
}

/// Sums of sub-groups, whose barriers are those of the part that the group is divided into.
void sumsOfParts(sycl::queue &queue) {
  constexpr size_t kSize = 64, kGroups = 3;
  int *const sums = sycl::malloc_shared<int>(2 * kGroups, queue);
  std::fill_n(sums, 2 * kGroups, 0);
  queue
      .parallel(sycl::range(kGroups), sycl::range(kSize),
                [=](auto work) {
                  sycl::local_memory_environment<int[kSize]>(work, [&](auto &values) {
                    sycl::distribute_groups_and_wait(work, [&](auto part) {
                      sycl::distribute_items_and_wait(part, [&](sycl::s_item<1> item) {
                        values[item.get_local_id(work, 0)] =
                            static_cast<int>(item.get_global_id(0));
                      });
                      sycl::single_item_and_wait(part, [&] {
                        const size_t items = part.get_logical_local_linear_range();
                        const size_t first = part.get_group_id(0) * items;
                        for (size_t i = 1; i < items; ++i)
                          values[first] += values[first + i];
                        for (size_t i = 1; i < items; ++i)
                          values[first + i] = 0;
                      });
                    });
                    sycl::single_item(work, [&] {
                      for (int value : values)
                        sums[work.get_group_linear_id()] += value;
                    });
                  });
                })
      .wait();
  for (size_t i = 0; i < kGroups; ++i)
    CHECK_EQUAL(sums[i], static_cast<int>(kSize * (2 * i * kSize + kSize - 1) / 2));
  sycl::free(sums, queue);
}

struct Pair {
  int first, second;
};

/// Memory that begins with values, two variables of one type, and memory in a loop.
void initialMemory(sycl::queue &queue) {
  constexpr size_t kSize = 32;
  int *const results = sycl::malloc_shared<int>(2 * kSize, queue);
  sycl::event before = queue.fill(results, 0, 2 * kSize);
  queue
      .parallel(sycl::range(2), sycl::range(kSize), before,
                [=](auto work) {
                  for (int round = 0; round < 3; ++round)
                    sycl::memory_environment(
                        work, sycl::require_local_mem<int[4][16]>(3),
                        sycl::require_local_mem<int[4][16]>(50 * round),
                        sycl::require_local_mem<Pair>(Pair{1, 2}),
                        sycl::require_private_mem<sycl::int4>(sycl::int4(1, 2, 3, 4)),
                        [&](auto &a, auto &b, auto &pair, auto &mine) {
                          sycl::distribute_items_and_wait(work, [&](sycl::s_item<1> item) {
                            const size_t i = item.get_innermost_local_linear_id();
                            mine(item) += 1;
                            results[item.get_global_linear_id()] += a[i / 16][i % 16] +
                                                                    b[3 - i / 16][i % 16] +
                                                                    pair.second + mine(item)[3];
                            a[i / 16][i % 16] = 1000;
                          });
                        });
                })
      .wait();
  for (size_t i = 0; i < 2 * kSize; ++i)
    CHECK_EQUAL(results[i], 3 * (3 + 2 + 5) + 50 + 100);
  sycl::free(results, queue);
}

/// The classes of earlier versions.
void olderClasses(sycl::queue &queue) {
  constexpr size_t kSize = 16;
  int *const results = sycl::malloc_shared<int>(kSize, queue);
  queue
      .parallel<class Older>(sycl::range(1), sycl::range(kSize), std::vector<sycl::event>(),
                             [=](auto work) {
                               sycl::local_memory<int[kSize], decltype(work)> all(work);
                               sycl::s_private_memory<int, decltype(work)> mine(work);
                               sycl::distribute_items(work, [&](sycl::s_item<1> item) {
                                 mine(item) = 7;
                                 all[item.get_local_id(work, 0)] =
                                     static_cast<int>(item.get_local_id(work, 0));
                               });
                               sycl::group_barrier(work);
                               sycl::distribute_items(work, [&](sycl::s_item<1> item) {
                                 const size_t i = item.get_local_id(work, 0);
                                 results[i] = all()[kSize - 1 - i] + mine(item);
                               });
                             })
      .wait();
  for (size_t i = 0; i < kSize; ++i)
    CHECK_EQUAL(results[i], static_cast<int>(kSize - 1 - i) + 7);
  sycl::free(results, queue);
}

void reductions(sycl::queue &queue) {
  int *const sum = sycl::malloc_shared<int>(2, queue);
  sum[0] = 1000;
  sum[1] = 0;
  queue.submit([&](sycl::handler &group) {
    group.parallel(sycl::range(4), sycl::range(32), sycl::reduction(&sum[0], sycl::plus<int>()),
                   sycl::reduction(&sum[1], sycl::maximum<int>()),
                   [=](auto work, auto &total, auto &largest) {
                     sycl::distribute_items(work, [&](sycl::s_item<1> item) {
                       total += static_cast<int>(item.get_global_id(0));
                       largest.combine(static_cast<int>(item.get_global_id(0)));
                     });
                   });
  });
  queue.wait();
  CHECK_EQUAL(sum[0], 1000 + 127 * 128 / 2);
  CHECK_EQUAL(sum[1], 127);
  sycl::free(sum, queue);
}

/// A finalizer of parallel_for_work_item: hierarchical kernels, whose items wait anyway.
void finalizers(sycl::queue &queue) {
  namespace sync = sycl::vendor::hipsycl::synchronization;
  constexpr size_t kSize = 16;
  int *const results = sycl::malloc_shared<int>(2 * kSize, queue);
  queue.submit([&](sycl::handler &group) {
    sycl::local_accessor<int> scratch(kSize, group);
    group.parallel_for_work_group(sycl::range(2), sycl::range(kSize), [=](sycl::group<1> work) {
      work.parallel_for_work_item<sync::local_barrier>([&](sycl::h_item<1> item) {
        scratch[item.get_local_id(0)] = static_cast<int>(item.get_global_id(0));
      });
      work.parallel_for_work_item<sync::none>(sycl::range(kSize), [&](sycl::h_item<1> item) {
        results[work.get_group_id(0) * kSize + item.get_logical_local_id(0)] =
            scratch[kSize - 1 - item.get_logical_local_id(0)];
      });
      work.parallel_for_work_item<sync::global_and_local_mem_fence>([](sycl::h_item<1>) {});
    });
  });
  queue.wait();
  for (size_t i = 0; i < 2 * kSize; ++i)
    CHECK_EQUAL(results[i], static_cast<int>(i / kSize * kSize + kSize - 1 - i % kSize));
  sycl::free(results, queue);
}

} // namespace

int main() {
  sycl::queue queue;
  everyItemOnce<1, 0>(queue);
  everyItemOnce<1, 1>(queue);
  everyItemOnce<1, 3>(queue);
  everyItemOnce<2, 1>(queue);
  everyItemOnce<3, 2>(queue);
  positions<1>(queue);
  positions<2>(queue);
  positions<3>(queue);
  treeOfSums(queue);
  sumsOfParts(queue);
  initialMemory(queue);
  olderClasses(queue);
  reductions(queue);
  finalizers(queue);
  return failures != 0;
}
