// Properties of launches: clusters, cooperative launches, sizes of work-groups and sub-groups.
#include "check.h"

#include <sycl/ext/intel/experimental/kernel_properties.hpp>

#include <sycl/ext/oneapi/experimental/cluster_group_prop.hpp>

#include <algorithm>
#include <vector>

namespace {

namespace ext = sycl::ext::oneapi::experimental;
namespace query = ext::info::kernel_queue_specific;
constexpr size_t kCount = 64;

constexpr ext::properties kEmpty;
static_assert(
    std::is_same_v<decltype(ext::properties(ext::use_root_sync, ext::work_group_size<8>)),
                   decltype(ext::properties(ext::work_group_size<8>, ext::use_root_sync))>);
static_assert(ext::is_property_value_v<ext::cuda::cluster_size<2>>);

void checkLists() {
  const ext::properties list(ext::use_root_sync, ext::cuda::cluster_size(sycl::range<2>(2, 3)),
                             ext::work_group_size<8, 4>);
  using List = decltype(list);
  static_assert(std::remove_const_t<List>::has_property<ext::use_root_sync_key>());
  static_assert(!std::remove_const_t<List>::has_property<ext::cuda::cluster_size_key<1>>());
  CHECK(list.get_property<ext::cuda::cluster_size_key<2>>().get_cluster_size() ==
        sycl::range<2>(2, 3));
  CHECK(list.get_property<ext::work_group_size_key>() == (ext::work_group_size<8, 4>));
  static_assert(ext::work_group_size<8>[0] == 8 && ext::work_group_size_hint<1, 2, 3>[2] == 3);
  static_assert(
      !ext::has_compile_time_kernel_effect_v<std::remove_const_t<decltype(ext::use_root_sync)>>);
}

/// Writes the number of each work-item's work-group, and the size of the work-groups.
struct Groups {
  auto get(ext::properties_tag) const { return ext::properties(ext::work_group_size<16>); }
  void operator()(sycl::nd_item<1> item) const {
    numbers[item.get_global_id(0)] =
        static_cast<int>(1000 * item.get_local_range(0) + item.get_group(0));
  }
  int *numbers;
};

/// Has its properties by a member that is not const, as the extension's example.
struct ByMutableMember {
  auto get(ext::properties_tag) { return ext::properties(ext::work_group_size<16>); }
  void operator()(sycl::nd_item<1>) const {}
};

/// A hierarchical kernel that writes the size of its groups.
struct Hierarchical {
  auto get(ext::properties_tag) const { return ext::properties(ext::work_group_size<4, 2>); }
  void operator()(const sycl::group<2> &group) const {
    const int size = static_cast<int>(group.get_local_linear_range());
    group.parallel_for_work_item(
        [&](const sycl::h_item<2> &item) { numbers[item.get_global().get_linear_id()] = size; });
  }
  int *numbers;
};

void checkHierarchical(sycl::queue &queue, int *numbers) {
  const auto last = [&](auto launch) {
    numbers[kCount - 1] = 0;
    queue.submit(launch).wait();
    return numbers[kCount - 1];
  };
  const sycl::range<2> groups(2, 4), size(4, 2), other(2, 4);
  CHECK_EQUAL(last([&](sycl::handler &group) {
                group.parallel_for_work_group(groups, Hierarchical{numbers});
              }),
              8);
  CHECK_EQUAL(last([&](sycl::handler &group) {
                group.parallel_for_work_group(groups, kEmpty, Hierarchical{numbers});
              }),
              8);
  CHECK_EQUAL(last([&](sycl::handler &group) {
                group.parallel_for_work_group(groups, size,
                                              ext::properties(ext::work_group_size<4, 2>),
                                              Hierarchical{numbers});
              }),
              8);
  const auto one = [=](const sycl::group<1> &group) {
    group.parallel_for_work_item([&](const sycl::h_item<1> &item) {
      numbers[item.get_global_id(0)] = static_cast<int>(group.get_local_range(0));
    });
  };
  CHECK_EQUAL(last([&](sycl::handler &group) {
                group.parallel_for_work_group(
                    sycl::range<1>(4), ext::properties(ext::work_group_size<kCount / 4>), one);
              }),
              kCount / 4);
  CHECK_THROWS(nd_range, queue.submit([&](sycl::handler &group) {
    group.parallel_for_work_group(groups, other, Hierarchical{numbers});
  }));
}

class Sum;
class CooperativeSum;

void checkReductions(sycl::queue &queue, int *numbers) {
  const auto sum = sycl::reduction(numbers, sycl::plus<>());
  const auto most = sycl::reduction(numbers + 1, sycl::maximum<>());
  const auto add = [](sycl::nd_item<1> item, auto &sum, auto &most) {
    sum += 1;
    most.combine(static_cast<int>(item.get_local_range(0)));
  };
  numbers[0] = numbers[1] = 0;
  const ext::properties eight(ext::work_group_size<8>);
  const sycl::nd_range<1> space(kCount, 8);
  sycl::event event = queue.parallel_for<Sum>(space, eight, sum, most, add);
  event = queue.parallel_for<Sum>(space, event, eight, sum, most, add);
  queue.parallel_for<Sum>(space, std::vector{event}, eight, sum, most, add).wait();
  CHECK(numbers[0] == 3 * kCount && numbers[1] == 8);
  CHECK_THROWS(nd_range,
               queue.parallel_for<Sum>(sycl::nd_range<1>(kCount, 4), eight, sum, most, add));
  queue
      .parallel_for({kCount}, ext::properties(ext::work_group_size_hint<8>), sum,
                    [](sycl::id<1>, auto &sum) { sum += 1; })
      .wait();
  CHECK_EQUAL(numbers[0], 4 * kCount);

  const auto together = [&] {
    queue
        .parallel_for<CooperativeSum>(sycl::nd_range<1>(8, 8), ext::properties(ext::use_root_sync),
                                      sum, [](sycl::nd_item<1>, auto &sum) { sum += 1; })
        .wait();
  };
  if (queue.get_backend() == sycl::backend::ext_ursa_vulkan) {
    CHECK_THROWS(feature_not_supported, together());
    return;
  }
  together();
  CHECK_EQUAL(numbers[0], 4 * kCount + 8);
}

void checkSizes(sycl::queue &queue, int *numbers) {
  const ext::properties eight(ext::work_group_size<8>, ext::work_group_size_hint<8>);
  const sycl::event event =
      queue.parallel_for(sycl::nd_range<1>(kCount, 8), eight, [=](sycl::nd_item<1> item) {
        numbers[item.get_global_id(0)] = static_cast<int>(item.get_group(0));
      });
  event.wait();
  CHECK_EQUAL(numbers[kCount - 1], kCount / 8 - 1);
  const auto never = [](sycl::nd_item<1>) {};
  CHECK_THROWS(nd_range, queue.parallel_for(sycl::nd_range<1>(kCount, 4), eight, never));
  CHECK_THROWS(nd_range, queue.parallel_for(sycl::nd_range<1>(kCount, 8),
                                            ext::properties(ext::work_group_size<8, 1>), never));

  queue.parallel_for(sycl::nd_range<1>(kCount, 16), Groups{numbers}).wait();
  CHECK_EQUAL(numbers[kCount - 1], 16003);
  CHECK_THROWS(nd_range, queue.parallel_for(sycl::nd_range<1>(kCount, 8), Groups{numbers}));
  CHECK_THROWS(nd_range, queue.submit([&](sycl::handler &group) {
    group.parallel_for(sycl::nd_range<1>(kCount, 8), Groups{numbers});
  }));

  CHECK_THROWS(nd_range, queue.parallel_for(sycl::nd_range<1>(kCount, 8), ByMutableMember()));

  // A range has the work-groups of the property, which must divide it.
  const auto add = [=](sycl::id<1> i) { numbers[i] = 7; };
  queue.parallel_for(sycl::range<1>(kCount), event, eight, add).wait();
  CHECK_EQUAL(numbers[kCount - 1], 7);
  CHECK_THROWS(nd_range, queue.parallel_for(sycl::range<1>(kCount - 1), eight, add));
}

void checkForms(sycl::queue &queue, int *numbers) {
  numbers[0] = 0;
  sycl::event event = queue.single_task(kEmpty, [=] { numbers[0] += 1; });
  event = queue.single_task(event, kEmpty, [=] { numbers[0] += 1; });
  event = queue.single_task(std::vector{event}, kEmpty, [=] { numbers[0] += 1; });
  event = queue.submit([&](sycl::handler &group) {
    group.depends_on(event);
    group.single_task(kEmpty, [=] { numbers[0] += 1; });
  });
  event = queue.submit([&](sycl::handler &group) {
    group.depends_on(event);
    group.parallel_for(sycl::range<2>(1, 1), kEmpty, [=](sycl::item<2>) { numbers[0] += 1; });
  });
  event.wait();
  CHECK_EQUAL(numbers[0], 5);
  // Ranges as numbers and lists.
  event = queue.parallel_for(1, kEmpty, [=](sycl::id<1>) { numbers[0] += 1; });
  event = queue.parallel_for({1, 1}, event, kEmpty, [=](sycl::id<2>) { numbers[0] += 1; });
  event = queue.submit([&](sycl::handler &group) {
    group.depends_on(event);
    group.parallel_for({1, 1, 1}, kEmpty, [=](sycl::id<3>) { numbers[0] += 1; });
  });
  queue
      .parallel_for(sycl::nd_range<1>(1, 1), std::vector{event}, kEmpty,
                    [=](sycl::nd_item<1>) { numbers[0] += 1; })
      .wait();
  CHECK_EQUAL(numbers[0], 9);
  numbers[1] = 0;
  queue
      .parallel_for(sycl::range<1>(kCount), kEmpty, sycl::reduction(numbers + 1, sycl::plus<>()),
                    [=](sycl::id<1>, auto &sum) { sum += 1; })
      .wait();
  CHECK_EQUAL(numbers[1], kCount);
}

class SubGroups;

// Launch sizes that queries allow, and the sizes that the kernel sees.
/// Writes the size of its sub-groups, which it requires itself.
struct RequiresEight {
  auto get(ext::properties_tag) const { return ext::properties(ext::sub_group_size<8>); }
  void operator()(sycl::nd_item<1> item) const {
    numbers[item.get_global_id(0)] =
        static_cast<int>(item.get_sub_group().get_max_local_range()[0]);
  }
  int *numbers;
};
struct RequiresNone {
  void operator()(sycl::nd_item<1> item) const { RequiresEight{numbers}(item); }
  int *numbers;
};
class WithSubGroups;

void checkSubGroups(sycl::queue &queue, int *numbers) {
  static_assert(ext::sub_group_size<8>.value == 8);
  static_assert(ext::device_has<sycl::aspect::cpu>.value.size() == 1);
  static_assert(ext::device_has<sycl::aspect::cpu, sycl::aspect::fp64>.value[1] ==
                sycl::aspect::fp64);
  static_assert(
      ext::has_compile_time_kernel_effect_v<std::remove_const_t<decltype(ext::sub_group_size<8>)>>);
  const sycl::nd_range<1> space(kCount, 32);
  const ext::properties impossible(ext::sub_group_size<3>);
  CHECK_THROWS(kernel_not_supported,
               queue.parallel_for(space, impossible, [=](sycl::nd_item<1>) { numbers[0] = 0; }));
  const bool isCpu = queue.get_device().is_cpu();
  try {
    queue.single_task(ext::properties(ext::device_has<sycl::aspect::cpu>), [=] { numbers[0] = 5; })
        .wait();
    CHECK(isCpu && numbers[0] == 5);
  } catch (const sycl::exception &error) {
    CHECK(!isCpu && error.code() == sycl::errc::kernel_not_supported);
  }
  const auto sizes = queue.get_device().get_info<sycl::info::device::sub_group_sizes>();
  if (std::find(sizes.begin(), sizes.end(), 8) == sizes.end())
    return;
  const ext::properties eight(ext::work_group_size<32>, ext::sub_group_size<8>);
  queue.parallel_for<WithSubGroups>(space, eight, RequiresNone{numbers}).wait();
  CHECK_EQUAL(numbers[kCount - 1], 8);
  const sycl::kernel kernel =
      sycl::get_kernel_bundle<sycl::bundle_state::executable>(queue.get_context())
          .get_kernel(sycl::get_kernel_id<WithSubGroups>());
  CHECK_EQUAL(kernel.get_info<sycl::info::kernel_device_specific::compile_sub_group_size>(
                  queue.get_device()),
              8);
  numbers[0] = 0;
  queue.parallel_for(space, RequiresEight{numbers}).wait();
  CHECK_EQUAL(numbers[0], 8);
  numbers[0] = 0;
  queue
      .parallel_for(space, eight, sycl::reduction(numbers, sycl::plus<>()),
                    [](sycl::nd_item<1> item, auto &sum) {
                      sum += static_cast<int>(item.get_sub_group().get_max_local_range()[0]);
                    })
      .wait();
  CHECK_EQUAL(numbers[0], 8 * kCount);

  const ext::properties most(ext::max_work_group_size<16>, ext::max_linear_work_group_size<16>);
  queue.parallel_for(sycl::nd_range<1>(kCount, 16), most, [=](sycl::nd_item<1>) {}).wait();
  CHECK_THROWS(nd_range, queue.parallel_for(space, most, [=](sycl::nd_item<1>) {}));
}

void checkQueries(sycl::queue &queue, int *numbers) {
  const sycl::device device = queue.get_device();
  const auto launch = [&](size_t size) {
    queue
        .parallel_for<SubGroups>(sycl::nd_range<1>(size, size),
                                 [=](sycl::nd_item<1> item) {
                                   const sycl::sub_group mine = item.get_sub_group();
                                   if (item.get_global_id(0) > 0)
                                     return;
                                   numbers[0] = static_cast<int>(mine.get_max_local_range()[0]);
                                   numbers[1] = static_cast<int>(mine.get_group_range()[0]);
                                 })
        .wait();
  };
  const sycl::kernel kernel =
      sycl::get_kernel_bundle<SubGroups, sycl::bundle_state::executable>(queue.get_context())
          .get_kernel<SubGroups>();
  const size_t most = kernel.ext_oneapi_get_info<query::max_work_group_size>(queue);
  CHECK(most >= 1 && most <= device.get_info<sycl::info::device::max_work_group_size>());
  const sycl::id<3> sizes = kernel.ext_oneapi_get_info<query::max_work_item_sizes<3>>(queue);
  CHECK(sizes[0] >= 1 && sizes[1] >= 1 && sizes[2] >= 1 && sizes[2] <= most);
  CHECK_EQUAL(kernel.ext_oneapi_get_info<query::max_work_item_sizes<1>>(queue)[0], sizes[2]);
  for (const size_t size : {size_t(1), size_t(20), kCount}) {
    launch(size);
    const sycl::range<1> group(size);
    CHECK_EQUAL(kernel.ext_oneapi_get_info<query::max_sub_group_size>(queue, group), numbers[0]);
    CHECK_EQUAL(kernel.ext_oneapi_get_info<query::num_sub_groups>(queue, group), numbers[1]);
  }
}

class AllMeet;

// Each work-group waits for all others, which would not end if they did not run at once.
void checkCooperative(sycl::queue &queue, int *numbers) {
  using Device = sycl::memory_scope;
  const auto meet = [=](sycl::nd_item<1> item) {
    sycl::atomic_ref<int, sycl::memory_order::relaxed, Device::device> arrived(numbers[0]);
    const int all = static_cast<int>(item.get_group_range(0));
    sycl::group_barrier(item.get_group());
    if (item.get_local_id(0) == 0) {
      arrived += 1;
      while (arrived.load() < all) {
      }
    }
    sycl::group_barrier(item.get_group());
    if (item.get_global_id(0) == 0)
      numbers[1] = arrived.load();
  };
  const ext::properties together(ext::use_root_sync);
  numbers[0] = numbers[1] = 0;
  const auto launch = [&](size_t groups) {
    queue.parallel_for<AllMeet>(sycl::nd_range<1>(groups * 32, 32), together, meet).wait();
  };
  const sycl::kernel kernel =
      sycl::get_kernel_bundle<AllMeet, sycl::bundle_state::executable>(queue.get_context())
          .get_kernel<AllMeet>();
  if (queue.get_backend() == sycl::backend::ext_ursa_vulkan) {
    CHECK_THROWS(feature_not_supported, launch(1));
    CHECK_THROWS(feature_not_supported,
                 kernel.ext_oneapi_get_info<query::max_num_work_groups>(queue));
    return;
  }
  CHECK(kernel.ext_oneapi_get_info<query::max_num_work_group_sync>(queue) >= 1);
  const auto mostOf = [&](const sycl::range<2> &size) {
    return kernel.ext_oneapi_get_info<query::max_num_work_groups>(queue, size);
  };
  CHECK_THROWS(invalid, mostOf({8, 0}));
  CHECK_EQUAL(mostOf({1u << 20, 1u << 10}), 0u);
  launch(0);
  const size_t most =
      kernel.ext_oneapi_get_info<query::max_num_work_groups>(queue, sycl::range<1>(32), 0);
  CHECK(most >= 1);
  launch(most);
  CHECK_EQUAL(numbers[1], most);
  CHECK_THROWS(nd_range, launch(most + 1));
  // The next launch is not affected.
  numbers[0] = numbers[1] = 0;
  launch(1);
  CHECK_EQUAL(numbers[1], 1);
}

void checkClusters(sycl::queue &queue, int *numbers) {
  const auto count = [=](sycl::nd_item<2> item) {
    numbers[item.get_global_linear_id()] = static_cast<int>(item.get_group_linear_id());
  };
  const sycl::nd_range<2> space({8, 8}, {2, 4}); // 4 * 2 work-groups
  const auto launch = [&](const sycl::range<2> &size) {
    queue.parallel_for(space, ext::properties(ext::cuda::cluster_size(size)), count).wait();
  };
  CHECK_THROWS(nd_range, queue.parallel_for(
                             space, ext::properties(ext::cuda::cluster_size(sycl::range<1>(2))),
                             [](sycl::nd_item<2>) {}));
  CHECK_THROWS(nd_range, launch({0, 1}));
  if (!queue.get_device().has(sycl::aspect::ext_oneapi_cuda_cluster_group)) {
    CHECK_THROWS(feature_not_supported, launch({1, 1}));
    return;
  }
  launch({4, 2});
  CHECK_EQUAL(numbers[63], 7);
  CHECK(codeOf([&] { launch({3, 1}); }) != sycl::errc::success); // does not divide 4
  CHECK(codeOf([&] { launch({1, 4}); }) != sycl::errc::success); // 2 work-groups are not 4
  queue
      .parallel_for(
          space, ext::properties(ext::cuda::cluster_size(sycl::range<2>(1, 2)), ext::use_root_sync),
          [=](sycl::nd_item<2> item) { numbers[item.get_global_linear_id()] = 5; })
      .wait();
  CHECK_EQUAL(numbers[63], 5);
}

// Hints on the registers of other devices.
void checkRegisters(sycl::queue &queue, int *numbers) {
  namespace intel = sycl::ext::intel::experimental;
  numbers[0] = 0;
  queue.single_task(ext::properties(intel::grf_size<256>), [=] { numbers[0] += 1; }).wait();
  queue
      .parallel_for(sycl::range<1>(3), ext::properties(intel::grf_size_automatic),
                    sycl::reduction(numbers, sycl::plus<>()),
                    [=](sycl::id<1>, auto &sum) {
                      intel::set_kernel_properties(intel::kernel_properties::use_large_grf);
                      sum += 2;
                    })
      .wait();
  CHECK_EQUAL(numbers[0], 7);
}

void checkGraphs(sycl::queue &queue, int *numbers) {
  ext::command_graph graph(queue, {ext::property::graph::assume_buffer_outlives_graph()});
  graph.begin_recording(queue);
  CHECK_THROWS(feature_not_supported,
               queue.parallel_for(sycl::nd_range<1>(8, 8), ext::properties(ext::use_root_sync),
                                  [=](sycl::nd_item<1>) { numbers[0] = 0; }));
  queue.parallel_for(sycl::nd_range<1>(8, 8), ext::properties(ext::work_group_size<8>),
                     [=](sycl::nd_item<1>) { numbers[0] = 99; });
  graph.end_recording();
  queue.ext_oneapi_graph(graph.finalize()).wait();
  CHECK_EQUAL(numbers[0], 99);
}

} // namespace

int main() {
  if (!hasSharedMemory())
    return kSkipped;
  checkLists();
  sycl::queue outOfOrder;
  sycl::queue inOrder(sycl::property::queue::in_order{});
  int *numbers = sycl::malloc_shared<int>(kCount, outOfOrder);
  for (sycl::queue *queue : {&outOfOrder, &inOrder}) {
    checkSizes(*queue, numbers);
    checkSubGroups(*queue, numbers);
    checkForms(*queue, numbers);
    checkHierarchical(*queue, numbers);
    checkReductions(*queue, numbers);
    checkQueries(*queue, numbers);
    checkCooperative(*queue, numbers);
    checkClusters(*queue, numbers);
    checkRegisters(*queue, numbers);
    checkGraphs(*queue, numbers);
  }
  sycl::free(numbers, outOfOrder);
  return failures != 0;
}
