// Local memory whose size is a property of the launch (sycl_ext_oneapi_work_group_scratch_memory).
#include "check.h"

namespace {

namespace ext = sycl::ext::oneapi::experimental;

static_assert(SYCL_EXT_ONEAPI_WORK_GROUP_SCRATCH_MEMORY == 1);
static_assert(ext::is_property_key_v<ext::work_group_scratch_size_key>);
static_assert(ext::is_property_value_v<ext::work_group_scratch_size>);

constexpr size_t kCount = 64;
constexpr size_t kGroup = 16;

/// Called by kernels, and not a part of them.
[[gnu::noinline]] int *scratch() {
  return static_cast<int *>(ext::get_work_group_scratch_memory());
}

/// Reverses the numbers of each work-group through the memory.
struct Reverse {
  void operator()(sycl::nd_item<1> item) const {
    int *const memory = scratch();
    const size_t i = item.get_local_id(0);
    const size_t size = item.get_local_range(0);
    memory[i] = numbers[item.get_global_id(0)];
    sycl::group_barrier(item.get_group());
    numbers[item.get_global_id(0)] =
        static_cast<const int *>(ext::get_work_group_scratch_memory())[size - 1 - i];
  }
  int *numbers;
};

/// Asks for the memory by a property of its own, and has local memory of other kinds.
struct WithOwnProperties {
  auto get(ext::properties_tag) const {
    return ext::properties(ext::work_group_scratch_size(bytes));
  }
  void operator()(sycl::nd_item<1> item) const {
    const size_t i = item.get_local_id(0);
    auto *const memory = static_cast<double *>(ext::get_work_group_scratch_memory());
    auto &fixed =
        *sycl::ext::oneapi::group_local_memory_for_overwrite<int[kGroup]>(item.get_group());
    memory[i] = static_cast<double>(i) + 0.5;
    fixed[i] = static_cast<int>(i);
    given[i] = static_cast<int>(10 * i);
    sycl::group_barrier(item.get_group());
    const size_t other = (i + 1) % kGroup;
    numbers[item.get_global_id(0)] =
        static_cast<int>(2 * memory[other]) + 1000 * fixed[other] + 100000 * given[other];
  }
  int *numbers;
  size_t bytes;
  sycl::local_accessor<int> given;
};

void fill(sycl::queue &queue, int *numbers) {
  for (size_t i = 0; i < kCount; ++i)
    numbers[i] = static_cast<int>(i);
  queue.wait();
}

bool isReversed(const int *numbers) {
  for (size_t i = 0; i < kCount; ++i)
    if (numbers[i] != static_cast<int>(i / kGroup * kGroup + kGroup - 1 - i % kGroup))
      return false;
  return true;
}

void checkForms(sycl::queue &queue, int *numbers) {
  const sycl::nd_range<1> space(kCount, kGroup);
  const ext::properties memory(ext::work_group_scratch_size(kGroup * sizeof(int)));
  fill(queue, numbers);
  queue.parallel_for(space, memory, Reverse{numbers}).wait();
  CHECK(isReversed(numbers));

  fill(queue, numbers);
  queue.submit([&](sycl::handler &group) { group.parallel_for(space, memory, Reverse{numbers}); })
      .wait();
  CHECK(isReversed(numbers));

  fill(queue, numbers);
  ext::nd_launch(queue, ext::launch_config(space, memory), Reverse{numbers});
  queue.wait();
  CHECK(isReversed(numbers));

  // Other launches of a kernel have other sizes.
  fill(queue, numbers);
  queue
      .parallel_for(sycl::nd_range<1>(kCount, kCount),
                    ext::properties(ext::work_group_scratch_size(kCount * sizeof(int))),
                    Reverse{numbers})
      .wait();
  CHECK_EQUAL(numbers[0], kCount - 1);

  queue
      .submit([&](sycl::handler &group) {
        group.parallel_for(space, WithOwnProperties{numbers, kGroup * sizeof(double),
                                                    sycl::local_accessor<int>(kGroup, group)});
      })
      .wait();
  CHECK_EQUAL(numbers[0], 3 + 1000 + 1000000);
  CHECK_EQUAL(numbers[kCount - 1], 1);
}

void checkReduction(sycl::queue &queue, int *numbers) {
  numbers[0] = 0;
  queue
      .parallel_for(sycl::nd_range<1>(kCount, kGroup),
                    ext::properties(ext::work_group_scratch_size(kGroup * sizeof(int))),
                    sycl::reduction(numbers, sycl::plus<>()),
                    [](sycl::nd_item<1> item, auto &sum) {
                      int *const memory = scratch();
                      memory[item.get_local_id(0)] = 2;
                      sycl::group_barrier(item.get_group());
                      sum += memory[kGroup - 1 - item.get_local_id(0)];
                    })
      .wait();
  CHECK_EQUAL(numbers[0], 2 * kCount);
}

void checkGraph(sycl::queue &queue, int *numbers) {
  ext::command_graph graph(queue);
  graph.add([&](sycl::handler &group) {
    group.parallel_for(sycl::nd_range<1>(kCount, kGroup),
                       ext::properties(ext::work_group_scratch_size(kGroup * sizeof(int))),
                       Reverse{numbers});
  });
  const auto executable = graph.finalize();
  fill(queue, numbers);
  queue.ext_oneapi_graph(executable).wait();
  CHECK(isReversed(numbers));
}

void checkInvalid(sycl::queue &queue, int *numbers) {
  const ext::properties memory(ext::work_group_scratch_size(16));
  CHECK_THROWS(invalid, queue.parallel_for(sycl::range<1>(kCount), memory, [](sycl::id<1>) {}));
  CHECK_THROWS(invalid, queue.single_task(memory, [] {}));
  const size_t most = queue.get_device().get_info<sycl::info::device::local_mem_size>();
  CHECK(codeOf([&] {
          queue.parallel_for(sycl::nd_range<1>(kCount, kGroup),
                             ext::properties(ext::work_group_scratch_size(most + 1024)),
                             Reverse{numbers});
        }) != sycl::errc::success);
}

} // namespace

int main() {
  if (!hasSharedMemory())
    return kSkipped;
  sycl::queue queue;
  int *numbers = sycl::malloc_shared<int>(kCount, queue);
  checkForms(queue, numbers);
  checkReduction(queue, numbers);
  checkGraph(queue, numbers);
  checkInvalid(queue, numbers);
  sycl::free(numbers, queue);
  return failures != 0;
}
