// Optional features that kernels require (SYCL 2020, 5.7 and 5.8.1): aspects, by an attribute of
// the kernel or of a function that it calls, or by use; sizes of sub-groups and work-groups.
#include "check.h"

#include <algorithm>
#include <cstdint>
#include <vector>

using sycl::aspect;

namespace {

template <aspect Aspect> class Declared;
template <aspect Aspect> class Called;
template <class Type> class Used;
class PlainKernel;
class GroupOf2048;
class GroupOfEverything;
class SubGroupOf96;
class HierarchicalOf4;
class HierarchicalOf4096;

template <aspect Aspect> [[sycl::device_has(Aspect)]] void needs(int *value) { *value = 1; }

// Checks that all interfaces agree whether a device can run a kernel.
template <class Name, class Launch>
void check(sycl::queue &queue, bool canRun, const Launch &launch, const char *what) {
  const int before = failures;
  CHECK_EQUAL(sycl::is_compatible<Name>(queue.get_device()), canRun);
  const std::vector ids{sycl::get_kernel_id<Name>()};
  const auto get = [&] {
    return sycl::get_kernel_bundle<sycl::bundle_state::executable>(queue.get_context(),
                                                                   {queue.get_device()}, ids);
  };
  CHECK_EQUAL(sycl::has_kernel_bundle<sycl::bundle_state::executable>(queue.get_context(),
                                                                      {queue.get_device()}, ids),
              canRun);
  if (canRun) {
    CHECK_THROWS(success, launch());
    CHECK(get().has_kernel(ids[0], queue.get_device()));
  } else {
    CHECK_THROWS(kernel_not_supported, launch());
    CHECK_THROWS(invalid, get());
  }
  queue.wait_and_throw();
  if (failures > before)
    std::fprintf(stderr, "in the case of %s\n", what);
}

template <aspect Aspect> void checkAspect(sycl::queue &queue, int *value, const char *name) {
  const bool has = queue.get_device().has(Aspect);
  check<Declared<Aspect>>(
      queue, has,
      [&] {
        *value = 0;
        queue.single_task<Declared<Aspect>>([=]() [[sycl::device_has(Aspect)]] { *value = 1; })
            .wait();
        CHECK_EQUAL(*value, 1);
      },
      name);
  check<Called<Aspect>>(
      queue, has,
      [&] {
        *value = 0;
        queue.single_task<Called<Aspect>>([=] { needs<Aspect>(value); }).wait();
        CHECK_EQUAL(*value, 1);
      },
      name);
}

template <class Type>
void checkUse(sycl::queue &queue, int *value, aspect required, const char *name) {
  check<Used<Type>>(
      queue, queue.get_device().has(required),
      [&] {
        *value = 3;
        queue
            .single_task<Used<Type>>(
                [=] { *value = static_cast<int>(static_cast<Type>(*value) * Type(2)); })
            .wait();
        CHECK_EQUAL(*value, 6);
      },
      name);
}

void checkSizes(sycl::queue &queue) {
  const auto sizes = queue.get_device().get_info<sycl::info::device::sub_group_sizes>();
  const bool has96 = std::find(sizes.begin(), sizes.end(), 96) != sizes.end();
  check<SubGroupOf96>(
      queue, has96,
      [&] {
        queue.parallel_for<SubGroupOf96>(sycl::nd_range<1>(96, 96),
                                         [](sycl::nd_item<1>) [[sycl::reqd_sub_group_size(96)]] {});
      },
      "a sub-group size");
  const bool has2048 =
      queue.get_device().get_info<sycl::info::device::max_work_group_size>() >= 2048;
  check<GroupOf2048>(
      queue, has2048,
      [&] {
        queue.parallel_for<GroupOf2048>(sycl::nd_range<1>(2048, 2048),
                                        [](sycl::nd_item<1>)
                                            [[sycl::reqd_work_group_size(2048)]] {});
      },
      "a work-group size");
  check<GroupOfEverything>(
      queue, false,
      [&] {
        queue.parallel_for<GroupOfEverything>(sycl::nd_range<1>(SIZE_MAX, SIZE_MAX),
                                              [](sycl::nd_item<1>)
                                                  [[sycl::reqd_work_group_size(SIZE_MAX)]] {});
      },
      "the largest work-group size");
}

// The groups of hierarchical kernels are not those that a driver knows.
void checkHierarchical(sycl::queue &queue, int *values) {
  const auto launch = [&](size_t items) {
    queue
        .submit([&](sycl::handler &group) {
          group.parallel_for_work_group<HierarchicalOf4>(
              sycl::range<2>(2, 2), sycl::range<2>(1, items),
              [=](sycl::group<2> all) [[sycl::reqd_work_group_size(1, 4)]] {
                all.parallel_for_work_item(
                    [&](sycl::h_item<2> i) { values[i.get_global().get_linear_id()] = 5; });
              });
        })
        .wait();
  };
  check<HierarchicalOf4>(
      queue, true, [&] { launch(4); }, "groups of four");
  for (int i = 0; i < 16; ++i)
    CHECK_EQUAL(values[i], 5);
  CHECK_THROWS(nd_range, launch(2));
  check<HierarchicalOf4096>(
      queue, queue.get_device().get_info<sycl::info::device::max_work_group_size>() >= 4096,
      [&] {
        queue.submit([&](sycl::handler &group) {
          group.parallel_for_work_group<HierarchicalOf4096>(
              sycl::range<1>(1), sycl::range<1>(4096),
              [=](sycl::group<1>) [[sycl::reqd_work_group_size(4096)]] {});
        });
      },
      "groups of 4096");
}

} // namespace

int main() {
  if (!sycl::device().has(aspect::usm_host_allocations))
    return kSkipped;
  sycl::queue queue;
  int *value = sycl::malloc_host<int>(16, queue);
  checkAspect<aspect::cpu>(queue, value, "cpu");
  checkAspect<aspect::gpu>(queue, value, "gpu");
  checkAspect<aspect::fp16>(queue, value, "fp16");
  checkAspect<aspect::fp64>(queue, value, "fp64");
  checkAspect<aspect::atomic64>(queue, value, "atomic64");
  checkAspect<aspect::emulated>(queue, value, "emulated");
  checkAspect<aspect::online_compiler>(queue, value, "online_compiler");
  checkAspect<aspect::usm_system_allocations>(queue, value, "usm_system_allocations");
  checkUse<sycl::half>(queue, value, aspect::fp16, "half");
  checkUse<double>(queue, value, aspect::fp64, "double");
  checkSizes(queue);
  checkHierarchical(queue, value);
  // Others in the same source are as before.
  check<PlainKernel>(
      queue, true, [&] { queue.single_task<PlainKernel>([=] { *value = 7; }).wait(); }, "none");
  CHECK_EQUAL(*value, 7);
  sycl::free(value, queue);
  return failures != 0;
}
