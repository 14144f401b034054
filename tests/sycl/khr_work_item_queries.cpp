// The work-item that calls and its groups, without parameters (sycl_khr_work_item_queries).
#include "check.h"

#include <type_traits>

static_assert(SYCL_KHR_WORK_ITEM_QUERIES == 1);

namespace {

template <int Dimensions> int wrongOf(sycl::nd_item<Dimensions> item) {
  static_assert(
      std::is_same_v<decltype(sycl::khr::this_nd_item<Dimensions>()), sycl::nd_item<Dimensions>>);
  static_assert(
      std::is_same_v<decltype(sycl::khr::this_group<Dimensions>()), sycl::group<Dimensions>>);
  static_assert(std::is_same_v<decltype(sycl::khr::this_sub_group()), sycl::sub_group>);
  int wrong = 0;
  wrong += sycl::khr::this_nd_item<Dimensions>() != item;
  wrong += sycl::khr::this_group<Dimensions>() != item.get_group();
  wrong += sycl::khr::this_sub_group() != item.get_sub_group();
  wrong += sycl::khr::this_sub_group().get_local_id() != item.get_sub_group().get_local_id();
  wrong += sycl::khr::this_nd_item<Dimensions>().get_global_range() != item.get_global_range();
  return wrong;
}

template <int Dimensions>
void testDimensions(sycl::queue &queue, sycl::range<Dimensions> global,
                    sycl::range<Dimensions> local) {
  int *const bad = sycl::malloc_shared<int>(global.size(), queue);
  queue
      .parallel_for(
          sycl::nd_range<Dimensions>(global, local),
          [=](sycl::nd_item<Dimensions> item) { bad[item.get_global_linear_id()] = wrongOf(item); })
      .wait();
  for (size_t i = 0; i < global.size(); ++i)
    CHECK_EQUAL(bad[i], 0);
  sycl::free(bad, queue);
}

} // namespace

int main() {
  sycl::queue queue;
  testDimensions<1>(queue, {64}, {16});
  testDimensions<2>(queue, {6, 16}, {2, 8});
  testDimensions<3>(queue, {4, 3, 8}, {2, 1, 8});
  return failures != 0;
}
