// All work-items of a launch as a group, and their barrier (sycl_ext_oneapi_root_group).
#include "check.h"

#include <algorithm>

namespace {

namespace ext = sycl::ext::oneapi::experimental;
namespace query = ext::info::kernel_queue_specific;

static_assert(SYCL_EXT_ONEAPI_ROOT_GROUP == 1);
static_assert(ext::root_group<2>::dimensions == 2 &&
              ext::root_group<2>::fence_scope == sycl::memory_scope::device);

constexpr size_t kGroup = 32;

class Rounds;

/// In each round a work-item adds what all others wrote in the one before.
void checkBarrier(sycl::queue &queue) {
  const auto kernel =
      sycl::get_kernel_bundle<Rounds, sycl::bundle_state::executable>(queue.get_context())
          .get_kernel<Rounds>();
  const bool isSupported = queue.get_backend() != sycl::backend::ext_ursa_vulkan;
  const size_t groups =
      isSupported
          ? kernel.ext_oneapi_get_info<query::max_num_work_groups>(queue, sycl::range<1>(kGroup))
          : 1;
  CHECK(groups >= 1);
  const size_t count = groups * kGroup;
  long *sums = sycl::malloc_shared<long>(3 * count, queue);
  const auto rounds = [=](sycl::nd_item<1> item) {
    const auto all = item.ext_oneapi_get_root_group();
    const size_t i = all.get_local_linear_id();
    for (size_t round = 0; round < 2; ++round) {
      long sum = 0;
      for (size_t other = 0; other < count; ++other)
        sum += sums[round * count + other];
      sums[(round + 1) * count + i] = sum;
      sycl::group_barrier(all);
    }
  };
  const auto launch = [&](auto properties) {
    for (size_t i = 0; i < count; ++i)
      sums[i] = 1;
    queue.parallel_for<Rounds>(sycl::nd_range<1>(count, kGroup), properties, rounds).wait();
  };
  CHECK_THROWS(invalid, launch(ext::properties()));
  if (isSupported) {
    for (int i = 0; i < 3; ++i) // the barrier may be used again
      launch(ext::properties(ext::use_root_sync));
    CHECK_EQUAL(sums[2 * count], static_cast<long>(count * count));
    CHECK_EQUAL(sums[3 * count - 1], static_cast<long>(count * count));
  } else {
    CHECK_THROWS(feature_not_supported, launch(ext::properties(ext::use_root_sync)));
  }
  sycl::free(sums, queue);
}

void checkQueries(sycl::queue &queue) {
  bool *right = sycl::malloc_shared<bool>(4, queue);
  std::fill(right, right + 4, false);
  queue
      .parallel_for(sycl::nd_range<2>({4, 8}, {2, 4}),
                    [=](sycl::nd_item<2> item) {
                      const ext::root_group<2> all =
                          sycl::ext::oneapi::this_work_item::get_root_group<2>();
                      if (item.get_global_linear_id() != 13)
                        return;
                      right[0] = all.get_group_id() == sycl::id<2>(0, 0) &&
                                 all.get_group_range() == sycl::range<2>(1, 1) &&
                                 all.get_group_linear_id() == 0 &&
                                 all.get_group_linear_range() == 1;
                      right[1] = all.get_local_id() == sycl::id<2>(1, 5) &&
                                 all.get_local_range() == sycl::range<2>(4, 8) &&
                                 all.get_max_local_range() == all.get_local_range();
                      right[2] = all.get_local_linear_id() == 13 &&
                                 all.get_local_linear_range() == 32 && !all.leader();
                      const sycl::group<2> mine = ext::get_child_group(all);
                      right[3] = mine == item.get_group() &&
                                 ext::get_child_group(mine) == item.get_sub_group();
                    })
      .wait();
  CHECK(right[0] && right[1] && right[2] && right[3]);
  sycl::free(right, queue);
}

} // namespace

int main() {
  if (!hasSharedMemory())
    return kSkipped;
  sycl::queue queue;
  checkBarrier(queue);
  checkQueries(queue);
  return failures != 0;
}
