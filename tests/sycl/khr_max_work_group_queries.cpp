// How many work-groups a launch may have (sycl_khr_max_work_group_queries).
#include "check.h"

#include <type_traits>

static_assert(SYCL_KHR_MAX_WORK_GROUP_QUERIES == 1);

namespace dev = sycl::khr::info::device;

static_assert(std::is_same_v<dev::max_work_group_range<>, dev::max_work_group_range<3>>);
static_assert(std::is_same_v<dev::max_work_group_range<1>::return_type, sycl::range<1>>);
static_assert(std::is_same_v<dev::max_work_group_range<2>::return_type, sycl::range<2>>);
static_assert(std::is_same_v<dev::max_work_group_range<3>::return_type, sycl::range<3>>);
static_assert(std::is_same_v<dev::max_work_group_range_size::return_type, size_t>);

int main() {
  sycl::queue queue;
  const sycl::device device = queue.get_device();
  const sycl::range<3> counts = device.get_info<dev::max_work_group_range<3>>();
  const sycl::range<2> counts2 = device.get_info<dev::max_work_group_range<2>>();
  const sycl::range<1> counts1 = device.get_info<dev::max_work_group_range<1>>();
  const size_t total = device.get_info<dev::max_work_group_range_size>();
  CHECK(counts[0] >= 65535 && counts[1] >= 65535 && counts[2] >= 65535); // what every device has
  CHECK(counts2 == sycl::range<2>(counts[1], counts[2]) && counts1 == sycl::range<1>(counts[2]));
  CHECK(total >= counts[2]);

  // The last group of a launch within the limits runs.
  size_t *const last = sycl::malloc_shared<size_t>(3, queue);
  const sycl::range<3> groups(3, 2, 70000);
  queue
      .parallel_for(sycl::nd_range<3>(groups, sycl::range<3>(1, 1, 1)),
                    [=](sycl::nd_item<3> item) {
                      if (item.get_group_linear_id() + 1 == 3 * 2 * 70000)
                        for (int i = 0; i < 3; ++i)
                          last[i] = item.get_group(i);
                    })
      .wait();
  for (int i = 0; i < 3; ++i)
    CHECK_EQUAL(last[i] + 1, groups[i]);
  sycl::free(last, queue);
  return failures != 0;
}
