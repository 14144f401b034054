// Functions as kernels (sycl_ext_oneapi_free_function_kernels), and queries of kernels
// (sycl_ext_oneapi_get_kernel_info).
#include "check.h"

#include <algorithm>

namespace {

namespace ext = sycl::ext::oneapi::experimental;
namespace work_item = sycl::ext::oneapi::this_work_item;

static_assert(SYCL_EXT_ONEAPI_FREE_FUNCTION_KERNELS == 1 && SYCL_EXT_ONEAPI_GET_KERNEL_INFO == 1);

constexpr size_t kCount = 64;
constexpr size_t kGroup = 16;

struct Pair {
  char tag;
  double weight;
};

} // namespace

SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((ext::nd_range_kernel<1>))
void iota(int start, int *numbers) {
  const size_t i = work_item::get_nd_item<1>().get_global_id(0);
  numbers[i] = start + static_cast<int>(i);
}

template <typename T>
SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((ext::nd_range_kernel<2>))
void scale(T by, int *numbers, Pair pair) {
  const auto item = work_item::get_nd_item<2>();
  numbers[item.get_global_linear_id()] =
      static_cast<int>(by * static_cast<T>(item.get_global_id(1)) + static_cast<T>(pair.weight)) +
      pair.tag;
}

namespace {

SYCL_EXT_ONEAPI_FUNCTION_PROPERTY(ext::single_task_kernel)
void single(int *numbers, short a, long b) noexcept { numbers[0] = static_cast<int>(a + b); }

void withoutParameters() {}

SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((ext::nd_range_kernel<1>))
SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((ext::sub_group_size<8>))
void sizeOfSubGroups(int *numbers, ext::work_group_memory<int> memory) {
  memory =
      static_cast<int>(sycl::ext::oneapi::this_work_item::get_sub_group().get_max_local_range()[0]);
  numbers[0] = memory;
}

/// Reverses each work-group, through local memory.
void reverse(sycl::accessor<int, 1> numbers, sycl::local_accessor<int> memory) {
  const auto item = work_item::get_nd_item<1>();
  const size_t i = item.get_local_id(0);
  memory[i] = numbers[item.get_global_id(0)];
  sycl::group_barrier(item.get_group());
  numbers[item.get_global_id(0)] = memory[item.get_local_range(0) - 1 - i];
}

int withResult(int value) { return value; }

static_assert(ext::is_nd_range_kernel_v<iota, 1> && ext::is_nd_range_kernel_v<scale<float>, 2>);
static_assert(ext::is_single_task_kernel_v<single> && ext::is_kernel_v<single>);
static_assert(!ext::is_kernel_v<withResult> && !ext::is_nd_range_kernel_v<withResult, 1>);
static_assert(!ext::is_single_task_kernel_v<withResult>);
static_assert(ext::nd_range_kernel<3>.value == 3);
// Functions without the property may be launched, but are not declared as kernels.
static_assert(!ext::is_kernel_v<withoutParameters> && !ext::is_single_task_kernel_v<reverse> &&
              !ext::is_nd_range_kernel_v<reverse, 1>);
static_assert(!ext::is_nd_range_kernel_v<iota, 2> && !ext::is_single_task_kernel_v<iota> &&
              ext::is_kernel_v<iota> && !ext::is_nd_range_kernel_v<scale<int>, 1> &&
              !ext::is_nd_range_kernel_v<single, 1> && !ext::is_nd_range_kernel_v<iota, 4>);

SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((ext::work_group_size<8>))
SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((ext::nd_range_kernel<3>))
[[maybe_unused]] void declared(int *numbers);
static_assert(ext::is_nd_range_kernel_v<declared, 3> && !ext::is_nd_range_kernel_v<declared, 2>);
[[maybe_unused]] void declared(int *) {}
template <int D> SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((ext::nd_range_kernel<D>)) void generic() {}
static_assert(ext::is_nd_range_kernel_v<generic<2>, 2> &&
              ext::is_nd_range_kernel_v<generic<1>, 1> &&
              !ext::is_nd_range_kernel_v<generic<1>, 2>);

void checkLaunches(sycl::queue &queue, int *numbers) {
  const sycl::nd_range<1> space(kCount, kGroup);
  const sycl::nd_range<2> plane({8, 8}, {2, 4});
  ext::nd_launch(queue, space, ext::kernel_function<iota>, 5, numbers);
  queue.wait();
  CHECK_EQUAL(numbers[kCount - 1], 5 + kCount - 1);

  ext::nd_launch(queue, plane, ext::kernel_function<scale<float>>, 2, numbers, Pair{3, 0.5});
  queue.wait();
  CHECK_EQUAL(numbers[kCount - 1], 17);
  queue
      .submit([&](sycl::handler &group) {
        ext::nd_launch(group, plane, ext::kernel_function<scale<int>>, 3, numbers, Pair{0, 1});
      })
      .wait();
  CHECK_EQUAL(numbers[kCount - 1], 22);

  ext::nd_launch(queue, ext::launch_config(space, ext::properties(ext::work_group_size<kGroup>)),
                 ext::kernel_function<iota>, 7, numbers);
  queue.wait();
  CHECK_EQUAL(numbers[0], 7);
  CHECK_THROWS(nd_range,
               ext::nd_launch(queue,
                              ext::launch_config(space, ext::properties(ext::work_group_size<8>)),
                              ext::kernel_function<iota>, 7, numbers));

  ext::single_task(queue, ext::kernel_function<single>, numbers, short(3), 4L);
  queue.wait();
  CHECK_EQUAL(numbers[0], 7);
  queue
      .submit([&](sycl::handler &group) {
        ext::single_task(group, ext::kernel_function<single>, numbers, short(-3), 4L);
      })
      .wait();
  CHECK_EQUAL(numbers[0], 1);
  ext::single_task(queue, ext::kernel_function<withoutParameters>);
  queue.wait();
}

void checkAccessors(sycl::queue &queue) {
  sycl::buffer<int> buffer{sycl::range<1>(kCount)};
  {
    sycl::host_accessor numbers(buffer);
    for (size_t i = 0; i < kCount; ++i)
      numbers[i] = static_cast<int>(i);
  }
  const sycl::nd_range<1> space(kCount, kGroup);
  queue.submit([&](sycl::handler &group) {
    ext::nd_launch(group, space, ext::kernel_function<reverse>, sycl::accessor(buffer, group),
                   sycl::local_accessor<int>(kGroup, group));
  });
  CHECK_EQUAL(sycl::host_accessor(buffer)[kCount - 1], kCount - kGroup);
  const auto bundle =
      ext::get_kernel_bundle<reverse, sycl::bundle_state::executable>(queue.get_context());
  queue.submit([&](sycl::handler &group) {
    group.set_args(sycl::accessor(buffer, group), sycl::local_accessor<int>(kGroup, group));
    group.parallel_for(space, bundle.ext_oneapi_get_kernel<reverse>());
  });
  CHECK_EQUAL(sycl::host_accessor(buffer)[kCount - 1], kCount - 1);
}

void checkBundles(sycl::queue &queue, int *numbers) {
  const sycl::context context = queue.get_context();
  const sycl::device device = queue.get_device();
  constexpr auto kExecutable = sycl::bundle_state::executable;
  const auto bundle = ext::get_kernel_bundle<iota, kExecutable>(context);
  CHECK(bundle.ext_oneapi_has_kernel<iota>() && bundle.ext_oneapi_has_kernel<iota>(device));
  CHECK(!bundle.ext_oneapi_has_kernel<single>());
  CHECK(bundle.has_kernel(ext::get_kernel_id<iota>()));
  CHECK((ext::has_kernel_bundle<iota, kExecutable>(context)));
  CHECK((ext::has_kernel_bundle<iota, kExecutable>(context, {device})));
  CHECK(ext::is_compatible<iota>(device));
  CHECK(ext::get_kernel_id<iota>() != ext::get_kernel_id<single>());

  const sycl::kernel kernel = bundle.ext_oneapi_get_kernel<iota>();
  const sycl::nd_range<1> space(kCount, kGroup);
  const auto launch = [&](auto... arguments) {
    queue
        .submit([&](sycl::handler &group) {
          group.set_args(arguments...);
          group.parallel_for(space, kernel);
        })
        .wait();
  };
  launch(100, numbers);
  CHECK_EQUAL(numbers[1], 101);
  CHECK_THROWS(kernel_argument, launch(100));
  CHECK_THROWS(kernel_argument, launch(100, numbers, 1));
  CHECK_THROWS(kernel_argument, launch(100L, numbers));
  ext::nd_launch(queue, space, kernel, 200, numbers);
  queue.wait();
  CHECK_EQUAL(numbers[1], 201);

  const sycl::kernel plane = ext::get_kernel_bundle<scale<double>, kExecutable>(context, {device})
                                 .ext_oneapi_get_kernel<scale<double>>();
  if (device.has(sycl::aspect::fp64)) {
    queue
        .submit([&](sycl::handler &group) {
          group.set_args(2.0, numbers, Pair{1, 2});
          group.parallel_for(sycl::nd_range<2>({8, 8}, {2, 4}), plane);
        })
        .wait();
    CHECK_EQUAL(numbers[kCount - 1], 17);
  }
  ext::single_task(
      queue, ext::get_kernel_bundle<single, kExecutable>(context).ext_oneapi_get_kernel<single>(),
      numbers, short(1), 2L);
  queue.wait();
  CHECK_EQUAL(numbers[0], 3);
}

void checkGraph(sycl::queue &queue, int *numbers) {
  ext::command_graph graph(queue);
  ext::dynamic_parameter start(graph, 1);
  const auto bundle =
      ext::get_kernel_bundle<iota, sycl::bundle_state::executable>(queue.get_context());
  ext::node node = graph.add([&](sycl::handler &group) {
    group.set_arg(0, start);
    group.set_arg(1, numbers);
    group.parallel_for(sycl::nd_range<1>(kCount, kGroup), bundle.ext_oneapi_get_kernel<iota>());
  });
  auto executable = graph.finalize(ext::property::graph::updatable());
  queue.ext_oneapi_graph(executable).wait();
  CHECK_EQUAL(numbers[3], 4);
  start.update(11);
  executable.update(node);
  queue.ext_oneapi_graph(executable).wait();
  CHECK_EQUAL(numbers[3], 14);
}

class Named;

void checkInfo(sycl::queue &queue, int *numbers) {
  namespace query = sycl::info::kernel_device_specific;
  namespace in_queue = ext::info::kernel_queue_specific;
  using sycl::ext::oneapi::get_kernel_info;
  queue.single_task<Named>([=] { numbers[0] = 9; }).wait();
  const sycl::context context = queue.get_context();
  const size_t most = get_kernel_info<Named, query::work_group_size>(context, queue.get_device());
  CHECK(most >= 1);
  CHECK_EQUAL((get_kernel_info<Named, query::work_group_size>(queue)), most);
  CHECK_EQUAL((get_kernel_info<Named, in_queue::max_work_group_size>(queue)), most);
  CHECK((get_kernel_info<Named, sycl::info::kernel::reference_count>(context)) >= 1);
  CHECK((ext::get_kernel_info<iota, query::work_group_size>(context, queue.get_device())) >= 1);
  CHECK((ext::get_kernel_info<iota, query::work_group_size>(queue)) >= 1);
  CHECK_EQUAL((ext::get_kernel_info<Named, query::work_group_size>(queue)), most);
  CHECK((ext::get_kernel_info<iota, sycl::info::kernel::attributes>(context)).empty());
}

void checkSubGroups(sycl::queue &queue, int *numbers) {
  const auto sizes = queue.get_device().get_info<sycl::info::device::sub_group_sizes>();
  const bool isThere = std::find(sizes.begin(), sizes.end(), 8) != sizes.end();
  const auto launch = [&] {
    queue
        .submit([&](sycl::handler &group) {
          ext::nd_launch(group, sycl::nd_range<1>(16, 16), ext::kernel_function<sizeOfSubGroups>,
                         numbers, ext::work_group_memory<int>(group));
        })
        .wait();
  };
  if (!isThere) {
    CHECK_THROWS(kernel_not_supported, launch());
    return;
  }
  launch();
  CHECK_EQUAL(numbers[0], 8);
}

} // namespace

int main() {
  if (!hasSharedMemory())
    return kSkipped;
  sycl::queue queue;
  int *numbers = sycl::malloc_shared<int>(kCount, queue);
  checkLaunches(queue, numbers);
  checkAccessors(queue);
  checkBundles(queue, numbers);
  checkGraph(queue, numbers);
  checkInfo(queue, numbers);
  checkSubGroups(queue, numbers);
  sycl::free(numbers, queue);
  return failures != 0;
}
